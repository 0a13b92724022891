import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { codes, openRaces, type Races, RUNS, Tally } from '../support/races.js';
import { type Answer, codeOf, type Scene } from '../support/world.js';

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

test(`${shows('T1', 'T2', 'T4', 'F1')}activate ∥ activate by two valid tokens: one activates, the other token stays unused`, async () => {
  const scenes = await r.scenes(RUNS, 'verified');
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      const tokens = [await scene.token('ACTIVATE'), await scene.token('ACTIVATE')];
      return tokens.map((token, index) => () => {
        const server = index === 0 ? r.w : r.other;
        return server.as(scene.agent).activate(scene.id, token);
      });
    },
    { judge: (answers) => expect(codes(answers)).toBe('OK STATE_CHANGED') },
  );
  // One token each for provision and activate: what check() holds beside is that none was used without its move.
  expect(await r.w.judge.one('SELECT count(*)::integer AS used FROM used_transfer_token')).toEqual({
    used: 2 * RUNS,
  });
});

test(`${shows('T1', 'T3', 'F1')}activate ∥ expire: whoever writes first, by the clock of that moment`, async () => {
  const tally = new Tally();
  let scene: Scene;
  await r.run(
    async () => {
      scene = (await r.scenes(1, 'verified', { stage: { ttlSeconds: 60 } }))[0] as Scene;
      const token = await scene.token('ACTIVATE');
      return [() => scene.agent.activate(scene.id, token), () => expire()];
    },
    {
      leads: [1, 0, 1],
      judge: async ([activated]) => {
        const { status } = await r.w.judge.transfer(scene.id);
        tally.count(`${codeOf(activated as Answer)} ${status}`);
      },
    },
  );
  tally.expectAll('OK active', 'TRANSFER_TERMINAL expired');

  async function expire(): Promise<unknown> {
    await r.w.db.advanceClock(60_000);
    return r.barrier.transaction({ text: 'SELECT reap_transfers(1000) AS answer' });
  }
});

test(`${shows('T3', 'T2')}activate that waits for a lock while its TTL passes does not activate, however early it began`, async () => {
  for (let run = 0; run < 20; run++) {
    const [scene] = (await r.scenes(1, 'verified', { stage: { ttlSeconds: 60 } })) as [Scene];
    const token = await scene.token('ACTIVATE');
    const text = 'SELECT id AS answer FROM transfer WHERE id = $1 FOR UPDATE';
    const [, activated] = await r.barrier.behind<unknown>(
      0,
      [
        () => r.barrier.transaction({ text, values: [scene.id] }),
        () => scene.agent.activate(scene.id, token),
      ],
      () => r.w.db.advanceClock(60_000),
    );
    expect(codeOf(activated as Answer)).toBe('TRANSFER_TERMINAL');
    expect(await r.w.judge.transfer(scene.id)).toMatchObject({ status: 'expired', activated_at: null });
  }
});

test(`${shows('T4', 'T1')}activate ∥ activate of two transfers of one session: one owns it, the other is fenced`, async () => {
  const first = await r.scenes(RUNS, 'verified');
  const second: Scene[] = [];
  for (const scene of first) second.push(await scene.successor('verified'));
  await r.run(
    async (run) => {
      const pair = [next(first, run), next(second, run)];
      const tokens = await Promise.all(pair.map((scene) => scene.token('ACTIVATE')));
      return pair.map((scene, index) => () => scene.agent.activate(scene.id, tokens[index] as string));
    },
    { judge: (answers) => expect(codes(answers)).toBe('FENCED OK') },
  );
});

test(`${shows('T4', 'T7', 'T8')}activate of a successor ∥ report on its predecessor: counted before the end, late after it`, async () => {
  const first = await r.scenes(RUNS, 'active');
  const second: Scene[] = [];
  for (const scene of first) second.push(await scene.successor('verified', { agent: scene.orchestrator }));
  const tally = new Tally();
  await r.run(
    async (run) => {
      const [old, young] = [next(first, run), next(second, run)];
      const token = await young.token('ACTIVATE');
      return [
        () => young.agent.activate(young.id, token),
        () => r.other.as(old.claimant).report(old.id, old.lease, 'last', '0.40'),
      ];
    },
    {
      judge: async ([activated, reported], run) => {
        expect(codeOf(activated as Answer)).toBe('OK');
        const { status, spent, late } = await r.w.judge.transfer(next(first, run).id);
        const { recordedAsLate = false } = reported as Answer;
        tally.count(`${codeOf(reported as Answer)} ${recordedAsLate} ${status} ${spent} ${late}`);
      },
    },
  );
  tally.expectAll('OK false terminated 400000000 0', 'TRANSFER_TERMINAL true terminated 0 400000000');
});

test(`${shows('T4', 'T12')}stage by the owner ∥ activate: staged before it is fenced by it, after it there is no such session`, async () => {
  const scenes = await r.scenes(RUNS, 'verified');
  const tally = new Tally();
  await r.run(
    async (run) => {
      const scene = next(scenes, run);
      const token = await scene.token('ACTIVATE');
      return [
        () => r.other.as(scene.agent).activate(scene.id, token),
        () => scene.agent.stage({ session: scene.sessionId }),
      ];
    },
    {
      judge: async ([activated, staged]) => {
        expect(codeOf(activated as Answer)).toBe('OK');
        const { code, transfer } = staged as Answer;
        tally.count(code ?? `fenced ${(await r.w.judge.transfer(transfer?.id ?? '')).fenced}`);
      },
    },
  );
  tally.expectAll('fenced true', 'NOT_FOUND');
});
