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

const budgetOf = async (scene: Scene) => (await scene.agent.transfer(scene.id))?.budget;
const statusOf = async (scene: Scene) => (await scene.agent.transfer(scene.id))?.status;

test(`${shows('T5', 'T7')}fifty reports at once of 0.03 on 1.00 spend 1.50 and cross once, where 1.00 was reached`, async () => {
  const scene = await active('1.00');
  const ids = Array.from({ length: 50 }, (_, index) => `call-${index}`);
  const answers = await Promise.all(ids.map((id) => scene.report(id, '0.03')));

  expect(answers.map(codeOf)).toEqual(ids.map(() => 'OK'));
  expect(await budgetOf(scene)).toMatchObject({ spent: '1.5', remaining: '0' });
  const [crossing, ...others] = await eventsOf(scene, 'insolvent');
  expect(others).toEqual([]);
  expect(crossing).toMatchObject({ spentBefore: '0.99', spentAfter: '1.02', allocated: '1' });
  const rows = await w.judge.ledger(scene.id);
  expect(rows[33]?.usage_id).toBe(crossing?.usageId);
});

test(`${shows('T5')}ten amounts that floats would not add up reach the allocation exactly`, async () => {
  const scene = await active('10.0000');
  const amounts = '0.1685 5.6007 0.0749 0.5053 2.0946 0.2209 0.2050 0.2396 0.7395 0.1510'.split(' ');
  for (const [index, amount] of amounts.entries()) ok(await scene.report(`call-${index}`, amount));

  expect(await budgetOf(scene)).toMatchObject({ spent: '10', remaining: '0' });
  expect(await statusOf(scene)).toBe('INSOLVENT');
  expect(await eventsOf(scene, 'insolvent')).toMatchObject([{ usageId: 'call-9', spentAfter: '10' }]);
});

test(`${shows('T5')}ten thousand reports of a nano-dollar are exactly 0.00001`, async () => {
  const scene = await active('1.00');
  const groups = Array.from({ length: 20 }, (_, group) =>
    Array.from({ length: 500 }, (_, index) => `${group}-${index}`),
  );
  for (const ids of groups) {
    const answers = await Promise.all(ids.map((id) => scene.report(id, '0.000000001')));
    expect(answers.every((answer) => codeOf(answer) === 'OK')).toBe(true);
  }
  expect(await budgetOf(scene)).toMatchObject({ spent: '0.00001' });
}, 60_000);

test(`${shows('T5')}three times 0.1 on 0.3 is insolvent at exactly 0.3`, async () => {
  const scene = await active('0.3');
  ok(await scene.report('a', '0.1'));
  ok(await scene.report('b', '0.1'));
  expect(await statusOf(scene)).toBe('ACTIVE');
  expect(ok(await scene.report('c', '0.1'))).toMatchObject({
    status: 'INSOLVENT',
    budget: { spent: '0.3', remaining: '0' },
  });
});

test.each([
  '-0.1',
  'NaN',
  '0.0000000001',
  '1e-3',
  '',
  ' 1',
  '1,0',
  '+1',
  '01',
  '0x1',
  'Infinity',
  '.5',
  '5.',
  '1000000.000000001',
])(`${shows('T5', 'T6')}an amount %j is refused`, async (amount) => {
  const scene = await active('1.00');
  const answer = await scene.report('a', amount);
  expect(answer).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'amountUsd' }] });
  expect(codeOf(await scene.hold('a', amount))).toBe('INVALID_INPUT');
  expect(codeOf(await scene.orchestrator.topUp(scene.id, amount))).toBe('INVALID_INPUT');
  expect(await w.judge.ledger(scene.id)).toEqual([]);
});

test(`${shows('T6')}a usage id counts once per reporter, and answers what it answered first`, async () => {
  const scene = await active('1.00');
  const first = ok(await scene.report('same', '0.30'));
  ok(await scene.report('other', '0.10'));
  expect(await scene.report('same', '0.30')).toEqual({ ...first, replayed: true });
  expect(await scene.report('same', '0.300')).toEqual({ ...first, replayed: true });
  expect(await scene.report('same', '0.31')).toMatchObject({
    code: 'DUPLICATE_IDEMPOTENCY_KEY',
    retryable: false,
  });
  expect(ok(await scene.report('same', '0.30', { reporter: 'OTLP' })).budget?.spent).toBe('0.7');
  expect(await w.judge.ledger(scene.id)).toHaveLength(3);
});

