import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withSchemaEngine } from '../../../scripts/schema-engine.mjs';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { runSource } from '../../../test/support/source-process.js';
import { migrate } from './migrate.js';

let db: TestDatabase;
let folder: string;
let said: string[];

beforeEach(async () => {
  db = await createTestDatabase({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), 'baton-migrations-'));
  writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  said = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await db.drop();
});

const one = '20300101000001_one';
const two = '20300101000002_two';
const three = '20300101000003_three';

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

const run = () => migrate(db.url, folder, (line) => said.push(line));

async function history(): Promise<unknown[]> {
  const { rows } = await db.pool.query(`SELECT migration_name AS name, finished_at >= started_at AS finished,
    applied_steps_count AS steps, logs FROM _prisma_migrations ORDER BY started_at`);
  return rows;
}

const tables = async () =>
  (await db.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).rows.map(
    (row) => row.tablename,
  );

describe('what it applies', () => {
  test('everything in the order of names, once, with rows as Prisma writes them', async () => {
    write(two, 'ALTER TABLE thing ADD COLUMN b int;');
    write(one, 'CREATE TABLE thing (a int); INSERT INTO thing VALUES (1);');
    expect(await run()).toEqual([one, two]);
    expect(await run()).toEqual([]);
    write(three, 'DROP TABLE thing;');
    expect(await run()).toEqual([three]);
    expect(await history()).toEqual(
      [one, two, three].map((name) => ({ name, finished: true, steps: 1, logs: null })),
    );
    const sums = await db.pool.query('SELECT checksum FROM _prisma_migrations WHERE migration_name = $1', [
      one,
    ]);
    const bytes = readFileSync(join(folder, one, 'migration.sql'));
    expect(sums.rows[0].checksum).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a failing migration leaves nothing, those before it stay, and its repair is applied', async () => {
    write(one, 'CREATE TABLE kept (a int);');
    write(two, 'CREATE TABLE half (a int);\n\nSELECT nonsense;');
    await expect(run()).rejects.toThrow(`Migration ${two} failed: column "nonsense" does not exist (line 3)`);
    expect(await tables()).toEqual(['_prisma_migrations', 'kept']);
    expect(await history()).toHaveLength(1);
    write(two, 'CREATE TABLE whole (a int);');
    expect(await run()).toEqual([two]);
  });

  test('a file that opts out runs outside a transaction; failed, it blocks until it is declared undone', async () => {
    write(one, 'CREATE TABLE thing AS SELECT 1 AS a FROM generate_series(1, 2);');
    write(two, '-- no transaction\nCREATE UNIQUE INDEX CONCURRENTLY thing_a_key ON thing (a);');
    await expect(run()).rejects.toThrow(`Migration ${two} failed: could not create unique index`);
    const [, failed] = await history();
    expect(failed).toMatchObject({
      name: two,
      finished: null,
      steps: 0,
      logs: expect.stringContaining('unique index'),
    });

    const refusal = await run().then(() => '', String);
    expect(refusal).toContain(`Migration ${two} was begun and not finished`);
    const statement = /UPDATE .*?'(?=, and)/.exec(refusal)?.[0] ?? '';
    await db.pool.query('DROP INDEX thing_a_key');
    await db.pool.query(statement);
    write(two, '-- no transaction\nCREATE INDEX CONCURRENTLY thing_a_idx ON thing (a);');
    expect(await run()).toEqual([two]);
  });

  test('settings of one file do not reach the next', async () => {
    write(one, "SET work_mem = '5MB'; CREATE TABLE a AS SELECT current_setting('work_mem') AS mem;");
    write(two, "CREATE TABLE b AS SELECT current_setting('work_mem') AS mem;");
    await run();
    const { rows } = await db.pool.query('SELECT a.mem = b.mem AS same FROM a, b');
    expect(rows).toEqual([{ same: false }]);
  });

  test('an empty folder, which git does not keep, is no migration', async () => {
    mkdirSync(join(folder, one));
    expect(await run()).toEqual([]);
  });
});

