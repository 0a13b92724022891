import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { openRaces, type Races, RUNS, Tally } from '../support/races.js';
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
const sweep = (): Promise<unknown> =>
  r.barrier.transaction({ text: 'SELECT reap_transfers(1000) AS answer' });

test(`${shows('T1', 'T7', 'T8', 'F1')}usage ∥ terminate: counted before the end, late after it`, async () => {
  const scenes = await r.scenes(RUNS, 'active');
  const tally = new Tally();
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      return [() => scene.report('last', '0.40'), () => r.other.as(scene.orchestrator).terminate(scene.id)];
    },
    {
      judge: async ([reported, ended], run) => {
        expect(codeOf(ended as Answer)).toBe('OK');
        const { status, spent, late } = await r.w.judge.transfer(next(scenes, run).id);
        tally.count(`${codeOf(reported as Answer)} ${status} ${spent} ${late}`);
      },
    },
  );
  tally.expectAll('OK terminated 400000000 0', 'TRANSFER_TERMINAL terminated 0 400000000');
});

test(`${shows('T1', 'T8')}hold ∥ terminate: admitted and closed in full, or never admitted`, async () => {
  const scenes = await r.scenes(RUNS, 'active');
  const tally = new Tally();
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      return [() => scene.hold('call', '0.40'), () => r.other.as(scene.orchestrator).terminate(scene.id)];
    },
    {
      judge: async ([held, ended], run) => {
        expect(codeOf(ended as Answer)).toBe('OK');
        const { id } = next(scenes, run);
        const kinds = (await r.w.judge.ledger(id)).map(({ kind }) => kind);
        const row = await r.w.judge.transfer(id);
        tally.count(`${codeOf(held as Answer)} ${kinds.join()} ${row.spent} ${row.held}`);
      },
    },
  );
  tally.expectAll('OK hold_closed 400000000 0', 'TRANSFER_TERMINAL  0 0');
});

test(`${shows('T1', 'T3', 'T8')}top-up ∥ reap at the end of grace: one of them, and the clock decides`, async () => {
  const tally = new Tally();
  let scenes: Scene[] = [];
  await r.run(
    async (run) => {
      // Grace of each ends a second after that of the one before, so that one step of the clock ends one of them.
      if (run % 20 === 0) {
        scenes = await r.scenes(20, 'active');
        for (const [index, scene] of scenes.entries()) {
          if (index > 0) await r.w.db.advanceClock(1_000);
          ok(await scene.report('all', '1.00'));
        }
        await r.w.db.advanceClock(60_000 - 20_000);
      }
      const scene = next(scenes, run % 20);
      const { grace_ends_at: end } = await r.w.judge.transfer(scene.id);
      return [
        () => scene.orchestrator.topUp(scene.id, '1.00'),
        async () => {
          await r.w.db.setClock(end as Date);
          // The stored end has microseconds, the date has not.
          await r.w.db.advanceClock(1);
          return sweep();
        },
      ];
    },
    {
      leads: [1, 0, 1],
      judge: async ([toppedUp], run) => {
        const { status } = await r.w.judge.transfer(next(scenes, run % 20).id);
        tally.count(`${codeOf(toppedUp as Answer)} ${status}`);
      },
    },
  );
  tally.expectAll('OK active', 'TRANSFER_TERMINAL terminated');
});

test(`${shows('T3', 'F1')}two reapers: each deadline is completed by one of them`, async () => {
  const agent = await r.w.agent();
  let id = '';
  // What other tests left is over first.
  await r.w.db.advanceClock(3_600_000);
  await r.w.reap();
  await r.run(
    async () => {
      ({ id } = ok(await agent.stage({ ttlSeconds: 60 })).transfer);
      await r.w.db.advanceClock(60_000);
      return [sweep, sweep];
    },
    {
      // A sweep waits for nobody: beside one that has not committed yet the other finds nothing to do.
      waits: false,
      judge: async (looked, run) => {
        if (run % 3 !== 2) expect(looked.map(Number).sort()).toEqual([0, 1]);
        expect(await r.w.judge.eventTypes(id)).toEqual(['snapshot_created', 'expired']);
      },
    },
  );
});

test(`${shows('T6', 'I7')}the same usage id twice, at two servers: counted once, answered alike`, async () => {
  const [scene] = (await r.scenes(1, 'active', { budget: '100.00' })) as [Scene];
  await r.run(
    async (run) =>
      [r.w, r.other].map((server) => () => {
        return server.as(scene.claimant).report(scene.id, scene.lease, `usage-${run}`, '0.01');
      }),
    {
      judge: (answers) => {
        const [one, two] = answers.map((answer) => ok(answer as Answer));
        expect([one?.replayed, two?.replayed].sort()).toEqual([false, true]);
        expect({ ...two, replayed: null }).toEqual({ ...one, replayed: null });
      },
    },
  );
  expect((await r.w.judge.transfer(scene.id)).spent).toBe(BigInt(RUNS) * 10_000_000n);
});

test(`${shows('T6', 'I3')}the same usage id with two amounts, at two servers: one is counted, the other refused`, async () => {
  const [scene] = (await r.scenes(1, 'active', { budget: '100.00' })) as [Scene];
  let spent = 0n;
  await r.run(
    async (run) =>
      [r.w, r.other].map((server, index) => () => {
        return server.as(scene.claimant).report(scene.id, scene.lease, `usage-${run}`, `0.0${index + 1}`);
      }),
    {
      judge: (answers) => {
        const winner = answers.findIndex((answer) => codeOf(answer as Answer) === 'OK');
        expect(codeOf(answers[1 - winner] as Answer)).toBe('DUPLICATE_IDEMPOTENCY_KEY');
        spent += winner === 0 ? 10_000_000n : 20_000_000n;
      },
    },
  );
  expect((await r.w.judge.transfer(scene.id)).spent).toBe(spent);
});

test(`${shows('T5', 'T7', 'T8')}a thousand times top-up ∥ report ∥ hold: no deadlock, and every cent is somewhere`, async () => {
  const [scene] = (await r.scenes(1, 'active')) as [Scene];
  const seen = new Tally();
  await r.run(
    async (run) => [
      () => scene.orchestrator.topUp(scene.id, '0.03'),
      () => scene.report(`usage-${run}`, '0.04'),
      () =>
        r.other.as(scene.claimant).hold(scene.id, scene.lease, `hold-${run}`, '0.02', { lifeSeconds: 3600 }),
    ],
    {
      count: 1_000,
      judge: async ([toppedUp, reported, held], run) => {
        const { retryable = null } = held as Answer;
        seen.count(
          `${codeOf(toppedUp as Answer)} ${codeOf(reported as Answer)} ${codeOf(held as Answer)} ${retryable}`,
        );
        if (codeOf(held as Answer) === 'OK') ok(await scene.settle(`hold-${run}`, '0.01'));
      },
    },
  );
  seen.expectAll('OK OK INSUFFICIENT_BUDGET true', 'OK OK OK null', 'OK OK STATE_CHANGED false');
  const { spent, held, allocated } = await r.w.judge.transfer(scene.id);
  expect([held, allocated]).toEqual([0n, 31_000_000_000n]);
  expect(spent).toBeGreaterThanOrEqual(40_000_000_000n);
});
