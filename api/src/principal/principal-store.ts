import type pg from 'pg';
import { statement } from '../db/pool.js';
import { recordReader } from '../db/record.js';
import type { Organisation, Principal } from '../gen/prisma/client.js';
import type { Kind, Role } from './scopes.js';

/** A row as JSON: what is kept under an idempotency key, and read back by the functions below. */
export type Row = Record<string, unknown>;
type Db = pg.PoolClient;

export const organisationOf = recordReader<Organisation>('Organisation');
export const principalOf = recordReader<Principal>('Principal');

const insertOrganisation = statement<{ row: Row }>(
  'organisation_insert',
  `INSERT INTO organisation AS o (id, slug) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING RETURNING to_jsonb(o) AS row`,
);
const selectSlug = statement<{ slug: string }>(
  'organisation_slug',
  'SELECT slug FROM organisation WHERE id = $1',
);

const insertPrincipal = statement<{ row: Row }>(
  'principal_insert',
  `INSERT INTO principal AS p (organisation_id, id, kind, name, role, owner_id, pool) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (organisation_id, kind, name) DO NOTHING RETURNING to_jsonb(p) AS row`,
);
const selectById = statement<{ row: Row }>(
  'principal_by_id',
  'SELECT to_jsonb(p) AS row FROM principal p WHERE organisation_id = $1 AND id = $2',
);
const selectByName = statement<{ row: Row }>(
  'principal_by_name',
  'SELECT to_jsonb(p) AS row FROM principal p WHERE organisation_id = $1 AND kind = $2 AND name = $3',
);
const disable = statement<{ row: Row }>(
  'principal_disable',
  `UPDATE principal p SET disabled_at = baton_now() WHERE organisation_id = $1 AND id = $2 AND disabled_at IS NULL
   RETURNING to_jsonb(p) AS row`,
);

/** A new organisation, or null when its slug is taken. */
export async function addOrganisation(db: Db, id: string, slug: string): Promise<Row | null> {
  const [added] = await insertOrganisation(db, [id, slug]);
  return added?.row ?? null;
}

export async function slugOf(db: Db, organisationId: string): Promise<string | null> {
  const [found] = await selectSlug(db, [organisationId]);
  return found?.slug ?? null;
}

export interface NewPrincipal {
  readonly organisationId: string;
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly role: Role | null;
  readonly ownerId: string | null;
  readonly pool: string | null;
}

/** A new principal, or null when the organisation has one of that kind and name. */
export async function addPrincipal(db: Db, principal: NewPrincipal): Promise<Row | null> {
  const { organisationId, id, kind, name, role, ownerId, pool } = principal;
  const [added] = await insertPrincipal(db, [organisationId, id, kind, name, role, ownerId, pool]);
  return added?.row ?? null;
}

export async function findPrincipal(db: Db, organisationId: string, id: string): Promise<Row | null> {
  const [found] = await selectById(db, [organisationId, id]);
  return found?.row ?? null;
}

export async function findPrincipalByName(
  db: Db,
  organisationId: string,
  kind: Kind,
  name: string,
): Promise<Row | null> {
  const [found] = await selectByName(db, [organisationId, kind, name]);
  return found?.row ?? null;
}

/** The principal as disabled by this call, or null when there is none that was not. */
export async function disablePrincipal(db: Db, organisationId: string, id: string): Promise<Row | null> {
  const [disabled] = await disable(db, [organisationId, id]);
  return disabled?.row ?? null;
}
