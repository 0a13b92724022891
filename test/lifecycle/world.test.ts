import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type SceneState, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const STATES: [SceneState, string][] = [
  ['staged', 'STAGED'],
  ['provisioned', 'PROVISIONED'],
  ['claimed', 'PROVISIONED'],
  ['pushed', 'PUSHED'],
  ['verified', 'PUSHED'],
  ['active', 'ACTIVE'],
  ['insolvent', 'INSOLVENT'],
  ['exhausted', 'ACTIVE'],
  ['lapsed', 'ACTIVE'],
  ['replaced', 'ACTIVE'],
  ['terminated', 'TERMINATED'],
  ['abandoned', 'TERMINATED'],
  ['expired', 'EXPIRED'],
];

for (const pool of ['local', 'manual']) {
  test.each(STATES)(`a scene in pool ${pool} reaches %s by real moves`, async (state, status) => {
    const scene = await w.to(state, { pool });
    expect((await scene.agent.transfer(scene.id))?.status).toBe(status);
    expect(await w.judge.broken()).toEqual([]);
  });
}
