import { admissionOf, type DoorName, mayAsk } from './door-table.js';
import type { Credential } from './lifecycle/root-fields.js';
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
  /** Whether the table lists this command for the viewer's kind, at the GraphQL door unless another is named. */
  mayReach(viewer: Viewer, command: string, door?: DoorName): boolean;
}

/** Documents by the credentials bound to them, id (sha256 of the text) to text. */
export type Manifests = Readonly<Record<'agent' | 'daemon' | 'claim', ReadonlyMap<string, string>>>;

/** No bound credential may run anything. */
export const NO_MANIFESTS: Manifests = { agent: new Map(), daemon: new Map(), claim: new Map() };

function credentialOf({ kind, claimId }: Viewer): Credential {
  if (kind !== 'runtime') return kind;
  return claimId === null ? 'daemon' : 'claim';
}

export function realLayers(manifests: Manifests): Layers {
  return {
    document: (viewer, { id, text }) => {
      const credential = credentialOf(viewer);
      const documents = admissionOf('graphql', credential)?.documents;
      if (documents === 'text') return id === undefined ? (text ?? null) : null;
      if (documents !== 'manifest' || id === undefined || text !== undefined) return null;
      const bound: Partial<Record<Credential, ReadonlyMap<string, string>>> = manifests;
      return bound[credential]?.get(id) ?? null;
    },
    holdsScope: (viewer, scope) => viewer.scopes.has(scope),
    mayReach: (viewer, command, door = 'graphql') => mayAsk(door, credentialOf(viewer), command),
  };
}
