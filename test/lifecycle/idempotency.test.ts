import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signToken } from '../../api/src/transfer/token.js';
import { shows } from '../requirements.js';
import { claimsFor } from '../support/forge.js';
import { type Actor, type Answer, codeOf, createWorld, ok, tokenOf, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const KEY = { idempotencyKey: 'once' };
const keysOf = (actor: Actor) =>
  w.judge.rows<{ operation: string; answer: Record<string, unknown> | null }>(
    'SELECT operation, answer FROM idempotency_key WHERE actor_id = $1 ORDER BY operation',
    [actor.id],
  );

test(`${shows('I3', 'I7')}the same key and payload: the first result, marked as replayed, and nothing done again`, async () => {
  const agent = await w.agent();
  const input = { toolState: { a: 1, b: 2 }, messageHistory: null, ...KEY };
  const first = ok(await agent.stage(input));
  expect(first.replayed).toBe(false);
  const again = ok(await agent.stage({ ...input, toolState: { b: 2, a: 1 } }));
  expect(again).toMatchObject({ replayed: true, transfer: { id: first.transfer.id } });
  expect(await w.judge.eventTypes(first.transfer.id)).toEqual(['snapshot_created']);
});

test(`${shows('I3')}another payload under the key: a conflict, whichever field differs`, async () => {
  const agent = await w.agent();
  const input = { toolState: { a: 1 }, messageHistory: null, sessionLabel: 'label', ...KEY };
  ok(await agent.stage(input));
  const others = [
    { toolState: { a: 2 } },
    { ttlSeconds: 60 },
    { sessionLabel: 'other' },
    { source: { host: 'h', client: 'c', cwd: '/' } },
  ];
  for (const other of others) {
    expect(await agent.stage({ ...input, ...other })).toMatchObject({
      code: 'DUPLICATE_IDEMPOTENCY_KEY',
      retryable: false,
      replayed: false,
    });
  }
});

test(`${shows('I1')}a key is of one actor and one operation`, async () => {
  const [first, second] = [await w.to('staged'), await w.to('staged')];
  const shared = { toolState: {}, messageHistory: null, ...KEY };
  const [one, other] = [ok(await first.agent.stage(shared)), ok(await second.agent.stage(shared))];
  expect(one.transfer.id).not.toBe(other.transfer.id);
  expect(other.replayed).toBe(false);
  ok(await first.agent.provision(first.id, await first.token('PROVISION_RUNTIME'), KEY));
  ok(await first.agent.push(first.id, KEY));
  expect((await keysOf(first.agent)).map(({ operation }) => operation)).toEqual([
    'transferProvision',
    'transferPush',
    'transferStage',
  ]);
});

test(`${shows('I1')}one key on two transfers is a conflict`, async () => {
  const orchestrator = await w.orchestrator();
  const [first, second] = [await w.to('staged'), await w.to('staged')];
  ok(await orchestrator.terminate(first.id, KEY));
  expect(codeOf(await orchestrator.terminate(second.id, KEY))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
});

test(`${shows('I1', 'T3')}a key lives 24 h from its creation, not a millisecond longer`, async () => {
  const orchestrator = await w.orchestrator();
  const [first, second] = [await w.to('staged'), await w.to('staged', { stage: { ttlSeconds: 86_400 } })];
  ok(await orchestrator.terminate(first.id, KEY));
  const { at } = await w.judge.one<{ at: Date }>(
    'SELECT created_at AS at FROM idempotency_key WHERE actor_id = $1',
    [orchestrator.id],
  );
  await w.db.setClock(new Date(at.getTime() + 24 * 3_600_000 - 5_000));
  expect(codeOf(await orchestrator.terminate(second.id, KEY))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  await w.db.setClock(new Date(at.getTime() + 24 * 3_600_000 + 1));
  expect(codeOf(await orchestrator.terminate(second.id, KEY))).toMatch(/OK|TRANSFER_TERMINAL/);
});

test(`${shows('I4')}while the first call runs a repeat waits at most 2 s, then says so, and later gets the first result`, async () => {
  const orchestrator = await w.orchestrator();
  const scene = await w.to('staged');
  const blocker = await w.db.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM transfer WHERE id = $1 FOR UPDATE', [scene.id]);
  const first = orchestrator.terminate(scene.id, KEY);
  await until(somebodyWaits);
  const started = performance.now();
  const repeat = await orchestrator.terminate(scene.id, KEY);
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(repeat).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true, replayed: false });
  await blocker.query('COMMIT');
  blocker.release();
  expect(ok(await first).replayed).toBe(false);
  expect(ok(await orchestrator.terminate(scene.id, KEY)).replayed).toBe(true);
});

test(`${shows('I3', 'T1')}of many calls at once under one key one acts and all are answered alike`, async () => {
  const orchestrator = await w.orchestrator();
  const scene = await w.to('active');
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => orchestrator.topUp(scene.id, '0.50', KEY)),
  );
  expect(answers.filter(({ replayed }) => replayed === false)).toHaveLength(1);
  expect(new Set(answers.map(({ transfer }) => transfer?.budget?.allocated))).toEqual(new Set(['1.5']));
});

