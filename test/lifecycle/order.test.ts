import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import { forgeToken } from '../support/forge.js';
import { codeOf, createWorld, ok, type Scene, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const medium = { limits: { memoryMiB: 999_999 } };

/** Fences a transfer without ending it. */
async function fenced(state: 'staged' | 'provisioned' | 'verified'): Promise<Scene> {
  const scene = await w.to(state);
  await scene.successor('active');
  return scene;
}

describe(`${shows('T13')}whoever violates two rules is told the earlier`, () => {
  test('unauthenticated before allowlist and scope', async () => {
    const door = await w.door();
    const body = { query: 'mutation { transferTerminate }' };
    const unknown = await door.post(body, { key: 'baton_agent_nobody' });
    expect(unknown.status).toBe(401);
    expect((await door.post(body, { key: (await w.agent()).key })).status).toBe(403);
    await door.close();
  });

  test('scope before visible', async () => {
    const agent = await w.agent();
    expect(codeOf(await agent.terminate(newId('transfer')))).toBe('FORBIDDEN');
  });

  test('visible before replay', async () => {
    const scene = await w.to('provisioned');
    ok(await scene.agent.push(scene.id, { idempotencyKey: 'k' }));
    await w.db.pool.query('UPDATE transfer SET staged_by = $1 WHERE id = $2', [
      (await w.agent()).id,
      scene.id,
    ]);
    expect(codeOf(await scene.agent.push(scene.id, { idempotencyKey: 'k' }))).toBe('NOT_FOUND');
  });

  test('replay before actor: a claim that was lost since still answers what it had done', async () => {
    const scene = await w.to('pushed');
    const facts = await scene.facts();
    const verify = () => scene.claimant.verify(scene.id, facts, scene.leaseSecret, { idempotencyKey: 'k' });
    ok(await verify());
    await w.db.advanceClock(120_000);
    ok(await (await w.daemon()).claim(scene.id));
    expect(await verify()).toMatchObject({ __typename: 'TransferVerifyDestinationSuccess', replayed: true });
    expect(codeOf(await scene.claimant.verify(scene.id, facts, scene.leaseSecret))).toBe('WRONG_ACTOR');
  });

  test('replay before terminal, and before a key used for another payload', async () => {
    const scene = await w.to('provisioned');
    ok(await scene.agent.push(scene.id, { idempotencyKey: 'k' }));
    ok(await scene.orchestrator.terminate(scene.id));
    expect(ok(await scene.agent.push(scene.id, { idempotencyKey: 'k' })).replayed).toBe(true);
    expect(codeOf(await scene.agent.push(scene.id, { idempotencyKey: 'k', checksum: scene.checksum }))).toBe(
      'DUPLICATE_IDEMPOTENCY_KEY',
    );
  });

  test('actor before terminal', async () => {
    const scene = await w.to('terminated');
    expect(codeOf(await w.admin.replaceRuntime(scene.id, 'x'))).toBe('WRONG_ACTOR');
  });

  test('terminal before fenced', async () => {
    const scene = await fenced('provisioned');
    ok(await scene.orchestrator.terminate(scene.id));
    expect(codeOf(await scene.agent.push(scene.id))).toBe('TRANSFER_TERMINAL');
  });

  test('terminal before fenced for a runtime of a stale epoch', async () => {
    const scene = await w.to('replaced');
    ok(await scene.orchestrator.terminate(scene.id));
    const stale = { epoch: 1, leaseSecret: scene.leaseSecret };
    expect(codeOf(await scene.claimant.renew(scene.id, stale))).toBe('TRANSFER_TERMINAL');
  });

  test('fenced before state', async () => {
    const scene = await fenced('staged');
    expect(codeOf(await scene.agent.push(scene.id))).toBe('FENCED');
    const insolvent = await w.to('insolvent');
    const stale = { epoch: 0, leaseSecret: insolvent.leaseSecret };
    expect(codeOf(await insolvent.claimant.hold(insolvent.id, stale, 'h', '0.10'))).toBe('FENCED');
  });

  test('state before token', async () => {
    const scene = await w.to('provisioned');
    expect(codeOf(await scene.agent.provision(scene.id, 'no token'))).toBe('STATE_CHANGED');
    expect(codeOf(await scene.agent.activate(scene.id, 'no token'))).toBe('STATE_CHANGED');
  });

  test('token before readiness', async () => {
    const pushed = await w.to('pushed');
    expect(codeOf(await pushed.agent.activate(pushed.id, 'no token'))).toBe('TOKEN_REJECTED');
    expect(codeOf(await pushed.agent.activate(pushed.id, await forgeToken(pushed, 'activate')))).toBe(
      'NOT_READY',
    );
    const active = await w.to('active');
    expect(codeOf(await active.orchestrator.replaceRuntime(active.id, 'no token'))).toBe('TOKEN_REJECTED');
  });

  test('token before limits', async () => {
    const scene = await w.to('staged');
    expect(codeOf(await scene.agent.provision(scene.id, 'no token', medium))).toBe('TOKEN_REJECTED');
    const token = await scene.token('PROVISION_RUNTIME');
    expect(await scene.agent.provision(scene.id, token, medium)).toMatchObject({
      code: 'TIER_LIMIT',
      issues: [{ path: 'limits.memoryMiB' }],
    });
    ok(await scene.agent.provision(scene.id, token));
  });

  test('readiness before money', async () => {
    const scene = await w.to('lapsed');
    expect(codeOf(await scene.hold('h', '5.00'))).toBe('NOT_READY');
  });
});

test.each(['cpu', 'memoryMiB', 'pids', 'diskMiB', 'egressMiB'])(
  `${shows('T9')}a limit %s above its tier is TIER_LIMIT, at it fine`,
  async (field) => {
    const ceilings: Record<string, number> = {
      cpu: 1,
      memoryMiB: 2048,
      pids: 256,
      diskMiB: 4096,
      egressMiB: 256,
    };
    const scene = await w.to('staged');
    const token = await scene.token('PROVISION_RUNTIME');
    const at = ceilings[field] as number;
    expect(codeOf(await scene.agent.provision(scene.id, token, { limits: { [field]: at + 1 } }))).toBe(
      'TIER_LIMIT',
    );
    ok(await scene.agent.provision(scene.id, token, { limits: { [field]: at } }));
  },
);

test(`${shows('T9')}a tier nobody knows is INVALID_INPUT, one above the token's TOKEN_REJECTED`, async () => {
  const scene = await w.to('staged');
  const token = await scene.token('PROVISION_RUNTIME');
  expect(codeOf(await scene.agent.provision(scene.id, token, { tier: 'sandbox-huge' }))).toBe(
    'INVALID_INPUT',
  );
  expect(codeOf(await scene.agent.provision(scene.id, token, { tier: 'sandbox-large' }))).toBe(
    'TOKEN_REJECTED',
  );
});

test(`${shows('T1', 'E1')}a lost race tells the state now and what is open from it`, async () => {
  const scene = await w.to('pushed');
  expect(await scene.agent.push(scene.id)).toMatchObject({
    code: 'STATE_CHANGED',
    retryable: false,
    currentStatus: 'pushed',
    availableActions: [],
  });
  const answer = await scene.orchestrator.push(scene.id);
  expect(answer.availableActions?.map(({ action }) => action).sort()).toEqual(['fork', 'terminate']);
});
