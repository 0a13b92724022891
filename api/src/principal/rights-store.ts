import type pg from 'pg';
import { statement } from '../db/pool.js';
import type { Viewer } from './viewer.js';

const standing = statement<{ id: string; scopes: string[] }>(
  'rights_standing',
  `SELECT k.id, k.scopes FROM api_key k JOIN principal p ON p.organisation_id = k.organisation_id AND p.id = k.principal_id
   WHERE k.id = ANY($1) AND k.revoked_at IS NULL AND p.disabled_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > baton_now())`,
);

/** Of these callers, those whose credential is revoked, expired, disabled, or no longer of the same scopes. */
export async function findLost(pool: pg.Pool, viewers: readonly Viewer[]): Promise<Viewer[]> {
  const keys = [...new Set(viewers.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])))];
  const rows = await standing(pool, [keys]);
  const scopes = new Map(rows.map((row) => [row.id, new Set(row.scopes)]));
  return viewers.filter((viewer) => {
    if (viewer.keyId === null) return false;
    const now = scopes.get(viewer.keyId);
    return (
      now === undefined ||
      now.size !== viewer.scopes.size ||
      [...viewer.scopes].some((scope) => !now.has(scope))
    );
  });
}
