import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { codes, openRaces, type Races, RUNS, Tally } from '../support/races.js';
import { type Answer, codeOf, ok, type Scene } from '../support/world.js';

vi.setConfig({ testTimeout: 120_000 });

let r: Races;
beforeAll(async () => {
  r = await openRaces();
});
afterEach(() => r.check());
afterAll(() => r.close());

const next = (scenes: readonly Scene[], run: number): Scene => {
  const scene = scenes[run];
  if (scene === undefined) throw new Error(`There is no scene for run ${run}`);
  return scene;
};

test(`${shows('K1', 'T1', 'T2')}one token on two connections: it provisions once`, async () => {
  const scenes = await r.scenes(RUNS, 'staged');
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      const token = await scene.token('PROVISION_RUNTIME');
      return [r.w, r.other].map((server) => () => server.as(scene.agent).provision(scene.id, token));
    },
    { judge: (answers) => expect(codes(answers)).toBe('OK STATE_CHANGED') },
  );
});

test(`${shows('K1', 'K2', 'T4')}one token on two connections, in a state that the move leaves as it is: it is used once`, async () => {
  const [scene] = (await r.scenes(1, 'active')) as [Scene];
  const redeemer = scene.orchestrator.id;
  await r.run(
    async () => {
      await r.w.db.advanceClock(30_000);
      const token = await scene.token('ACTIVATE', { redeemer });
      return [r.w, r.other].map((server) => () => {
        return server.as(scene.orchestrator).replaceRuntime(scene.id, token);
      });
    },
    {
      judge: async (answers) => {
        expect(codes(answers)).toBe('OK TOKEN_REJECTED');
        scene.epoch++;
        await scene.claimed();
        await scene.verified();
      },
    },
  );
  expect((await r.w.judge.transfer(scene.id)).epoch).toBe(1 + RUNS);
});

test(`${shows('I2', 'I3', 'I7')}one key twice at once: one stages, the other is told the same`, async () => {
  const agent = await r.w.agent();
  await r.run(
    async (run) => {
      const input = {
        messageHistory: [{ role: 'user', content: `run ${run}` }],
        idempotencyKey: `stage-${run}`,
      };
      return [r.w, r.other].map((server) => () => server.as(agent).stage(input));
    },
    {
      judge: (answers) => {
        const [one, two] = answers.map((answer) => ok(answer as Answer));
        expect([one?.replayed, two?.replayed].sort()).toEqual([false, true]);
        expect(two?.transfer.id).toBe(one?.transfer.id);
      },
    },
  );
  const { staged } = await r.w.judge.one<{ staged: number }>(
    'SELECT count(*)::integer AS staged FROM transfer WHERE staged_by = $1',
    [agent.id],
  );
  expect(staged).toBe(RUNS);
});

test(`${shows('I3', 'T8')}one key twice at once, with two amounts: one tops up, the other is refused`, async () => {
  const [scene] = (await r.scenes(1, 'active')) as [Scene];
  await r.run(
    async (run) =>
      ['0.01', '0.02'].map((amount, index) => () => {
        const server = index === 0 ? r.w : r.other;
        return server.as(scene.orchestrator).topUp(scene.id, amount, { idempotencyKey: `top-up-${run}` });
      }),
    { judge: (answers) => expect(codes(answers)).toBe('DUPLICATE_IDEMPOTENCY_KEY OK') },
  );
  expect((await r.w.judge.transfer(scene.id)).allocation).toBe(1 + RUNS);
});

test(`${shows('I4', 'E1')}while the first runs its repeat waits two seconds, then is told to come again; afterwards it is told the result`, async () => {
  const [scene] = (await r.scenes(1, 'active')) as [Scene];
  const topUp = () => scene.orchestrator.topUp(scene.id, '0.01', { idempotencyKey: 'slow' });
  let repeat: Answer | undefined;
  const began = performance.now();
  const [first] = await r.barrier.behind(0, [topUp, async () => undefined], async () => {
    repeat = await topUp();
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(2_000);
  expect(repeat).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true, replayed: false });
  expect(ok(first as Answer).replayed).toBe(false);
  expect(ok(await topUp()).replayed).toBe(true);
  expect((await r.w.judge.transfer(scene.id)).allocation).toBe(2);
});

test(`${shows('T4', 'T1')}claim ∥ claim: one claim stands`, async () => {
  const scenes = await r.scenes(RUNS, 'provisioned');
  const rival = await r.other.daemon();
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      return [scene.daemon, rival].map((daemon) => () => daemon.claim(scene.id));
    },
    { judge: (answers) => expect(codes(answers)).toBe('OK STATE_CHANGED') },
  );
});

test(`${shows('T1', 'T10')}acceptSecrets ∥ push: nothing is pushed before they are accepted`, async () => {
  const scenes = await r.scenes(RUNS, 'provisioned', { secrets: true });
  const tally = new Tally();
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      const { secrets_digest: digest } = await r.w.judge.transfer(scene.id);
      return [
        () => scene.orchestrator.acceptSecrets(scene.id, digest as string),
        () => r.other.as(scene.agent).push(scene.id),
      ];
    },
    {
      judge: async ([accepted, pushed], run) => {
        expect(codeOf(accepted as Answer)).toBe('OK');
        const types = await r.w.judge.eventTypes(next(scenes, run).id);
        tally.count(`${codeOf(pushed as Answer)} ${types.slice(-2).join()}`);
      },
    },
  );
  tally.expectAll('OK secrets_accepted,state_pushed', 'SECRET_DETECTED runtime_provisioned,secrets_accepted');
});
