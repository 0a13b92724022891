import type pg from 'pg';
import { statement } from '../db/pool.js';
import { ROLE_SCOPES, type Role } from './scopes.js';
import type { Viewer } from './viewer.js';

const standing = statement<{ id: string; scopes: string[]; expiresAt: Date | null }>(
  'rights_standing',
  `SELECT k.id, k.scopes, k.expires_at AS "expiresAt" FROM api_key k JOIN principal p ON p.organisation_id = k.organisation_id AND p.id = k.principal_id
   WHERE k.id = ANY($1) AND k.revoked_at IS NULL AND p.disabled_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > baton_now())`,
);

const sessionStanding = statement<{ id: string; role: Role; expiresAt: Date }>(
  'rights_standing_sessions',
  `SELECT s.id, p.role, sign_in_ends_at(s) AS "expiresAt"
   FROM sign_in s JOIN principal p ON p.organisation_id = s.organisation_id AND p.id = s.person_id
   WHERE s.id = ANY($1) AND s.ended_at IS NULL AND sign_in_ends_at(s) > baton_now() AND p.disabled_at IS NULL`,
);

export interface Standing {
  /** Those whose credential is revoked, expired, disabled, or no longer of the same scopes. */
  readonly lost: readonly Viewer[];
  /** When the next credential expires by itself; null: none does. */
  readonly nextExpiry: Date | null;
}

/** How the credentials of these callers stand now. */
export async function readStanding(pool: pg.Pool, viewers: readonly Viewer[]): Promise<Standing> {
  const held = (of: (viewer: Viewer) => string | null): string[] => [
    ...new Set(viewers.flatMap((viewer) => of(viewer) ?? [])),
  ];
  const keys = held(({ keyId }) => keyId);
  const sessions = held(({ signInId }) => signInId);
  const [keyRows, sessionRows] = await Promise.all([
    keys.length === 0 ? [] : standing(pool, [keys]),
    sessions.length === 0 ? [] : sessionStanding(pool, [sessions]),
  ]);
  const rows = [...keyRows, ...sessionRows.map((row) => ({ ...row, scopes: ROLE_SCOPES[row.role] }))];
  const scopes = new Map<string, ReadonlySet<string>>(rows.map((row) => [row.id, new Set(row.scopes)]));
  const lost = viewers.filter((viewer) => {
    // The built-in administrator's key is in no table.
    const credential = viewer.signInId ?? viewer.keyId;
    if (credential === null) return false;
    const now = scopes.get(credential);
    return (
      now === undefined ||
      now.size !== viewer.scopes.size ||
      [...viewer.scopes].some((scope) => !now.has(scope))
    );
  });
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return { lost, nextExpiry: expiries.length === 0 ? null : new Date(Math.min(...expiries)) };
}
