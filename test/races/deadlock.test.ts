import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { openRaces, type Races } from '../support/races.js';
import { type Answer, codeOf, ok, type Scene } from '../support/world.js';

vi.setConfig({ testTimeout: 120_000 });

let r: Races;
beforeAll(async () => {
  r = await openRaces();
});
afterEach(() => r.check());
afterAll(() => r.close());

/** A generator of its own, so that a failing order comes again. */
function shuffler(seed: number): <Item>(items: readonly Item[]) => Item[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (items) =>
    items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
}

test(`${shows('T6', 'T7')}groups of reports over the same transfers in any order, at two servers: none deadlocks, each counts once`, async () => {
  const scenes = await r.scenes(12, 'active', { budget: '1000.00' });
  const shuffle = shuffler(2);
  const rounds = 200;
  await r.run(
    async (round) =>
      // Each server gets its reports at one moment: all but the first travel as one group.
      [r.w, r.other].map((server, index) => async () => {
        const answers = await Promise.all(
          shuffle(scenes).map((scene) =>
            server.as(scene.claimant).report(scene.id, scene.lease, `${index}-${round}`, '0.01'),
          ),
        );
        answers.forEach(ok);
      }),
    { count: rounds },
  );
  for (const { id } of scenes) {
    expect((await r.w.judge.transfer(id)).spent).toBe(BigInt(2 * rounds) * 10_000_000n);
  }
});

test(`${shows('T4', 'T7')}a late report and one of the successor in a group ∥ an activation of the ended one: none deadlocks`, async () => {
  const [spare, old] = (await r.scenes(2, 'active', { budget: '1000.00' })) as [Scene, Scene];
  const young = await old.successor('active', { agent: old.orchestrator, budget: '1000.00' });
  const report = (scene: Scene, usageId: string) =>
    r.other.as(scene.claimant).report(scene.id, scene.lease, usageId, '0.01');
  const text = 'SELECT id AS answer FROM transfer WHERE id = $1 FOR UPDATE';
  for (let run = 0; run < 50; run++) {
    const [, activated, reported] = await r.barrier.behind<unknown>(0, [
      // Whoever holds the successor: both of the others come to wait for it.
      () => r.barrier.transaction({ text, values: [young.id] }),
      () => old.agent.activate(old.id, 'no token: the state is judged first'),
      async () => {
        // The first leaves alone; what comes while it runs is one group.
        const answers = [report(spare, `s-${run}`), report(young, `y-${run}`), report(old, `o-${run}`)];
        return (await Promise.all(answers)).map(codeOf);
      },
    ]);
    expect(codeOf(activated as Answer)).toBe('TRANSFER_TERMINAL');
    expect(reported).toEqual(['OK', 'OK', 'TRANSFER_TERMINAL']);
  }
});
