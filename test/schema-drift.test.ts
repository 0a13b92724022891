import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../api/src/db/migrate.js';
import { clockFault, schemaDrift } from '../scripts/drift.mjs';
import { createTestDatabase, type TestDatabase } from './support/database.js';

const prisma = (path: string) => fileURLToPath(new URL(`../prisma/${path}`, import.meta.url));
const datamodel = readFileSync(prisma('schema.prisma'), 'utf8');
let db: TestDatabase;

beforeEach(async () => {
  db = await createTestDatabase({ migrated: false });
  await migrate(db.url, prisma('migrations'), () => undefined);
});
afterEach(() => db.drop());

test('the migrations make what schema.prisma says, with the clock of the server', async () => {
  expect(await schemaDrift(db.url, datamodel)).toBeUndefined();
  expect(await clockFault(db.url)).toBeUndefined();
});

test.each([
  ['a column', 'ALTER TABLE session ADD COLUMN odd int', 'Added column `odd`'],
  ['a default', 'ALTER TABLE session ALTER COLUMN epoch SET DEFAULT 7', 'default changed'],
  ['a nullable column', 'ALTER TABLE session ALTER COLUMN epoch DROP NOT NULL', 'Required to Nullable'],
  ['an index', 'DROP INDEX transfer_session_idx', 'Removed index'],
  ['a foreign key', 'ALTER TABLE session DROP CONSTRAINT session_owner_fkey', 'Removed foreign key'],
  ['a table', 'CREATE TABLE odd (id int PRIMARY KEY)', 'Added tables'],
])('%s that differs is told', async (_, sql, words) => {
  await db.pool.query(sql);
  expect(await schemaDrift(db.url, datamodel)).toContain(words);
});

test('a clock with an offset is told', async () => {
  await db.pool.query(`CREATE OR REPLACE FUNCTION baton_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT clock_timestamp() + interval ''1 s'''`);
  expect(await clockFault(db.url)).toContain("interval '1 s'");
});
