import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Change, follow } from '../../cli/src/client/feed.js';
import { FollowEventsDocument } from '../../cli/src/gen/graphql.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { openRelay, type Relay } from '../support/relay.js';
import { settled } from '../support/settled.js';
import { type Actor, createWorld, ok, type Scene, type World } from '../support/world.js';

/** Between two pings, of the server and of the client. Two of them is what either may take to notice. */
const PERIOD = 1_000;
const NOTICED = { timeout: 2 * PERIOD + 1_000, interval: 20 };

let w: World;
let door: Door;
let scene: Scene;
let reader: Actor;
let path: Relay;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 8, keepAliveMs: PERIOD });
  scene = await w.to('active');
  reader = await w.integrator();
  path = await openRelay(door.url);
});
afterAll(async () => {
  await path.close();
  await door?.close();
  await w.close();
});

/** The client of `baton watch`, over the relay. */
function watching() {
  const seen: Change[] = [];
  const cuts: string[] = [];
  const abort = new AbortController();
  const { id, position } = door.app.services.feed;
  const running = (async () => {
    const changes = follow(
      { url: path.url.replace(/\/$/, ''), key: reader.key } as never,
      { document: FollowEventsDocument as never },
      { after: `${id}.${position}`, signal: abort.signal, onCut: (why) => cuts.push(why), pingMs: PERIOD },
    );
    for await (const change of changes) seen.push(change);
  })();
  const stop = (): Promise<void> => {
    abort.abort();
    return running;
  };
  return { seen, cuts, stop };
}

let watch: ReturnType<typeof watching>;
afterEach(async () => {
  await path.restore();
  await watch.stop();
  await expect.poll(() => door.app.streams.subscribers).toBe(0);
});

async function topUp(): Promise<void> {
  ok(await scene.orchestrator.topUp(scene.id, '0.01'));
  door.app.hint();
}
const logged = async (after: string | undefined): Promise<string[]> => {
  const { rows } = await w.db.pool.query<{ id: string }>(
    'SELECT id::text FROM event WHERE organisation_id = $1 AND id >= $2 ORDER BY position',
    [w.organisationId, after ?? '0'],
  );
  return rows.map(({ id }) => id);
};
/** What was seen is what was logged from the first of it on, and reaches the present. */
async function expectNoGap(): Promise<void> {
  await topUp();
  const last = (await logged(undefined)).at(-1);
  await expect.poll(() => watch.seen.at(-1)?.event.id, { timeout: 15_000 }).toBe(last);
  expect(watch.seen.map(({ event }) => event.id)).toEqual(await logged(watch.seen[0]?.event.id));
}
async function live(): Promise<void> {
  await settled(door, w.db);
  watch = watching();
  await expect.poll(() => door.app.streams.subscribers).toBe(1);
  await topUp();
  await expect.poll(() => watch.seen.length).toBe(1);
}

describe(`${shows('F3', 'F5')}a path that`, () => {
  test('half-opens is noticed by both ends within two periods, and the client resumes without a gap', async () => {
    await live();
    path.hang();
    await topUp();
    await expect.poll(() => watch.cuts.length, { ...NOTICED, message: 'client' }).toBeGreaterThan(0);
    await expect.poll(() => door.app.streams.subscribers, { ...NOTICED, message: 'server' }).toBe(0);
    await topUp();
    await path.restore();
    await expectNoGap();
  });

  test('hangs before it is reached is given up and tried again', async () => {
    await settled(door, w.db);
    path.hang();
    watch = watching();
    await expect.poll(() => watch.cuts.length, { timeout: 10_000 }).toBeGreaterThan(1);
    await path.restore();
    await expect.poll(() => door.app.streams.subscribers, { timeout: 15_000 }).toBe(1);
    await expectNoGap();
  });

  test('is cut again and again loses nothing', async () => {
    await live();
    for (let cut = 1; cut <= 5; cut += 1) {
      await path.cut();
      await topUp();
      await path.restore();
      await expect.poll(() => watch.cuts.length).toBeGreaterThanOrEqual(cut);
      await expectNoGap();
    }
  });

  test('is late by less than a period is not given up', async () => {
    await live();
    for (let turn = 0; turn < 5; turn += 1) {
      path.hang();
      await topUp();
      await path.restore();
      await expectNoGap();
    }
    expect(watch.cuts).toEqual([]);
  });
});
