import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { type Door, insertKey, openDoor } from '../../../test/support/door.js';
import { openRelay, type Relay } from '../../../test/support/relay.js';
import { smallSchema } from '../../../test/support/small-schema.js';

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
const unready = (...reasons: string[]) => [503, { ready: false, reasons, feedLagMs, reaperAgeMs: null }];
const ready = [200, { ready: true, reasons: [], feedLagMs, reaperAgeMs: null }];

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
  expect(await get('/readyz')).toEqual(unready('the database does not answer'));
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
    expect(answer).toEqual(unready('the database does not answer in time'));
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
    { ready: false, reasons: ['the reaper has stalled'], feedLagMs, reaperAgeMs },
  ]);
  await other.close();
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