test(`${shows('T6')}a usage id repeats its first answer though the transfer has ended, and after more than 24 h`, async () => {
  const scene = await active('1.00');
  const first = ok(await scene.report('same', '0.30'));
  ok(await scene.orchestrator.terminate(scene.id));
  await w.db.advanceClock(25 * 3_600_000);
  expect(await scene.report('same', '0.30')).toEqual({ ...first, replayed: true });
  expect(await w.judge.late(scene.id)).toEqual([]);
});

test(`${shows('T6')}ids and details have their limits`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('x'.repeat(128), '0.01', { detail: 'd'.repeat(4094) }));
  expect(await scene.report('x'.repeat(129), '0.01')).toMatchObject({
    code: 'INVALID_INPUT',
    issues: [{ path: 'usageId' }],
  });
  expect(await scene.report('', '0.01')).toMatchObject({
    code: 'INVALID_INPUT',
    issues: [{ path: 'usageId' }],
  });
  expect(await scene.report('y', '0.01', { detail: 'd'.repeat(4095) })).toMatchObject({
    code: 'INVALID_INPUT',
    issues: [{ path: 'detail' }],
  });
});

test.each(['usage\u0000id', 'lone \ud800 surrogate'])(
  `${shows('T6', 'E2')}an id %j is refused, not a fault`,
  async (id) => {
    const scene = await active('1.00');
    expect(codeOf(await scene.report(id, '0.01'))).toBe('INVALID_INPUT');
    expect(codeOf(await scene.hold(id, '0.01'))).toBe('INVALID_INPUT');
    expect(codeOf(await scene.settle(id, '0.01'))).toBe('INVALID_INPUT');
  },
);

test(`${shows('T6')}a detail that the database cannot hold is refused, not a fault`, async () => {
  const scene = await active('1.00');
  expect(codeOf(await scene.report('a', '0.01', { detail: { note: 'nul \u0000' } }))).toBe('INVALID_INPUT');
  expect(codeOf(await scene.report('a', '0.01', { detail: { note: 'lone \ud800' } }))).toBe('INVALID_INPUT');
});

test(`${shows('T6')}zero is accepted, counted nowhere and told to nobody, insolvent or not`, async () => {
  const scene = await active('1.00');
  const before = await w.judge.eventTypes(scene.id);
  expect(ok(await scene.report('nothing', '0')).budget?.spent).toBe('0');
  expect(await w.judge.eventTypes(scene.id)).toEqual(before);
  ok(await scene.report('all', '1.00'));
  const crossed = await w.judge.eventTypes(scene.id);
  ok(await scene.report('nothing again', '0.000'));
  expect(await w.judge.eventTypes(scene.id)).toEqual(crossed);
});

test(`${shows('T6')}only a meter the agent does not hold makes it metered`, async () => {
  const scene = await active('1.00');
  const metering = async () => (await scene.agent.transfer(scene.id))?.metering;
  expect(await metering()).toBe('NONE');
  ok(await scene.report('a', '0.01', { reporter: 'COMMAND' }));
  ok(await scene.report('a', '0.01', { reporter: 'OTLP' }));
  expect(await metering()).toBe('SELF_REPORTED');
  ok(await scene.report('a', '0.01', { reporter: 'COMPUTE' }));
  expect(await metering()).toBe('METERED');
});

test(`${shows('T7')}usage while insolvent counts and does not restart the grace clock`, async () => {
  const scene = await active('1.00', { graceSeconds: 60 });
  const crossed = ok(await scene.report('all', '1.00'));
  await w.db.advanceClock(10_000);
  const more = ok(await scene.report('more', '0.50'));
  expect(more.deadlines?.graceEndsAt).toBe(crossed.deadlines?.graceEndsAt);
  expect(more.budget?.spent).toBe('1.5');
  expect(await eventsOf(scene, 'insolvent')).toHaveLength(1);
});

