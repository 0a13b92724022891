import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from './log.js';
import { type Migration, readMigrations } from './migration-files.js';
import { judgeHistory, readHistory } from './migration-history.js';

/** The advisory lock that Prisma takes as well, so that both runners wait for each other. */
const migrationLock = 72707369;
const lockBound = '60s';

/** First line of a migration that must run outside a transaction (`CREATE INDEX CONCURRENTLY`): one statement a file. */
const noTransaction = '-- no transaction';

/**
 * Applies what `migrationsDir` has and the database at `url` has not, oldest first, and returns the names applied.
 * Folder and table are those of `prisma migrate deploy`; either runner continues where the other stopped.
 *
 * A migration runs in a transaction together with its row in `_prisma_migrations`: when it fails, neither is there.
 * One whose first line is `-- no transaction` leaves an unfinished row when it fails, as Prisma's do.
 * Callers in other processes wait for each other, at most 60 s (then 55P03).
 *
 * Throws, having changed nothing, when an applied file was edited, when one stands unfinished, when an applied one
 * is missing from the folder among older ones, and when the database has tables but no history.
 */
export async function migrate(url: string, migrationsDir: string, log: Log): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  const client = new pg.Client({ connectionString: url, application_name: 'baton migrate' });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${lockBound}'`);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('RESET lock_timeout');
    const pending = judgeHistory(migrations, await readHistory(client), log);
    for (const migration of pending) {
      log(`Applying migration ${migration.name}`);
      await apply(client, migration);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const id = randomUUID();
  const inTransaction = !migration.sql.startsWith(noTransaction);
  if (inTransaction) await client.query('BEGIN');
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
    [id, migration.checksum, migration.name],
  );
  try {
    await client.query(migration.sql);
  } catch (error) {
    if (inTransaction) await client.query('ROLLBACK');
    else await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)]);
    throw new Error(`Migration ${migration.name} failed: ${describe(error, migration.sql)}`, {
      cause: error,
    });
  }
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = applied_steps_count + 1 WHERE id = $1',
    [id],
  );
  if (inTransaction) await client.query('COMMIT');
  // A SET in one file must not reach the next one.
  await client.query('RESET ALL');
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const line =
    error.position === undefined ? '' : ` (line ${sql.slice(0, Number(error.position)).split('\n').length})`;
  return `${error.message}${line}`;
}
