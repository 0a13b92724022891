import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../db/pool.js';
import { hashApiKey } from './api-key.js';
import { type Kind, ROLE_SCOPES, type Role, type Scope } from './scopes.js';
import { sightOf, type Viewer } from './viewer.js';

/** The principal of a key, or null: unknown, revoked, expired, of a disabled principal. Throws when the database does. */
export type Authenticate = (key: string) => Promise<Viewer | null>;

export interface AuthenticateOptions {
  /** sha256 of BATON_ADMIN_KEY in hex; null when there is none. */
  readonly adminKeyHash: string | null;
  /** Told when noting the use of a key failed; the call itself went on. */
  onUseNotNoted(error: unknown): void;
}

interface KeyRow {
  readonly secret_hash: Buffer;
  readonly key_id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly kind: Kind;
  readonly role: Role | null;
  readonly name: string;
  readonly pool: string | null;
  readonly scopes: Scope[];
  readonly transfer_id: string | null;
  readonly owner_id: string | null;
  readonly use_is_old: boolean;
}

const find = statement<KeyRow>(
  'authenticate',
  `SELECT k.secret_hash, k.id AS key_id, k.organisation_id, p.id AS principal_id, p.kind, p.role, p.name, p.pool, k.scopes,
          k.transfer_id, p.owner_id,
          coalesce(k.last_used_at <= baton_now() - interval '1 minute', true) AS use_is_old
   FROM api_key k JOIN principal p ON p.organisation_id = k.organisation_id AND p.id = k.principal_id
   WHERE k.secret_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL AND p.disabled_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > baton_now())`,
);

const noteUse = statement<never>(
  'authenticate_note_use',
  `UPDATE api_key SET last_used_at = baton_now()
   WHERE organisation_id = $1 AND id = $2
     AND (last_used_at IS NULL OR last_used_at <= baton_now() - interval '1 minute')`,
);

/** Whom BATON_ADMIN_KEY authenticates; the first migration makes it. */
const ADMINISTRATOR: Viewer = {
  id: 'prn_00000000000000000000000001',
  organisationId: 'org_00000000000000000000000001',
  kind: 'person',
  role: 'admin',
  name: 'admin',
  scopes: new Set(ROLE_SCOPES.admin),
  sees: sightOf('person', 'admin', false),
  pool: null,
  keyId: null,
  claimId: null,
  transferId: null,
  personId: 'prn_00000000000000000000000001',
  signInId: null,
};

export function createAuthenticate(pool: pg.Pool, options: AuthenticateOptions): Authenticate {
  const { onUseNotNoted } = options;
  const adminKeyHash = options.adminKeyHash === null ? null : Buffer.from(options.adminKeyHash, 'hex');
  const lookUp = lookUpTogether(pool);
  return async (key) => {
    const hash = Buffer.from(hashApiKey(key), 'hex');
    if (adminKeyHash !== null && timingSafeEqual(hash, adminKeyHash)) return ADMINISTRATOR;
    const row = await lookUp(hash);
    if (row === undefined) return null;
    // Not awaited: no answer waits for a note that only people read.
    if (row.use_is_old) noteUse(pool, [row.organisation_id, row.key_id]).catch(onUseNotNoted);
    return viewerOf(row);
  };
}

interface LookUp {
  readonly hash: Buffer;
  readonly resolve: (row: KeyRow | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks keys up, one statement at a time: those that ask while one runs go together in the next. Nothing is kept, so
 * that each call is judged by what stood after it came in, and a revoked key is refused at once.
 */
function lookUpTogether(pool: pg.Pool): (hash: Buffer) => Promise<KeyRow | undefined> {
  let waiting: LookUp[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const hashes = new Map(asked.map(({ hash }) => [hash.toString('hex'), hash]));
        const rows = await find(pool, [[...hashes.values()]]);
        const found = new Map(rows.map((row) => [row.secret_hash.toString('hex'), row]));
        for (const { hash, resolve } of asked) resolve(found.get(hash.toString('hex')));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    running = false;
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (!running) void drain();
    });
}

function viewerOf(row: KeyRow): Viewer {
  const isClaim = row.transfer_id !== null;
  return {
    id: row.principal_id,
    organisationId: row.organisation_id,
    kind: row.kind,
    role: row.role,
    name: row.name,
    scopes: new Set(row.scopes),
    sees: sightOf(row.kind, row.role, isClaim),
    pool: row.pool,
    keyId: row.key_id,
    claimId: isClaim ? row.key_id : null,
    transferId: row.transfer_id,
    personId: row.kind === 'person' ? row.principal_id : row.owner_id,
    signInId: null,
  };
}
