import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../api/src/db/migrate.js';
import { beginRun, startOwnServer, withDatabase } from './database-server.js';

const migrationsDir = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Production has clock_timestamp() alone; here tests move the time by the one row of `test_clock`. */
const movableClock = `
  CREATE TABLE test_clock ("offset" interval NOT NULL);
  INSERT INTO test_clock VALUES ('0');
  CREATE OR REPLACE FUNCTION baton_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT clock_timestamp() + (SELECT "offset" FROM public.test_clock)';`;

/**
 * Before all tests: a server (that of DATABASE_URL when set, else an embedded one in a temporary directory) with a
 * migrated template, from which `createTestDatabase` clones. After them all of it is removed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const server = given ? { url: given, stop: async () => undefined } : await startOwnServer();
  const { run, end } = await beginRun(server.url);
  const template = `${run}_template`;
  // A broken migration fails the tests that need a database, with its message, and leaves the others to run.
  const failure = await makeTemplate(server.url, template).then(() => '', String);
  project.provide('databaseServer', { url: server.url, run, template, failure });
  return async () => {
    await end();
    await server.stop();
  };
}

async function makeTemplate(serverUrl: string, template: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate(withDatabase(serverUrl, template), migrationsDir, () => undefined);
    const client = new pg.Client({ connectionString: withDatabase(serverUrl, template) });
    await client.connect();
    await client.query(movableClock).finally(() => client.end());
    // A clone fails while anybody is connected to its template.
    await admin.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { url: string; run: string; template: string; failure: string };
  }
}
