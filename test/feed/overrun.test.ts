import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow } from '../../api/src/event/follow.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

/** More than a reader keeps in memory. */
const EVENTS = 2_500;

test(`${shows('F3')}a reader slower than the log catches up from it: none missed, none twice, in order`, async () => {
  const { feed } = door.app.services;
  await w.to('staged');
  door.app.hint();
  await expect.poll(() => feed.position).toBeGreaterThan(0n);
  const abort = new AbortController();
  const from = feed.position;
  const reading = follow(feed, {
    organisationId: w.organisationId,
    after: from,
    wants: ({ sequence }) => sequence % 2 === 0,
    signal: abort.signal,
  });
  const write = (first: number, last: number) =>
    w.db.pool.query(
      `INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at)
       SELECT $1, 'handoff', 'agg', n, 'test_event', 'test', baton_now() FROM generate_series($2::int, $3::int) n`,
      [w.organisationId, first, last],
    );
  const read: number[] = [];
  const take = async (until: number): Promise<void> => {
    for (;;) {
      const { value } = await reading.next();
      if (value !== undefined) read.push(value.sequence);
      if (value === undefined || value.sequence === until) return;
    }
  };
  // It stands at the head; then much more comes than it may hold, twice, the second time while it catches up.
  await write(1, 2);
  door.app.hint();
  await take(2);
  for (const [first, last] of [
    [3, EVENTS],
    [EVENTS + 1, 2 * EVENTS],
  ] as const) {
    await write(first, last);
    door.app.hint();
    await expect.poll(() => feed.position - from).toBe(BigInt(last));
    await take(first + 1);
  }
  await take(2 * EVENTS);
  expect(read).toEqual(Array.from({ length: EVENTS }, (_, n) => 2 * (n + 1)));
  abort.abort();
  expect(await reading.next()).toEqual({ done: true, value: undefined });
});
