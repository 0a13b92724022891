import type pg from 'pg';
import type { Log } from './log.js';
import { isChecksumOf, type Migration } from './migration-files.js';

/** A row of `_prisma_migrations` that was not rolled back. */
interface Applied {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

// Column by column as Prisma creates it: its own runner must be able to go on from here.
const createTable = `CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** What was applied, oldest first; makes the table when the database is new. */
export async function readHistory(client: pg.Client): Promise<Applied[]> {
  const tables = await client.query<{ tablename: string }>(
    'SELECT tablename FROM pg_tables WHERE schemaname = current_schema()',
  );
  const names = tables.rows.map((row) => row.tablename);
  if (!names.includes('_prisma_migrations')) {
    if (names.length > 0) {
      throw new Error(
        `The database has tables (${names.slice(0, 3).join(', ')}) but no record of Baton's migrations. ` +
          'Give Baton an empty database of its own (DATABASE_URL).',
      );
    }
    await client.query(createTable);
  }
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name',
  );
  return rows;
}

/** The migrations still to apply. Throws when the database's history does not agree with the folder's. */
export function judgeHistory(migrations: Migration[], history: Applied[], log: Log): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = migrations.at(-1)?.name ?? '';
  for (const applied of history) {
    const { migration_name: name } = applied;
    if (applied.finished_at === null) {
      throw new Error(
        `Migration ${name} was begun and not finished${applied.logs ? ` (${applied.logs})` : ''}. Undo by hand what it did, then ` +
          `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}', and start again.`,
      );
    }
    const file = files.get(name);
    if (file === undefined && name < newest) {
      throw new Error(
        `Migration ${name} was applied to this database, but this Baton has it not: it is a database of another history. Start the Baton that made it, or restore a backup.`,
      );
    }
    if (file === undefined) log(`The database is ahead: migration ${name} comes from a newer Baton`);
    else if (!isChecksumOf(applied.checksum, file.sql)) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore its migration.sql and put the change in a new migration.`,
      );
    }
  }
  const done = new Set(history.map((applied) => applied.migration_name));
  return migrations.filter((migration) => !done.has(migration.name));
}
