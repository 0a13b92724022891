import type pg from 'pg';
import { statement } from '../db/pool.js';
import { recordReader } from '../db/record.js';
import type { ApiKey } from '../gen/prisma/client.js';
import type { ApiKeySecret } from './api-key.js';
import type { Row } from './principal-store.js';
import type { Kind, Scope } from './scopes.js';

/** A key without what authenticates it. */
export type ApiKeyRecord = Omit<ApiKey, 'secretHash'>;

export const apiKeyOf = recordReader<ApiKeyRecord>('ApiKey');

const insert = statement<{ row: Row }>(
  'api_key_insert',
  `INSERT INTO api_key AS k (organisation_id, id, principal_id, kind, prefix, secret_hash, scopes, expires_at, created_by)
   VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, baton_now() + $8 * interval '1 second', $9)
   RETURNING to_jsonb(k) - 'secret_hash' AS row`,
);
const select = statement<{ row: Row }>(
  'api_key_by_id',
  `SELECT to_jsonb(k) - 'secret_hash' AS row FROM api_key k WHERE organisation_id = $1 AND id = $2`,
);
const revoke = statement<{ row: Row }>(
  'api_key_revoke',
  `UPDATE api_key k SET revoked_at = baton_now() WHERE organisation_id = $1 AND id = $2 AND revoked_at IS NULL
   RETURNING to_jsonb(k) - 'secret_hash' AS row`,
);

export interface NewApiKey {
  readonly organisationId: string;
  readonly principalId: string;
  readonly kind: Kind;
  readonly scopes: readonly Scope[];
  /** Null: until revoked. */
  readonly expiresInSeconds: number | null;
  readonly createdBy: string;
}

export async function addApiKey(db: pg.PoolClient, secret: ApiKeySecret, key: NewApiKey): Promise<Row> {
  const { organisationId, principalId, kind, scopes, expiresInSeconds, createdBy } = key;
  const [added] = await insert(db, [
    organisationId,
    secret.id,
    principalId,
    kind,
    secret.prefix,
    secret.hash,
    scopes,
    expiresInSeconds,
    createdBy,
  ]);
  if (added === undefined) throw new Error('An inserted key returned no row');
  return added.row;
}

export async function findApiKey(db: pg.PoolClient, organisationId: string, id: string): Promise<Row | null> {
  const [found] = await select(db, [organisationId, id]);
  return found?.row ?? null;
}

/** The key as revoked by this call, or null when there is none that was not. */
export async function revokeApiKey(
  db: pg.PoolClient,
  organisationId: string,
  id: string,
): Promise<Row | null> {
  const [revoked] = await revoke(db, [organisationId, id]);
  return revoked?.row ?? null;
}
