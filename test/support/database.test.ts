import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.js';
import { beginRun } from './database-server.js';

const hour = 3_600_000;

describe('a test database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  test('is migrated and has no transfer', async () => {
    const { rows } = await db.pool.query('SELECT count(*) AS n FROM transfer');
    expect(rows).toEqual([{ n: 0n }]);
  });

  test('moves its clock on, and keeps it ticking', async () => {
    const before = await db.now();
    await db.advanceClock(hour);
    const after = await db.now();
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(hour);
    expect(after.getTime() - before.getTime()).toBeLessThan(hour + 60_000);
    await expect.poll(() => db.now()).not.toEqual(after);
  });

  test('sets its clock', async () => {
    await db.setClock(new Date('2031-05-06T07:08:09Z'));
    const { rows } = await db.pool.query(
      "SELECT baton_now() - '2031-05-06T07:08:09Z' < interval '1 min' AS near, baton_now() >= '2031-05-06T07:08:09Z' AS past",
    );
    expect(rows).toEqual([{ near: true, past: true }]);
  });

  test('shares nothing with others made at the same time', async () => {
    const others = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    await others[0].advanceClock(hour);
    expect((await others[1].now()).getTime()).toBeLessThan((await others[0].now()).getTime() - hour / 2);
    await Promise.all(others.map((other) => other.drop()));
  });
});

test('a new run removes the databases of dead runs, and those of no other', async () => {
  const server = inject('databaseServer');
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const there = async () =>
    (
      await admin.query<{ datname: string }>(
        "SELECT datname FROM pg_database WHERE starts_with(datname, 'baton_test_')",
      )
    ).rows.map((row) => row.datname);
  const left = 'baton_test_0123456789_template';
  await admin.query(`CREATE DATABASE ${left}`);
  const run = await beginRun(server.url);
  expect(await there()).toContain(server.template);
  expect(await there()).not.toContain(left);
  await run.end();
  await admin.end();
});
