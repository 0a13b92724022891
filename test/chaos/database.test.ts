import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { remote } from '../support/remote.js';
import { storyOf } from '../support/story.js';
import {
  type Actor,
  type Answer,
  codeOf,
  createWorld,
  ok,
  PERMISSIVE,
  type Scene,
  type World,
} from '../support/world.js';

vi.setConfig({ testTimeout: 60_000 });

let w: World;
let door: Door;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 5, layers: { ...w.services.layers, document: PERMISSIVE.document } });
});
afterEach(async () => expect(await storyOf(w.judge)).toEqual([]));
afterAll(async () => {
  await door.close();
  await w.close();
});

const as = (actor: Actor): Actor => remote(actor, door.url);
const key = { idempotencyKey: 'once' };

/** Connections of servers that wait for a lock, and for how long. */
const waiting = () =>
  w.judge.rows<{ pid: number; seconds: number }>(
    `SELECT pid, extract(epoch FROM clock_timestamp() - query_start)::float8 AS seconds FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'baton' AND wait_event_type = 'Lock'`,
  );

/** What `call` answers whose connection is ended while somebody else holds what it needs, after `seconds` of waiting. */
async function cutOff(lock: string, call: () => Promise<Answer>, seconds = 0): Promise<Answer> {
  const holder = await w.db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock);
    const answer = call();
    await expect.poll(async () => (await waiting()).some((one) => one.seconds >= seconds)).toBe(true);
    for (const { pid } of await waiting()) await w.judge.rows('SELECT pg_terminate_backend($1)', [pid]);
    return await answer;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const MOVES: Record<string, () => Promise<{ scene: Scene; call: () => Promise<Answer> }>> = {
  stage: async () => {
    const scene = await w.to('staged');
    return { scene, call: () => as(scene.agent).stage({ messageHistory: [], ...key }) };
  },
  activate: async () => {
    const scene = await w.to('verified');
    const token = await scene.token('ACTIVATE');
    return { scene, call: () => as(scene.agent).activate(scene.id, token, key) };
  },
  report: async () => {
    const scene = await w.to('active');
    return { scene, call: () => as(scene.claimant).report(scene.id, scene.lease, 'usage', '1.00') };
  },
  hold: async () => {
    const scene = await w.to('active');
    return { scene, call: () => as(scene.claimant).hold(scene.id, scene.lease, 'call', '0.40') };
  },
  topUp: async () => {
    const scene = await w.to('insolvent');
    return { scene, call: () => as(scene.orchestrator).topUp(scene.id, '1.00', key) };
  },
  terminate: async () => {
    const scene = await w.to('active');
    return { scene, call: () => as(scene.orchestrator).terminate(scene.id, key) };
  },
};

test.each(Object.keys(MOVES))(
  `${shows('E1', 'T2', 'I2')}a connection ended in the middle of %s: UNAVAILABLE, nothing done, and once by its key`,
  async (name) => {
    const made = await MOVES[name]?.();
    if (made === undefined) throw new Error(`There is no move ${name}`);
    const { scene, call } = made;
    const before = await w.judge.transfer(scene.id);
    expect(await cutOff('LOCK TABLE transfer IN EXCLUSIVE MODE', call)).toMatchObject({
      code: 'UNAVAILABLE',
      retryable: true,
    });
    expect(await w.judge.transfer(scene.id)).toEqual(before);
    expect(ok(await call()).replayed).toBe(false);
    expect(ok(await call()).replayed).toBe(true);
  },
);

test(`${shows('T2', 'T3', 'K1')}activate held up for six seconds and then aborted: still pushed, no event, the token unspent`, async () => {
  const scene = await w.to('verified');
  const token = await scene.token('ACTIVATE');
  const events = await w.judge.events(scene.id);
  const activate = () => as(scene.agent).activate(scene.id, token);
  const lock = `SELECT 1 FROM session WHERE id = '${scene.sessionId}' FOR UPDATE`;
  expect(codeOf(await cutOff(lock, activate, 6))).toBe('UNAVAILABLE');
  expect(await w.judge.transfer(scene.id)).toMatchObject({ status: 'pushed', epoch: null });
  expect(await w.judge.events(scene.id)).toEqual(events);
  expect(
    await w.judge.rows("SELECT 1 FROM used_transfer_token WHERE transfer_id = $1 AND scope = 'activate'", [
      scene.id,
    ]),
  ).toEqual([]);
  expect(ok(await activate()).transfer.status).toBe('ACTIVE');
});

test(`${shows('E1', 'T5', 'T6')}five connections, and fifty stages, reports and holds at once: every one is answered`, async () => {
  const scene = await w.to('active', { budget: '100.00' });
  const { id, lease } = scene;
  const [agent, claimant] = [as(scene.agent), as(scene.claimant)];
  const fifty = Array.from({ length: 50 }, (_, index) => index);
  const answers = await Promise.all([
    ...fifty.map(() => agent.stage()),
    ...fifty.map((index) => claimant.report(id, lease, `usage-${index}`, '0.01')),
    ...fifty.map((index) => claimant.hold(id, lease, `hold-${index}`, '0.02', { lifeSeconds: 3600 })),
  ]);
  expect(answers.map(codeOf)).toEqual(answers.map(() => 'OK'));
  expect(await w.judge.transfer(id)).toMatchObject({ spent: 500_000_000n, held: 1_000_000_000n });
});