describe('what it refuses, changing nothing', () => {
  test('a file that was changed after it was applied', async () => {
    write(one, 'CREATE TABLE thing (a int);\n');
    await run();
    write(one, 'CREATE TABLE thing (a bigint);\n');
    write(two, 'CREATE TABLE other (a int);');
    await expect(run()).rejects.toThrow(`Migration ${one} was changed after it was applied`);
    expect(await tables()).toEqual(['_prisma_migrations', 'thing']);
  });

  test('but not one whose line ends changed', async () => {
    write(one, 'CREATE TABLE thing (\n  a int\n);\n');
    await run();
    write(one, 'CREATE TABLE thing (\r\n  a int\r\n);\r\n');
    expect(await run()).toEqual([]);
  });

  test('an applied migration that the folder lacks among older ones', async () => {
    write(one, 'CREATE TABLE thing (a int);');
    await run();
    rmSync(join(folder, one), { recursive: true });
    write(two, 'CREATE TABLE other (a int);');
    await expect(run()).rejects.toThrow(`Migration ${one} was applied to this database`);
    expect(await tables()).toEqual(['_prisma_migrations', 'thing']);
  });

  test('but not a database that a newer version has migrated', async () => {
    write(one, 'CREATE TABLE thing (a int);');
    write(two, 'CREATE TABLE other (a int);');
    await run();
    rmSync(join(folder, two), { recursive: true });
    said = [];
    expect(await run()).toEqual([]);
    expect(said).toEqual([`The database is ahead: migration ${two} comes from a newer Baton`]);
  });

  test("somebody else's database", async () => {
    await db.pool.query('CREATE TABLE theirs (a int)');
    write(one, 'CREATE TABLE thing (a int);');
    await expect(run()).rejects.toThrow('has tables (theirs) but no record');
    expect(await tables()).toEqual(['theirs']);
  });

  test('a folder that is not one of migrations for PostgreSQL', async () => {
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "sqlite"\n');
    await expect(run()).rejects.toThrow('must be there and name the provider "postgresql"');
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
    write('one', 'SELECT 1');
    await expect(run()).rejects.toThrow('is not named <14 digits>_<name>');
  });
});

test('of two processes at once, one applies and the other finds it done', { timeout: 60_000 }, async () => {
  write(one, 'CREATE TABLE thing (a int); INSERT INTO thing VALUES (1);');
  write(two, 'INSERT INTO thing VALUES (2);');
  const gate = await db.pool.connect();
  await gate.query('SELECT pg_advisory_lock(72707369)');
  const processes = [1, 2].map(() => runSource('./run-migrate.ts', [db.url, folder]));
  const waiting = async () =>
    (
      await db.pool.query(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
    ).rows[0].n;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
  await gate.query('SELECT pg_advisory_unlock(72707369)');
  gate.release();
  const outcomes = await Promise.all(processes.map((each) => each.line()));
  expect(outcomes.sort()).toEqual([JSON.stringify([one, two]), '[]']);
  expect((await db.pool.query('SELECT a FROM thing ORDER BY a')).rows).toEqual([{ a: 1 }, { a: 2 }]);
});

test("Prisma's own runner goes on from here, and we from there", async () => {
  write(one, 'CREATE TABLE thing (a int);');
  await run();
  write(two, 'ALTER TABLE thing ADD COLUMN b int;');
  expect(await prismaDeploy([one, two])).toEqual([two]);
  write(three, 'ALTER TABLE thing ADD COLUMN c int;');
  expect(await run()).toEqual([three]);
  expect(await prismaDeploy([one, two, three])).toEqual([]);
});

async function prismaDeploy(names: string[]): Promise<string[]> {
  const migrationDirectories = names.map((path) => {
    const value = readFileSync(join(folder, path, 'migration.sql'), 'utf8');
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
  });
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  const { appliedMigrationNames } = await withSchemaEngine(db.url, (engine) =>
    engine.applyMigrations({
      migrationsList: { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories },
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return appliedMigrationNames;
}
