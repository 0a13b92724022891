import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { codeOf, createWorld, ok, type Scene, type SceneOptions, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterEach(async () => expect(await w.judge.broken()).toEqual([]));
afterAll(() => w.close());

const active = (budget: string, more: SceneOptions = {}): Promise<Scene> =>
  w.to('active', { budget, ...more });

async function eventsOf(scene: Scene, type: string) {
  return (await w.judge.events(scene.id)).filter((event) => event.type === type).map(({ data }) => data);
}

const transferOf = async (scene: Scene) => scene.agent.transfer(scene.id);

test(`${shows('T8', 'T1')}of 32 holds at once, with room for three, three are admitted`, async () => {
  const scene = await active('1.00');
  const ids = Array.from({ length: 32 }, (_, index) => `call-${index}`);
  const answers = await Promise.all(ids.map((id) => scene.hold(id, '0.30')));
  const codes = answers.map(codeOf).sort();
  expect(codes.filter((code) => code === 'OK')).toHaveLength(3);
  expect(codes.filter((code) => code === 'INSUFFICIENT_BUDGET')).toHaveLength(29);
  expect((await transferOf(scene))?.budget).toMatchObject({
    held: '0.9',
    spent: '0',
    remaining: '0.1',
    exhaustedAt: null,
  });
});

test(`${shows('T8')}a hold fits up to the last nano-dollar, and answers the same when it comes again`, async () => {
  const scene = await active('1.00');
  const first = ok(await scene.hold('a', '1.00'));
  expect(await scene.hold('a', '1.00')).toEqual({ ...first, replayed: true });
  expect(codeOf(await scene.hold('a', '0.99'))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  expect(await scene.hold('b', '0.000000001')).toMatchObject({
    code: 'INSUFFICIENT_BUDGET',
    retryable: true,
    remaining: '0',
  });
});

test(`${shows('T8')}a settled hold counts its true cost, once`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.50'));
  const first = ok(await scene.settle('a', '0.20'));
  expect(first.budget).toMatchObject({ spent: '0.2', held: '0', remaining: '0.8' });
  expect(await scene.settle('a', '0.20')).toEqual({ ...first, replayed: true });
  expect(codeOf(await scene.settle('a', '0.21'))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  expect(await w.judge.ledger(scene.id)).toMatchObject([
    { kind: 'settle', amount: 200_000_000n, hold_id: 'a' },
  ]);
});

test(`${shows('T8')}a true cost above the hold counts whole, and may cross`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.50'));
  expect(ok(await scene.settle('a', '1.25'))).toMatchObject({
    status: 'INSOLVENT',
    budget: { spent: '1.25' },
  });
  expect(await eventsOf(scene, 'insolvent')).toMatchObject([
    { holdId: 'a', spentBefore: '0', spentAfter: '1.25' },
  ]);
});

test(`${shows('T8', 'E1')}there is no settling what was never held`, async () => {
  const scene = await active('1.00');
  expect(codeOf(await scene.settle('nobody', '0.10'))).toBe('NOT_FOUND');
  expect(await w.judge.ledger(scene.id)).toEqual([]);
});

test(`${shows('T8', 'T3')}past its life a hold is settled at its full amount`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.50', { lifeSeconds: 1 }));
  ok(await scene.hold('b', '0.10', { lifeSeconds: 3600 }));
  await w.db.advanceClock(1_000);
  await w.reap();
  expect(await w.judge.ledger(scene.id)).toMatchObject([{ kind: 'hold_expired', amount: 500_000_000n }]);
  expect((await transferOf(scene))?.budget).toMatchObject({ spent: '0.5', held: '0.1' });
  expect(await eventsOf(scene, 'budget_warning')).toMatchObject([{ holdId: 'a', threshold: 50 }]);
});

test(`${shows('T8')}a hold lives ten minutes unless it says otherwise, and 1 s to 60 min at most`, async () => {
  const scene = await active('1.00');
  const { holdExpiresAt } = ok(await scene.hold('a', '0.01'));
  const left = new Date(holdExpiresAt ?? 0).getTime() - (await w.db.now()).getTime();
  expect(left).toBeGreaterThan(595_000);
  expect(left).toBeLessThanOrEqual(600_000);
  expect(codeOf(await scene.hold('b', '0.01', { lifeSeconds: 0 }))).toBe('INVALID_INPUT');
  expect(codeOf(await scene.hold('b', '0.01', { lifeSeconds: 3601 }))).toBe('INVALID_INPUT');
});

