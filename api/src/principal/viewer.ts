import type { Kind, Role, Scope } from './scopes.js';

/** Which transfers a caller knows of; everything else answers as if it did not exist. */
export type Sight = 'organisation' | 'own' | 'staged' | 'pool' | 'claim';

/** Whoever calls, as its credential says. */
export interface Viewer {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: Kind;
  readonly role: Role | null;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly sees: Sight;
  /** The pool a daemon serves. */
  readonly pool: string | null;
  /** The key presented; null for the built-in administrator's. */
  readonly keyId: string | null;
  /** Set on a claim credential: its own id, and the one transfer it is good for. */
  readonly claimId: string | null;
  readonly transferId: string | null;
  /** The person it acts for on threads: itself, an agent's owner; null for machines that name none. */
  readonly personId: string | null;
  /** The session of a person who signed in; null for every key. */
  readonly signInId: string | null;
}

export function sightOf(kind: Kind, role: Role | null, isClaim: boolean): Sight {
  if (kind === 'agent') return 'staged';
  if (kind === 'runtime') return isClaim ? 'claim' : 'pool';
  return role === 'developer' ? 'own' : 'organisation';
}

/** The caller as the moves in the database read it. */
export function viewerJson(viewer: Viewer): Record<string, unknown> {
  return {
    id: viewer.id,
    kind: viewer.kind,
    sees: viewer.sees,
    pool: viewer.pool ?? undefined,
    claim: viewer.claimId ?? undefined,
    transfer: viewer.transferId ?? undefined,
    person: viewer.personId ?? undefined,
    signIn: viewer.signInId ?? undefined,
    readsThreads: viewer.scopes.has('handoff:read-all'),
    readsContent: viewer.scopes.has('transfer:content'),
  };
}
