import { mayReach } from './lifecycle/root-fields.js';
import type { Scope } from './principal/scopes.js';
import type { Viewer } from './principal/viewer.js';

/**
 * What stands between a credential and a command, each enough alone. Tests compose the server with a permissive
 * stand-in for all but one; no setting or flag disables any.
 */
export interface Layers {
  /**
   * The document a request names, if this kind may run it. Null: refused. Kinds bound to a manifest get only the
   * text of their own documents, whatever they sent.
   */
  document(viewer: Viewer, request: { id?: string | undefined; text?: string | undefined }): string | null;
  holdsScope(viewer: Viewer, scope: Scope): boolean;
  mayReach(viewer: Viewer, rootField: string): boolean;
}

/** Documents by kind of credential, id (sha256 of the text) to text. */
export type Manifests = Readonly<Record<'agent' | 'runtime', ReadonlyMap<string, string>>>;

const bound = (kind: string): kind is keyof Manifests => kind === 'agent' || kind === 'runtime';

export function realLayers(manifests: Manifests): Layers {
  return {
    document: (viewer, { id, text }) => {
      if (!bound(viewer.kind)) return id === undefined ? (text ?? null) : null;
      if (id === undefined || text !== undefined) return null;
      return manifests[viewer.kind].get(id) ?? null;
    },
    holdsScope: (viewer, scope) => viewer.scopes.has(scope),
    mayReach: (viewer, rootField) => mayReach(viewer.kind, rootField),
  };
}
