import type pg from 'pg';
import { statement } from '../db/pool.js';
import { recordReader } from '../db/record.js';
import type { Teammate } from '../gen/prisma/client.js';
import type { Row } from './principal-store.js';

export const teammateOf = recordReader<Teammate>('Teammate');

const addTeam = statement<never>(
  'team_insert',
  'INSERT INTO team (organisation_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
const add = statement<{ row: Row }>(
  'teammate_insert',
  `INSERT INTO teammate AS t (organisation_id, person_id, handle, name, team, display_name, roles, skills, repositories)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (organisation_id, handle) DO NOTHING RETURNING to_jsonb(t) AS row`,
);
const byHandle = statement<{ row: Row }>(
  'teammate_by_handle',
  'SELECT to_jsonb(t) AS row FROM teammate t WHERE organisation_id = $1 AND handle = $2',
);
const suggest = statement<{ handles: string[] }>(
  'handle_suggestions',
  'SELECT ARRAY(SELECT jsonb_array_elements_text(handle_suggestions($1::jsonb))) AS handles',
);
const block = statement<{ changed: boolean }>(
  'block_insert',
  `WITH added AS (INSERT INTO block (organisation_id, blocker_id, blocked_id) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING 1)
   SELECT EXISTS (SELECT 1 FROM added) AS changed`,
);
const unblock = statement<{ changed: boolean }>(
  'block_delete',
  `WITH gone AS (DELETE FROM block WHERE organisation_id = $1 AND blocker_id = $2 AND blocked_id = $3 RETURNING 1)
   SELECT EXISTS (SELECT 1 FROM gone) AS changed`,
);

export interface NewTeammate {
  readonly organisationId: string;
  readonly personId: string;
  readonly handle: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  readonly skills: readonly string[];
  readonly repositories: readonly string[];
}

/** Puts a person on the roster, and makes the team when there is none; null when the handle is taken. */
export async function addTeammate(db: pg.PoolClient, teammate: NewTeammate): Promise<Row | null> {
  const { organisationId, personId, handle, displayName, roles, skills, repositories } = teammate;
  const [name, team] = handle.split('@');
  await addTeam(db, [organisationId, team]);
  const values = [organisationId, personId, handle, name, team, displayName, roles, skills, repositories];
  const [added] = await add(db, values);
  return added?.row ?? null;
}

export async function findByHandle(
  db: pg.PoolClient,
  organisationId: string,
  handle: string,
): Promise<Row | null> {
  const [found] = await byHandle(db, [organisationId, handle]);
  return found?.row ?? null;
}

/** Handles of the organisation that are exactly the name, in other teams. */
export async function suggestionsFor(
  db: pg.PoolClient,
  organisation: string,
  recipient: string,
): Promise<readonly string[]> {
  const [row] = await suggest(db, [JSON.stringify({ organisation, recipient })]);
  return row?.handles ?? [];
}

/** Sets or lifts a block; says whether that changed anything. */
export async function setBlock(
  db: pg.PoolClient,
  organisationId: string,
  blockerId: string,
  blockedId: string,
  blocked: boolean,
): Promise<boolean> {
  const [row] = await (blocked ? block : unblock)(db, [organisationId, blockerId, blockedId]);
  return row?.changed ?? false;
}
