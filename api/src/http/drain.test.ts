import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { openDoor } from '../../../test/support/door.js';
import { smallSchema } from '../../../test/support/small-schema.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Whether a field of ours sleeps in the database. */
const sleeping = async () =>
  (
    await db.pool.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(%' AND state = 'active' AND datname = current_database()",
    )
  ).rowCount;

test('closing answers what is in flight and takes nothing new', async () => {
  const door = await openDoor(db, smallSchema);
  const inFlight = door.post({ query: '{ slow(seconds: 0.5) }' });
  await expect.poll(sleeping).toBe(1);
  const closed = door.close();
  await expect(door.get('/healthz')).rejects.toThrow();
  expect(await (await inFlight).json()).toMatchObject({ data: { slow: 'done' } });
  await closed;
});

test('closing does not wait for ever', async () => {
  const door = await openDoor(db, smallSchema);
  const inFlight = door.post({ query: '{ slow(seconds: 3) }' });
  const cut = expect(inFlight).rejects.toThrow();
  await expect.poll(sleeping).toBe(1);
  const closed = door.close();
  await cut;
  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(%' AND pid <> pg_backend_pid()",
  );
  await closed;
});

test('a server that never listened closes', async () => {
  const door = await openDoor(db, smallSchema);
  await door.close();
  await expect(door.app.services.pool.query('SELECT 1')).rejects.toThrow('pool after calling end');
});