test(`${shows('T3', 'T7')}past its grace it reads terminated at once, and the reaper writes that down once`, async () => {
  const scene = await active('1.00', { graceSeconds: 3 });
  ok(await scene.report('all', '1.00'));
  await w.db.advanceClock(1_600);
  await w.reap();
  await w.reap();
  expect(await eventsOf(scene, 'grace_ending')).toHaveLength(1);
  await w.db.advanceClock(1_400);
  expect(await statusOf(scene)).toBe('TERMINATED');
  expect((await w.judge.transfer(scene.id)).status).toBe('insolvent');
  await w.reap();
  await w.reap();
  expect(await eventsOf(scene, 'terminated')).toMatchObject([{ reason: 'grace_period_expired' }]);
});

test(`${shows('T7')}spend after the end is late: budget.late grows, spent and status do not`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('before', '0.20'));
  ok(await scene.orchestrator.terminate(scene.id));
  const answer = await scene.report('after', '0.30');
  expect(answer).toMatchObject({ code: 'TRANSFER_TERMINAL', recordedAsLate: true, replayed: false });
  expect(await scene.report('after', '0.30')).toEqual({ ...answer, replayed: true });
  expect(codeOf(await scene.report('after', '0.31'))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  expect(await budgetOf(scene)).toMatchObject({ spent: '0.2', late: '0.3' });
  expect(await eventsOf(scene, 'usage_late')).toHaveLength(1);
});

test(`${shows('T7')}late spend without the secret of the lease is recorded nowhere`, async () => {
  const scene = await active('1.00');
  ok(await scene.orchestrator.terminate(scene.id));
  const lease = { epoch: scene.epoch, leaseSecret: 'a guess' };
  expect(codeOf(await scene.claimant.report(scene.id, lease, 'after', '0.30'))).toBe('WRONG_ACTOR');
  const stale = { epoch: 7, leaseSecret: scene.leaseSecret };
  expect(await scene.claimant.report(scene.id, stale, 'after', '0.30')).toMatchObject({
    recordedAsLate: false,
  });
  expect(await w.judge.late(scene.id)).toEqual([]);
});

test(`${shows('T7')}spend under a stale epoch is late, and FENCED`, async () => {
  const scene = await active('1.00');
  const lost = { claimant: scene.claimant, lease: scene.lease };
  await scene.end('replaced');
  const answer = await lost.claimant.report(scene.id, lost.lease, 'after', '0.30');
  expect(answer).toMatchObject({ code: 'FENCED', recordedAsLate: true });
  expect(await budgetOf(scene)).toMatchObject({ spent: '0', late: '0.3' });
});

test(`${shows('T7', 'T2')}a report that finds the grace over completes the end and is late`, async () => {
  const scene = await active('1.00', { graceSeconds: 1 });
  ok(await scene.report('all', '1.00'));
  await w.db.advanceClock(1_000);
  expect(await scene.report('after', '0.10')).toMatchObject({
    code: 'TRANSFER_TERMINAL',
    recordedAsLate: true,
  });
  expect((await w.judge.transfer(scene.id)).status).toBe('terminated');
  expect((await w.judge.eventTypes(scene.id)).slice(-3)).toEqual([
    'grace_ending',
    'terminated',
    'usage_late',
  ]);
});

test(`${shows('F7')}usage is told at most once a second, and what is untold follows`, async () => {
  const scene = await active('1.00');
  for (const id of ['a', 'b', 'c']) ok(await scene.report(id, '0.01'));
  expect(await eventsOf(scene, 'usage_reported')).toMatchObject([{ reports: 1, spent: '0.01' }]);
  await w.db.advanceClock(1_000);
  await w.reap();
  expect(await eventsOf(scene, 'usage_reported')).toMatchObject([
    { reports: 1 },
    { reports: 2, spent: '0.03' },
  ]);
});