describe(`${shows('I5')}refusals`, () => {
  test('that are final are kept: the same call is refused the same, though it would now succeed', async () => {
    const scene = await w.to('staged');
    const refused = await scene.agent.push(scene.id, KEY);
    expect(refused.code).toBe('STATE_CHANGED');
    await scene.provisioned();
    expect(await scene.agent.push(scene.id, KEY)).toMatchObject({ code: 'STATE_CHANGED', replayed: true });
    ok(await scene.agent.push(scene.id));
  });

  test('that are retryable run again', async () => {
    const scene = await w.to('pushed');
    const mint = () => scene.orchestrator.mint(scene.id, 'ACTIVATE', KEY);
    expect(await mint()).toMatchObject({ code: 'NOT_READY', retryable: true });
    await scene.verified();
    expect(ok(await mint()).replayed).toBe(false);
    const active = await w.to('active');
    ok(await active.hold('open', '1.00'));
    expect(codeOf(await active.hold('next', '0.10'))).toBe('INSUFFICIENT_BUDGET');
    ok(await active.settle('open', '0.10'));
    expect(ok(await active.hold('next', '0.10')).replayed).toBe(false);
  });

  test('of a move that met its token used in the same moment, and rolled back, are kept by a second statement', async () => {
    const scene = await w.to('verified');
    const claims = await claimsFor(scene, 'activate');
    const token = await signToken(w.services.tokenKeys, claims);
    const rival = await w.db.pool.connect();
    await rival.query('BEGIN');
    await rival.query(
      `INSERT INTO used_transfer_token (jti, organisation_id, transfer_id, scope, expires_at)
       VALUES ($1, $2, $3, 'activate', baton_now() + interval '5 minutes')`,
      [claims.jti, w.organisationId, (await w.to('staged')).id],
    );
    const activate = () => scene.agent.activate(scene.id, token, KEY);
    const first = activate();
    await until(somebodyWaits);
    await rival.query('COMMIT');
    rival.release();
    expect(await first).toMatchObject({ code: 'TOKEN_REJECTED', replayed: false });
    expect(await activate()).toMatchObject({ code: 'TOKEN_REJECTED', replayed: true });
    expect(await w.judge.refusals(scene.agent.id)).toMatchObject([
      { action: 'transferActivate', code: 'TOKEN_REJECTED' },
    ]);
    expect((await w.judge.transfer(scene.id)).status).toBe('pushed');
  });

  test('of what is not visible are not kept', async () => {
    const agent = await w.agent();
    const scene = await w.to('provisioned');
    expect(codeOf(await agent.push(scene.id, KEY))).toBe('NOT_FOUND');
    expect(await keysOf(agent)).toEqual([]);
  });
});

describe(`${shows('I6', 'I7')}secrets`, () => {
  test('a minted token is shown once', async () => {
    const scene = await w.to('staged');
    const mint = () => scene.orchestrator.mint(scene.id, 'PROVISION_RUNTIME', KEY);
    const token = tokenOf(await mint());
    expect(await mint()).toMatchObject({
      __typename: 'TransferTokenMintSuccess',
      replayed: true,
      token: null,
    });
    await shownNowhere(scene.orchestrator, token);
  });

  test('a claim credential is shown once', async () => {
    const scene = await w.to('provisioned');
    const claim = (): Promise<Answer> => scene.daemon.claim(scene.id, KEY);
    const { credential } = ok(await claim());
    expect(await claim()).toMatchObject({
      __typename: 'TransferClaimSuccess',
      replayed: true,
      credential: null,
    });
    await shownNowhere(scene.daemon, credential ?? '');
  });

  async function shownNowhere(actor: Actor, secret: string): Promise<void> {
    expect(secret.length).toBeGreaterThan(40);
    expect(JSON.stringify(await keysOf(actor))).not.toContain(secret);
  }
});

test(`${shows('I7')}activate again: the same key is a replay, without it STATE_CHANGED`, async () => {
  const scene = await w.to('verified');
  const token = await scene.token('ACTIVATE');
  ok(await scene.agent.activate(scene.id, token, KEY));
  expect(ok(await scene.agent.activate(scene.id, token, KEY)).replayed).toBe(true);
  expect(codeOf(await scene.agent.activate(scene.id, token))).toBe('STATE_CHANGED');
});

test.each(['', 'k'.repeat(129), 'nul\u0000', 'lone \udc00', 'line\nbreak'])(
  `${shows('I1', 'E1')}a key %j is refused by name`,
  async (idempotencyKey) => {
    const scene = await w.to('staged');
    for (const answer of [
      await scene.agent.stage({ idempotencyKey }),
      await scene.orchestrator.terminate(scene.id, { idempotencyKey }),
      await scene.orchestrator.mint(scene.id, 'PROVISION_RUNTIME', { idempotencyKey }),
    ]) {
      expect(answer).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: 'idempotencyKey' }] });
    }
  },
);

async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 5_000, interval: 20 }).toBe(true);
}

async function somebodyWaits(): Promise<boolean> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await w.judge.rows(waiting)).length > 0;
}
