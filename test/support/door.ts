import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { type App, type AppOptions, createApp } from '../../api/src/app.js';
import { newId } from '../../api/src/ids.js';
import { NO_MANIFESTS, realLayers } from '../../api/src/layers.js';
import { createLog } from '../../api/src/log.js';
import { newApiKey } from '../../api/src/principal/api-key.js';
import { DEFAULT_SCOPES, type Kind } from '../../api/src/principal/scopes.js';
import { DEFAULT_TIERS } from '../../api/src/settings.js';
import type { TestDatabase } from './database.js';

const DEFAULT_ORGANISATION = 'org_00000000000000000000000001';
const ADMINISTRATOR = 'prn_00000000000000000000000001';

/** The whole server on a free loopback port; `schema` in place of the product's own. */
export interface Door {
  readonly app: App;
  readonly url: string;
  readonly adminKey: string;
  /** What was logged, one object a line. */
  readonly logged: Record<string, unknown>[];
  /** POSTs JSON to /graphql, as the administrator unless `key` says otherwise; null: without a credential. */
  post(body: unknown, more?: { key?: string | null; headers?: Record<string, string> }): Promise<Response>;
  get(path: string, key?: string): Promise<Response>;
  close(): Promise<void>;
}

export async function openDoor(
  db: TestDatabase,
  schema: GraphQLSchema | undefined,
  options: Partial<AppOptions> = {},
): Promise<Door> {
  const logged: Record<string, unknown>[] = [];
  const adminKey = `admin-${randomBytes(24).toString('hex')}`;
  const app = await createApp({
    // The product's manifests fit the product's schema alone.
    ...(schema && { schema, layers: realLayers(NO_MANIFESTS) }),
    databaseUrl: db.url,
    databasePool: 4,
    tokenSecrets: [{ kid: 'test', secret: randomBytes(32) }],
    adminKey,
    settings: { tiers: DEFAULT_TIERS, allowedHostSchemes: [] },
    introspection: false,
    log: createLog('debug', { write: (line) => logged.push(JSON.parse(line)) }),
    ...options,
  });
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const bearer = (key: string | null): Record<string, string> =>
    key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    app,
    url,
    adminKey,
    logged,
    post: (body, { key = adminKey, headers = {} } = {}) =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...bearer(key),
          ...headers,
        },
        body:
          body instanceof Uint8Array
            ? Buffer.from(body)
            : typeof body === 'string'
              ? body
              : JSON.stringify(body),
      }),
    get: (path, key = adminKey) => fetch(`${url}${path}`, { headers: bearer(key) }),
    close: app.close,
  };
}

/** A principal of the default organisation with one key of its kind's scopes. */
export async function insertKey(
  { pool }: TestDatabase,
  kind: Exclude<Kind, 'person'>,
): Promise<{ id: string; key: string; principalId: string }> {
  const principalId = newId('principal');
  await pool.query(
    'INSERT INTO principal (id, organisation_id, kind, name, owner_id, pool) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      principalId,
      DEFAULT_ORGANISATION,
      kind,
      `${kind} ${principalId}`,
      kind === 'agent' ? ADMINISTRATOR : null,
      kind === 'runtime' ? 'local' : null,
    ],
  );
  const { id, secret, prefix, hash } = newApiKey(kind);
  await pool.query(
    `INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes)
     VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), $7)`,
    [id, DEFAULT_ORGANISATION, principalId, kind, prefix, hash, DEFAULT_SCOPES[kind]],
  );
  return { id, key: secret, principalId };
}