test(`${shows('T8')}warnings stand at 50 % and 80 %, once per allocation`, async () => {
  const scene = await active('1.00');
  for (const [id, amount] of Object.entries({
    a: '0.499999999',
    b: '0.000000001',
    c: '0.299',
    d: '0.001',
    e: '0.1',
  })) {
    ok(await scene.report(id, amount));
  }
  expect(await eventsOf(scene, 'budget_warning')).toMatchObject([
    { usageId: 'b', threshold: 50, spentAfter: '0.5', allocation: 1 },
    { usageId: 'd', threshold: 80, spentAfter: '0.8', allocation: 1 },
  ]);
});

test(`${shows('T8')}one report past both thresholds and the ceiling tells each once`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('all', '2.00'));
  const types = (await w.judge.eventTypes(scene.id)).slice(-4);
  expect(types).toEqual(['usage_reported', 'budget_warning', 'budget_warning', 'insolvent']);
});

test(`${shows('T8')}a top-up begins an allocation: thresholds above what is spent warn again, those passed do not`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('a', '0.799'));
  ok(await scene.report('b', '0.002'));
  // 0.801 of 1.0125 is 79 %: 50 % is passed, 80 % is to come.
  ok(await scene.orchestrator.topUp(scene.id, '0.0125'));
  ok(await scene.report('c', '0.02'));
  expect(await eventsOf(scene, 'budget_warning')).toMatchObject([
    { threshold: 50, allocation: 1 },
    { threshold: 80, allocation: 1, usageId: 'b' },
    { threshold: 80, allocation: 2, usageId: 'c' },
  ]);
});

test(`${shows('T8')}top-up: reinstated under the ceiling, the same state at or above it, no clock moved`, async () => {
  const scene = await active('1.00');
  const { deadlines } = ok(await scene.report('all', '1.50'));
  const short = ok(await scene.orchestrator.topUp(scene.id, '0.50'));
  expect(short.transfer).toMatchObject({
    status: 'INSOLVENT',
    deadlines: { graceEndsAt: deadlines?.graceEndsAt },
  });
  expect(await eventsOf(scene, 'reinstated')).toEqual([]);
  const enough = ok(await scene.orchestrator.topUp(scene.id, '0.000000001'));
  expect(enough.transfer).toMatchObject({
    status: 'ACTIVE',
    deadlines: { graceEndsAt: null },
    budget: { allocation: 3 },
  });
  expect((await w.judge.eventTypes(scene.id)).slice(-3)).toEqual([
    'budget_topped_up',
    'budget_topped_up',
    'reinstated',
  ]);
});

test(`${shows('T8')}a second crossing is told again, once, with a grace of its own`, async () => {
  const scene = await active('1.00');
  ok(await scene.report('a', '1.00'));
  ok(await scene.orchestrator.topUp(scene.id, '0.50'));
  await w.db.advanceClock(5_000);
  ok(await scene.report('b', '0.50'));
  const crossings = await eventsOf(scene, 'insolvent');
  expect(crossings).toMatchObject([{ usageId: 'a' }, { usageId: 'b' }]);
  expect(new Set(crossings.map(({ graceEndsAt }) => graceEndsAt)).size).toBe(2);
});

test(`${shows('T8', 'T3')}a top-up past the end of the grace is TRANSFER_TERMINAL`, async () => {
  const scene = await active('1.00', { graceSeconds: 1 });
  ok(await scene.report('all', '1.00'));
  await w.db.advanceClock(1_000);
  expect(codeOf(await scene.orchestrator.topUp(scene.id, '5.00'))).toBe('TRANSFER_TERMINAL');
});

test(`${shows('T3')}the pace is that of the last five minutes by the database's clock`, async () => {
  const scene = await w.to('active');
  ok(await scene.report('call', '0.10'));
  const pace = () =>
    scene.orchestrator.call('query ($id: ID!) { transfer(id: $id) { budget { burnRate } } }', {
      id: scene.id,
    });
  expect(await pace()).toEqual({ transfer: { budget: { burnRate: '1.2' } } });
  await w.db.advanceClock(10 * 60_000);
  expect(await pace()).toEqual({ transfer: { budget: { burnRate: '0' } } });
});
