import type pg from 'pg';
import { statement } from '../db/pool.js';
import type { Viewer } from './viewer.js';

const standing = statement<{ id: string; scopes: string[]; expiresAt: Date | null }>(
  'rights_standing',
  `SELECT k.id, k.scopes, k.expires_at AS "expiresAt" FROM api_key k JOIN principal p ON p.organisation_id = k.organisation_id AND p.id = k.principal_id
   WHERE k.id = ANY($1) AND k.revoked_at IS NULL AND p.disabled_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > baton_now())`,
);

export interface Standing {
  /** Those whose credential is revoked, expired, disabled, or no longer of the same scopes. */
  readonly lost: readonly Viewer[];
  /** When the next credential expires by itself; null: none does. */
  readonly nextExpiry: Date | null;
}

/** How the credentials of these callers stand now. */
export async function readStanding(pool: pg.Pool, viewers: readonly Viewer[]): Promise<Standing> {
  const keys = [...new Set(viewers.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])))];
  if (keys.length === 0) return { lost: [], nextExpiry: null };
  const rows = await standing(pool, [keys]);
  const scopes = new Map(rows.map((row) => [row.id, new Set(row.scopes)]));
  const lost = viewers.filter((viewer) => {
    if (viewer.keyId === null) return false;
    const now = scopes.get(viewer.keyId);
    return (
      now === undefined ||
      now.size !== viewer.scopes.size ||
      [...viewer.scopes].some((scope) => !now.has(scope))
    );
  });
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return { lost, nextExpiry: expiries.length === 0 ? null : new Date(Math.min(...expiries)) };
}