test(`${shows('T8', 'T7')}the expiry of a hold may cross, and stands as the cause`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('a', '0.60'));
  ok(await scene.hold('b', '0.40', { lifeSeconds: 1 }));
  await w.db.advanceClock(1_000);
  await w.reap();
  expect(await eventsOf(scene, 'insolvent')).toMatchObject([
    { holdId: 'b', spentBefore: '0.6', spentAfter: '1' },
  ]);
});

test(`${shows('T8')}a true settle after the expiry writes one signed adjustment; a credit brings it back to active`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '1.00', { lifeSeconds: 1 }));
  await w.db.advanceClock(1_000);
  await w.reap();
  expect((await transferOf(scene))?.status).toBe('INSOLVENT');
  expect(ok(await scene.settle('a', '0.40'))).toMatchObject({ status: 'ACTIVE', budget: { spent: '0.4' } });
  expect(await w.judge.ledger(scene.id)).toMatchObject([
    { kind: 'hold_expired', amount: 1_000_000_000n },
    { kind: 'adjustment', amount: -600_000_000n },
  ]);
  expect(await eventsOf(scene, 'reinstated')).toHaveLength(1);
  expect((await transferOf(scene))?.deadlines.graceEndsAt).toBeNull();
  expect(ok(await scene.settle('a', '0.40')).replayed).toBe(true);
  expect(codeOf(await scene.settle('a', '0.30'))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
});

test.each(['terminate', 'endGrace'])(
  `${shows('T8')}%s settles open holds in full, in the same move, without a crossing`,
  async (how) => {
    const scene = await active('1.00', { graceSeconds: 1 });
    ok(await scene.hold('a', '0.90'));
    if (how === 'terminate') {
      ok(await scene.report('b', '0.20'));
      ok(await scene.orchestrator.terminate(scene.id));
    } else {
      ok(await scene.report('b', '1.00'));
      await w.db.advanceClock(1_000);
      await w.reap();
    }
    const spent = how === 'terminate' ? '1.1' : '1.9';
    expect(await transferOf(scene)).toMatchObject({ status: 'TERMINATED', budget: { spent, held: '0' } });
    expect((await w.judge.ledger(scene.id)).map(({ kind }) => kind)).toEqual(['usage', 'hold_closed']);
    expect(await eventsOf(scene, 'insolvent')).toHaveLength(how === 'terminate' ? 0 : 1);
  },
);

test(`${shows('T8')}a settle after the end is late, signed`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.50'));
  ok(await scene.orchestrator.terminate(scene.id));
  const answer = await scene.settle('a', '0.20');
  expect(answer).toMatchObject({ code: 'TRANSFER_TERMINAL', recordedAsLate: true });
  expect((await transferOf(scene))?.budget).toMatchObject({ spent: '0.5', late: '-0.3' });
  expect(await scene.settle('a', '0.20')).toEqual({ ...answer, replayed: true });
  expect(codeOf(await scene.settle('a', '0.10'))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
});

test(`${shows('T8', 'T4')}under a stale epoch a settle is late, and the hold still counts`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.50'));
  const lease = scene.lease;
  await scene.end('replaced');
  expect(await scene.claimant.settle(scene.id, lease, 'a', '0.20')).toMatchObject({
    code: 'FENCED',
    recordedAsLate: true,
  });
  await w.db.advanceClock(600_000);
  await w.reap();
  expect((await transferOf(scene))?.budget).toMatchObject({ spent: '0.5', held: '0', late: '-0.3' });
});

test(`${shows('T8')}exhausted: nothing open, and a hold the allocation could pay does not fit`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('open', '0.30'));
  expect(codeOf(await scene.hold('a', '0.90'))).toBe('INSUFFICIENT_BUDGET');
  expect((await transferOf(scene))?.budget?.exhaustedAt).toBeNull();
  ok(await scene.settle('open', '0.30'));
  expect(codeOf(await scene.hold('b', '1.01'))).toBe('INSUFFICIENT_BUDGET');
  expect((await transferOf(scene))?.budget?.exhaustedAt).toBeNull();
  expect(codeOf(await scene.hold('c', '0.90'))).toBe('INSUFFICIENT_BUDGET');
  expect(await transferOf(scene)).toMatchObject({
    status: 'ACTIVE',
    budget: { exhaustedAt: expect.any(String) },
    deadlines: { graceEndsAt: expect.any(String) },
  });
  expect(codeOf(await scene.hold('d', '0.90'))).toBe('INSUFFICIENT_BUDGET');
  expect(await eventsOf(scene, 'budget_exhausted')).toMatchObject([
    { holdId: 'c', amount: '0.9', spent: '0.3' },
  ]);
});

