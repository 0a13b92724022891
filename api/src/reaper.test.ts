import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { createLog } from './log.js';
import { type Reaper, startReaper } from './reaper.js';

let db: TestDatabase;
let reaper: Reaper | undefined;
let logged: string[];
const start = (intervalMs = 20) => {
  reaper = startReaper(db.pool, {
    intervalMs,
    log: createLog('error', { write: (line) => logged.push(line) }),
  });
  return reaper;
};
beforeEach(async () => {
  logged = [];
  db = await createTestDatabase();
});
afterEach(async () => {
  await reaper?.stop();
  await db.drop();
});

/** Counts the statements of sweeps, and says that as many rows as allowed were done for the first `full` of them. */
const countSweeps = (full: number) =>
  db.pool.query(`
    CREATE TABLE sweep (n integer);
    INSERT INTO sweep VALUES (0);
    CREATE OR REPLACE FUNCTION reap_transfers(p_limit integer) RETURNS integer LANGUAGE sql VOLATILE
      AS 'UPDATE sweep SET n = n + 1 RETURNING CASE WHEN n <= ${full} THEN p_limit ELSE 0 END'`);
const sweeps = async () => (await db.pool.query<{ n: number }>('SELECT n FROM sweep')).rows[0]?.n;

test('removes keys that are a day old, and leaves others', async () => {
  await db.pool.query(
    `INSERT INTO idempotency_key (organisation_id, actor_id, operation, key, digest, created_at)
     SELECT 'org_00000000000000000000000001', 'prn_00000000000000000000000001', 'x', n::text, '', baton_now() - n * interval '1 hour'
     FROM generate_series(20, 27) AS n`,
  );
  start();
  const left = async () =>
    (await db.pool.query<{ key: string }>('SELECT key FROM idempotency_key ORDER BY key')).rows.map(
      (row) => row.key,
    );
  await expect.poll(left).toEqual(['20', '21', '22', '23']);
});

test('goes on at once while there is more than one statement takes', async () => {
  await countSweeps(5);
  const { lastRunAt } = start(60_000);
  await expect.poll(() => reaper?.lastRunAt).toBeGreaterThan(lastRunAt);
  expect(await sweeps()).toBe(6);
});

test('survives a failing sweep, tells it, and goes on', async () => {
  await db.pool.query('ALTER FUNCTION reap_transfers RENAME TO away');
  const { lastRunAt } = start();
  await expect.poll(() => logged.length).toBeGreaterThan(1);
  expect(logged[0]).toContain('reap_transfers');
  expect(reaper?.lastRunAt).toBe(lastRunAt);
  await db.pool.query('ALTER FUNCTION away RENAME TO reap_transfers');
  await expect.poll(() => reaper?.lastRunAt).toBeGreaterThan(lastRunAt);
});

test('stop waits for the running sweep, and none follows', async () => {
  await countSweeps(0);
  const blocker = await db.pool.connect();
  await blocker.query('BEGIN; LOCK sweep');
  const stopped = start().stop();
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT reap%'";
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1);
  expect(isStopped).toBe(false);
  await blocker.query('ROLLBACK');
  blocker.release();
  await stopped;
  expect(await sweeps()).toBe(1);
});
