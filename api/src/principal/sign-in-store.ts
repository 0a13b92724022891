import type pg from 'pg';
import { statement } from '../db/pool.js';
import type { Role } from './scopes.js';

/** A session as it stands, without what authenticates it. */
export interface SessionRow {
  readonly id: string;
  readonly organisationId: string;
  readonly organisation: string;
  readonly personId: string;
  readonly name: string;
  readonly handle: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly expiresAt: Date;
  /** When it ends by itself unless it is used before. */
  readonly endsAt: Date;
  readonly useIsOld: boolean;
}

const COLUMNS = `s.id, s.organisation_id AS "organisationId", o.slug AS organisation, s.person_id AS "personId", p.name,
  (SELECT t.handle FROM teammate t WHERE t.organisation_id = s.organisation_id AND t.person_id = s.person_id) AS handle,
  p.role, s.created_at AS "createdAt", s.confirmed_at AS "confirmedAt", s.expires_at AS "expiresAt",
  sign_in_ends_at(s) AS "endsAt", s.last_used_at <= baton_now() - interval '1 minute' AS "useIsOld"`;
const JOINS = `JOIN organisation o ON o.id = s.organisation_id
  JOIN principal p ON p.organisation_id = s.organisation_id AND p.id = s.person_id`;

const find = statement<SessionRow>(
  'sign_in_find',
  `SELECT ${COLUMNS} FROM sign_in s ${JOINS}
   WHERE s.secret_hash = decode($1, 'hex') AND s.ended_at IS NULL AND sign_in_ends_at(s) > baton_now()
     AND p.disabled_at IS NULL`,
);
const noteUse = statement<never>(
  'sign_in_note_use',
  `UPDATE sign_in SET last_used_at = baton_now()
   WHERE organisation_id = $1 AND id = $2 AND last_used_at <= baton_now() - interval '1 minute'`,
);
const begin = statement<SessionRow>(
  'sign_in_begin',
  `SELECT ${COLUMNS} FROM sign_in_begin($1::jsonb) s ${JOINS}`,
);
const confirm = statement<SessionRow>(
  'sign_in_confirm',
  `SELECT ${COLUMNS} FROM sign_in_confirm($1::jsonb) s ${JOINS}`,
);
const end = statement<{ ended: number }>('sign_in_end', 'SELECT sign_in_end($1::jsonb) AS ended');

/** Hex sha256 of secrets, everywhere. */
export async function findSession(pool: pg.Pool, secretHash: string): Promise<SessionRow | null> {
  return (await find(pool, [secretHash]))[0] ?? null;
}

export async function noteSessionUse(pool: pg.Pool, organisationId: string, id: string): Promise<void> {
  await noteUse(pool, [organisationId, id]);
}

/** Whose session it is about, and the request that asks, for the audit log. */
export interface PersonCall {
  readonly organisation: string;
  readonly person: string;
  readonly request: string;
}

/** Null: disabled meanwhile, or the password is another by now. */
export async function beginSession(
  pool: pg.Pool,
  call: PersonCall & { compared: string; id: string; secretHash: string; replaces: string | undefined },
): Promise<SessionRow | null> {
  return (await begin(pool, [JSON.stringify(call)]))[0] ?? null;
}

/** Null: the session is over. */
export async function confirmSession(
  pool: pg.Pool,
  call: PersonCall & { compared: string; id: string },
): Promise<SessionRow | null> {
  return (await confirm(pool, [JSON.stringify(call)]))[0] ?? null;
}

/** Ends one session, or all of the person without an id; says how many. */
export async function endSessions(pool: pg.Pool, call: PersonCall & { id?: string }): Promise<number> {
  return (await end(pool, [JSON.stringify(call)]))[0]?.ended ?? 0;
}

/** A person as they sign in; `hash` is null when they have no password or are disabled. */
export interface PersonRow {
  readonly organisation: string;
  readonly person: string;
  readonly login: string;
  readonly hash: string | null;
}

const byLogin = statement<PersonRow>(
  'person_by_login',
  `SELECT p.organisation_id AS organisation, p.id AS person, $2 AS login,
     CASE WHEN p.disabled_at IS NULL THEN w.hash END AS hash
   FROM (
     SELECT t.organisation_id, t.person_id AS id FROM teammate t JOIN organisation o ON o.id = t.organisation_id
       WHERE o.slug = $1 AND t.handle = $2
     UNION
     SELECT p.organisation_id, p.id FROM principal p JOIN organisation o ON o.id = p.organisation_id
       WHERE o.slug = $1 AND p.kind = 'person' AND p.name = $2) AS named
   JOIN principal p USING (organisation_id, id)
   LEFT JOIN password w ON w.organisation_id = p.organisation_id AND w.person_id = p.id
   LIMIT 1`,
);
const byId = statement<PersonRow>(
  'person_by_id',
  `SELECT p.organisation_id AS organisation, p.id AS person, coalesce(t.handle, p.name) AS login, w.hash
   FROM principal p LEFT JOIN password w ON w.organisation_id = p.organisation_id AND w.person_id = p.id
     LEFT JOIN teammate t ON t.organisation_id = p.organisation_id AND t.person_id = p.id
   WHERE p.organisation_id = $1 AND p.id = $2 AND p.disabled_at IS NULL`,
);

/** By `name@team`, or by name for who has no handle; `organisation` is a slug. */
export async function findPersonByLogin(
  pool: pg.Pool,
  organisation: string,
  login: string,
): Promise<PersonRow | null> {
  return (await byLogin(pool, [organisation, login]))[0] ?? null;
}

export async function findPersonById(
  pool: pg.Pool,
  organisationId: string,
  id: string,
): Promise<PersonRow | null> {
  return (await byId(pool, [organisationId, id]))[0] ?? null;
}