test(`${shows('T8')}while exhausted a smaller hold that fits is admitted and clears nothing`, async () => {
  const scene = await w.to('exhausted');
  const before = await transferOf(scene);
  ok(await scene.hold('small', '0.10'));
  ok(await scene.settle('small', '0.10'));
  const after = await transferOf(scene);
  expect(after?.budget?.exhaustedAt).toBe(before?.budget?.exhaustedAt);
  expect(after?.deadlines.graceEndsAt).toBe(before?.deadlines.graceEndsAt);
});

test(`${shows('T8')}the first of exhaustion and insolvency starts the grace, the other leaves it`, async () => {
  const scene = await w.to('exhausted');
  const grace = (await transferOf(scene))?.deadlines.graceEndsAt;
  await w.db.advanceClock(5_000);
  expect(ok(await scene.report('all', '1.00')).deadlines?.graceEndsAt).toBe(grace);
});

test(`${shows('T8', 'T3')}exhausted past its grace it is terminated`, async () => {
  const scene = await w.to('exhausted', { graceSeconds: 2 });
  await w.db.advanceClock(2_000);
  expect((await transferOf(scene))?.status).toBe('TERMINATED');
  expect(codeOf(await scene.orchestrator.topUp(scene.id, '1.00'))).toBe('TRANSFER_TERMINAL');
});

test(`${shows('T8')}a top-up of any amount clears exhaustion, is told as reinstated, and exhaustion is told again`, async () => {
  const scene = await w.to('exhausted');
  const { transfer } = ok(await scene.orchestrator.topUp(scene.id, '0.000000001'));
  expect(transfer).toMatchObject({ budget: { exhaustedAt: null }, deadlines: { graceEndsAt: null } });
  expect(await eventsOf(scene, 'reinstated')).toHaveLength(1);
  ok(await scene.report('one more', '0.000000001'));
  expect(codeOf(await scene.hold('again', '1.00'))).toBe('INSUFFICIENT_BUDGET');
  expect(await eventsOf(scene, 'budget_exhausted')).toMatchObject([{ allocation: 1 }, { allocation: 2 }]);
});

test(`${shows('T8')}a top-up that leaves it insolvent still clears exhaustion, and moves no clock`, async () => {
  const scene = await w.to('exhausted');
  const grace = (await transferOf(scene))?.deadlines.graceEndsAt;
  ok(await scene.report('all', '2.00'));
  const { transfer } = ok(await scene.orchestrator.topUp(scene.id, '0.50'));
  expect(transfer).toMatchObject({
    status: 'INSOLVENT',
    budget: { exhaustedAt: null },
    deadlines: { graceEndsAt: grace },
  });
});

test(`${shows('T8')}a credit while exhausted reinstates but leaves the grace clock`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.90', { lifeSeconds: 1 }));
  await w.db.advanceClock(1_000);
  await w.reap();
  expect(codeOf(await scene.hold('b', '0.50'))).toBe('INSUFFICIENT_BUDGET');
  ok(await scene.report('c', '0.20'));
  const grace = (await transferOf(scene))?.deadlines.graceEndsAt;
  expect(ok(await scene.settle('a', '0.10'))).toMatchObject({
    status: 'ACTIVE',
    deadlines: { graceEndsAt: grace },
  });
  expect(grace).not.toBeNull();
});

test(`${shows('T4', 'T8')}with a lapsed lease money spent still counts, and nothing new is held`, async () => {
  const scene = await active('1.00');
  ok(await scene.hold('a', '0.30'));
  await w.db.advanceClock(30_000);
  expect(await scene.hold('b', '0.10')).toMatchObject({ code: 'NOT_READY', retryable: true });
  ok(await scene.settle('a', '0.20'));
  ok(await scene.report('c', '0.10'));
  ok(await scene.renew());
  ok(await scene.hold('b', '0.10'));
  expect(
    (await w.judge.eventTypes(scene.id)).filter((type) => ['lease_lapsed', 'heartbeat'].includes(type)),
  ).toEqual(['lease_lapsed', 'heartbeat']);
});
