import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dataDirOwner } from '../../api/src/db/data-dir-lock.js';
import { startEmbeddedPostgres } from '../../api/src/db/embedded.js';
import { stopOrphan } from '../../api/src/db/embedded-cluster.js';
import { existingHome } from '../../api/src/db/embedded-user.js';

/** A server for one run of the tests. */
export interface DatabaseServer {
  /** A database to connect to for creating and dropping others. */
  url: string;
  stop(): Promise<void>;
}

const prefix = 'baton-test-cluster-';

/** Starts a server for this run alone. It trades durability for speed; what a killed run left is removed first. */
export async function startOwnServer(): Promise<DatabaseServer> {
  await sweepClusters();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // As root the server runs as another user, who must be able to reach it.
  chmodSync(folder, 0o711);
  const quiet = () => undefined;
  const server = await startEmbeddedPostgres({
    dataDir: dataDirIn(folder),
    log: quiet,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      remove(folder);
    },
  };
}

async function sweepClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || !existsSync(dataDirIn(folder))) continue;
    const home = existingHome(dataDirIn(folder));
    const cluster = join(home, 'cluster');
    // One without a cluster may be another run's that begins right now.
    if (!existsSync(cluster) || dataDirOwner(home) !== undefined) continue;
    await stopOrphan(cluster, console.log);
    remove(folder);
  }
}

function remove(folder: string): void {
  rmSync(existingHome(dataDirIn(folder)), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function dataDirIn(folder: string): string {
  return join(folder, 'data');
}

/** Names the databases of this run, and shows by a lock that it lives: other runs sweep those of dead ones. */
export async function beginRun(serverUrl: string): Promise<{ run: string; end(): Promise<void> }> {
  const run = `baton_test_${randomBytes(5).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [run]);
  await sweepDatabases(client, run);
  return {
    run,
    end: async () => {
      for (const name of await databasesOf(client, run)) await dropDatabase(client, name);
      await client.end();
    },
  };
}

/** `serverUrl` with another database. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function sweepDatabases(client: pg.Client, ownRun: string): Promise<void> {
  const runs = new Set(
    (await databasesOf(client, 'baton_test_')).map((name) => name.slice(0, ownRun.length)),
  );
  runs.delete(ownRun);
  for (const run of runs) {
    const { rows } = await client.query<{ dead: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS dead',
      [run],
    );
    if (!rows[0]?.dead) continue;
    for (const name of await databasesOf(client, run)) await dropDatabase(client, name);
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [run]);
  }
}

async function databasesOf(client: pg.Client, run: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [run],
  );
  return rows.map((row) => row.datname);
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
