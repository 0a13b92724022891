import type pg from 'pg';
import { statement } from '../db/pool.js';
import { findPersonById, type PersonCall, type PersonRow } from './sign-in-store.js';

const issue = statement<{ expiresAt: string }>(
  'set_up_link_issue',
  `INSERT INTO set_up_link (organisation_id, person_id, secret_hash, expires_at)
   VALUES ($1, $2, decode($3, 'hex'), baton_now() + interval '15 minutes')
   ON CONFLICT (organisation_id, person_id) DO UPDATE SET secret_hash = excluded.secret_hash,
     created_at = baton_now(), expires_at = excluded.expires_at, used_at = NULL
   RETURNING to_jsonb(expires_at)#>>'{}' AS "expiresAt"`,
);
const lock = statement<never>(
  'set_up_link_lock',
  'SELECT FROM set_up_link WHERE organisation_id = $1 AND person_id = $2 FOR UPDATE',
);
const confirmed = statement<{ id: string }>(
  'sign_in_confirmed',
  `SELECT id FROM sign_in s WHERE organisation_id = $1 AND id = $2 AND ended_at IS NULL
     AND confirmed_at > baton_now() - interval '5 minutes' FOR SHARE`,
);
const linkPerson = statement<{ organisation_id: string; person_id: string }>(
  'set_up_link_person',
  'SELECT * FROM set_up_link_person($1)',
);
const useLink = statement<{ used: boolean }>('set_up_link_use', 'SELECT set_up_link_use($1::jsonb) AS used');

/** Makes a person's link, in place of the one before, and says when it expires (ISO 8601). Hex sha256 of secrets here. */
export async function addSetUpLink(
  db: pg.PoolClient,
  organisationId: string,
  personId: string,
  secretHash: string,
): Promise<string> {
  const [row] = await issue(db, [organisationId, personId, secretHash]);
  if (row === undefined) throw new Error('A set-up link was not kept');
  return row.expiresAt;
}

/** Before a session is locked: who uses their link locks it, then their sessions. */
export async function lockSetUpLink(
  db: pg.PoolClient,
  organisationId: string,
  personId: string,
): Promise<void> {
  await lock(db, [organisationId, personId]);
}

/** Whether this session was confirmed within five minutes. It stays so until commit. */
export async function isConfirmed(
  db: pg.PoolClient,
  organisationId: string,
  signInId: string,
): Promise<boolean> {
  return (await confirmed(db, [organisationId, signInId])).length > 0;
}

/** The person whose link this is, or null when it is not good now. */
export async function personOfLink(pool: pg.Pool, secretHash: string): Promise<PersonRow | null> {
  const [row] = await linkPerson(pool, [secretHash]);
  return row === undefined ? null : findPersonById(pool, row.organisation_id, row.person_id);
}

/** Sets the password and ends the person's sessions; false when the link is no good any more. */
export async function useSetUpLink(
  pool: pg.Pool,
  call: PersonCall & { secretHash: string; hash: string },
): Promise<boolean> {
  return (await useLink(pool, [JSON.stringify(call)]))[0]?.used ?? false;
}
