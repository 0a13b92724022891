import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../../../test/requirements.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { type Door, insertKey, openDoor } from '../../../test/support/door.js';
import { openRelay, type Relay } from '../../../test/support/relay.js';
import { smallSchema } from '../../../test/support/small-schema.js';
import { createLog } from '../log.js';
import { startReaper } from '../reaper.js';

let db: TestDatabase;
let relay: Relay;
let door: Door;
let key: string;

beforeAll(async () => {
  db = await createTestDatabase();
  relay = await openRelay(db.url);
  door = await openDoor(db, smallSchema, { databaseUrl: relay.url });
  ({ key } = await insertKey(db, 'orchestrator'));
});
afterAll(async () => {
  await door.close();
  await relay.close();
  await db.drop();
});

const get = async (path: string) => {
  const response = await fetch(`${door.url}${path}`);
  return [response.status, await response.json()];
};
const feedLagMs = expect.any(Number);
const unstamped = { count: 0, oldestMs: 0 };
const figures = { unstamped, feedLagMs, reaperAgeMs: null };
const unready = (...reasons: string[]) => [503, { ready: false, reasons, ...figures }];
const ready = [200, { ready: true, reasons: [], ...figures }];
/** The database, which alone knows what it has yet to number, said nothing. */
const silent = (reason: string) => [503, { ready: false, reasons: [reason], ...figures, unstamped: null }];

describe('without a credential', () => {
  test('/healthz and /readyz answer', async () => {
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual(ready);
  });

  test('HEAD is fine, other methods are not', async () => {
    expect((await fetch(`${door.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${door.url}/healthz`, { method: 'POST' })).status).toBe(405);
  });
});

test('with the database gone the process is healthy, not ready, and says UNAVAILABLE; with it back, all is well', async () => {
  await relay.cut();
  expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
  expect(await get('/readyz')).toEqual(silent('the database does not answer'));
  const page = await (await fetch(`${door.url}/metrics`)).text();
  expect(page).toContain('\nbaton_ready 0\n');
  expect(page).not.toMatch(/^baton_events_unstamped /m);
  const response = await door.post({ query: '{ hello }' }, { key });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toMatchObject({
    errors: [{ extensions: { code: 'UNAVAILABLE', number: -31503, retryable: true, retryAfterMs: 1000 } }],
  });
  expect(await (await door.post({ query: '{ stored }' })).json()).toMatchObject({
    data: { stored: null },
    errors: [{ extensions: { code: 'UNAVAILABLE' } }],
  });
  await relay.restore();
  expect(await get('/readyz')).toEqual(ready);
  expect(await (await door.post({ query: '{ stored }' }, { key })).json()).toMatchObject({
    data: { stored: '0' },
  });
});

test('a database that hangs makes it not ready in about a second, however often it is asked', async () => {
  relay.hang();
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/readyz')));
  expect(performance.now() - start).toBeLessThan(5_000);
  for (const answer of answers) {
    expect(answer).toEqual(silent('the database does not answer in time'));
  }
  expect(door.app.services.pool.totalCount).toBeLessThanOrEqual(2);
  await relay.restore();
  await expect.poll(() => get('/readyz')).toEqual(ready);
});

test('a reaper that has not swept for half a minute makes it not ready', async () => {
  let reaperAgeMs = 29_000;
  const other = await openDoor(db, smallSchema, { reaperAgeMs: () => reaperAgeMs });
  expect((await other.get('/readyz')).status).toBe(200);
  reaperAgeMs = 31_000;
  const response = await other.get('/readyz');
  expect([response.status, await response.json()]).toEqual([
    503,
    { ready: false, reasons: ['the reaper has stalled'], unstamped, feedLagMs, reaperAgeMs },
  ]);
  await other.close();
});

test('a reaper whose sweeps fail makes it not ready, until they go through again', async () => {
  const own = await createTestDatabase();
  await own.pool.query('ALTER FUNCTION reap_transfers RENAME TO away');
  const log = createLog('fatal');
  const reaper = startReaper(own.pool, { intervalMs: 20, log });
  const other = await openDoor(own, smallSchema, {
    reaperAgeMs: () => performance.now() - reaper.lastRunAt,
    stalledAfterMs: 2_500,
  });
  const reasons = async () => ((await (await other.get('/readyz')).json()) as { reasons: string[] }).reasons;
  await expect.poll(reasons, { timeout: 15_000 }).toEqual(['the reaper has stalled']);
  await own.pool.query('ALTER FUNCTION away RENAME TO reap_transfers');
  await expect.poll(reasons, { timeout: 15_000 }).toEqual([]);
  await reaper.stop();
  await other.close();
  await own.drop();
});

test(`${shows('O1')}events that nobody can number make it not ready, and so does a feed that goes on no more`, async () => {
  const own = await createTestDatabase();
  const other = await openDoor(own, smallSchema, { stalledAfterMs: 2_500 });
  // Whoever stamps waits for this row.
  const blocker = await own.pool.connect();
  await blocker.query('BEGIN; SELECT FROM feed_head FOR UPDATE');
  await own.pool.query(`INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at)
    SELECT 'org_00000000000000000000000001', 'transfer', 'trf_a', n, 'staged', 'nobody', baton_now() FROM generate_series(1, 3) AS n`);
  const state = async () => {
    const response = await other.get('/readyz');
    return [response.status, await response.json()];
  };
  const late = { count: 3, oldestMs: expect.any(Number) };
  const reasons = ['committed events are not numbered', 'the feed has stalled'];
  await expect
    .poll(state, { timeout: 15_000 })
    .toEqual([503, { ready: false, reasons, ...figures, unstamped: late }]);
  const page = await (await fetch(`${other.url}/metrics`)).text();
  expect(page).toContain('\nbaton_events_unstamped 3\n');
  expect(page).toContain('\nbaton_ready 0\n');
  expect(Number(/^baton_stamper_lag_seconds (.+)$/m.exec(page)?.[1])).toBeGreaterThan(2.5);
  await blocker.query('ROLLBACK');
  blocker.release();
  await expect.poll(state, { timeout: 15_000 }).toEqual(ready);
  expect(await (await fetch(`${other.url}/metrics`)).text()).toContain('\nbaton_events_stamped_total 3\n');
  await other.close();
  await own.drop();
});

test('a database that lacks a migration is not ready', async () => {
  const old = await createTestDatabase();
  await old.pool.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%reaper'");
  const other = await openDoor(old, smallSchema);
  const response = await other.get('/readyz');
  expect([response.status, await response.json()]).toEqual(unready('migrations are not applied'));
  await other.close();
  await old.drop();
});
