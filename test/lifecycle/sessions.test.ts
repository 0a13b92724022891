import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import { forgeToken } from '../support/forge.js';
import { codeOf, createWorld, ok, type Scene, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterEach(async () => expect(await w.judge.broken()).toEqual([]));
afterAll(() => w.close());

const sessionOf = (scene: Scene) =>
  w.judge.one<{ epoch: number; owner_id: string }>('SELECT epoch, owner_id FROM session WHERE id = $1', [
    scene.sessionId,
  ]);

describe(`${shows('T4', 'T12')}who may stage for a session`, () => {
  test('its owner while nobody runs it, and after it has ended', async () => {
    const scene = await w.to('staged');
    ok(await scene.agent.stage({ session: scene.sessionId }));
    const ended = await w.to('terminated');
    ok(await ended.agent.stage({ session: ended.sessionId }));
  });

  test('a stranger never: the answer is that of a session that does not exist', async () => {
    const scene = await w.to('staged');
    const abroad = await w.neighbour();
    const strangers = [
      await w.agent(),
      await w.person('operator'),
      await abroad.agent(),
      await abroad.orchestrator(),
    ];
    for (const stranger of strangers) {
      const nothing = await stranger.stage({ session: 'ses_01h00000000000000000000000' });
      expect(nothing.code).toBe('NOT_FOUND');
      expect(await stranger.stage({ session: scene.sessionId })).toEqual(nothing);
      // Not even under the label of its client, which identifies nothing.
      const { transfer } = ok(await stranger.stage({ sessionLabel: 'the same label' }));
      expect(transfer.session.id).not.toBe(scene.sessionId);
    }
  });

  test('while it runs, its lease holder with epoch and secret, and not its owner', async () => {
    const scene = await w.to('active');
    const { sessionId: session, claimant, lease } = scene;
    expect(codeOf(await scene.agent.stage({ session }))).toBe('NOT_FOUND');
    expect(codeOf(await claimant.stage({ session, ...lease, leaseSecret: 'a guess' }))).toBe('NOT_FOUND');
    expect(codeOf(await claimant.stage({ session, ...lease, epoch: 2 }))).toBe('NOT_FOUND');
    expect(codeOf(await claimant.stage({ session }))).toBe('NOT_FOUND');
    ok(await claimant.stage({ session, ...lease }));
    ok(await scene.orchestrator.stage({ session }));
  });

  test('a runtime stages no session but its own', async () => {
    const scene = await w.to('active');
    const other = await w.to('active');
    expect(codeOf(await scene.claimant.stage({ session: other.sessionId, ...scene.lease }))).toBe(
      'NOT_FOUND',
    );
    expect(codeOf(await scene.claimant.stage({}))).toBe('INVALID_INPUT');
  });

  test('past its grace it no longer runs, and is its owner’s again', async () => {
    const scene = await w.to('insolvent', { graceSeconds: 1 });
    await w.db.advanceClock(1_000);
    ok(await scene.agent.stage({ session: scene.sessionId }));
    expect((await w.judge.transfer(scene.id)).status).toBe('terminated');
  });
});

test(`${shows('T4')}a snapshot older than the session's last activation cannot activate: FENCED`, async () => {
  const first = await w.to('verified');
  const second = await first.successor('verified');
  await second.active();
  const token = await forgeToken(first, 'activate');
  expect(await first.agent.activate(first.id, token)).toMatchObject({ code: 'FENCED', retryable: false });
  expect((await first.agent.transfer(first.id))?.fenced).toBe(true);
  expect(
    await w.judge.one(
      'SELECT count(*)::integer AS n FROM used_transfer_token WHERE transfer_id = $1 AND scope = $2',
      [first.id, 'activate'],
    ),
  ).toEqual({ n: 0 });
  await w.db.advanceClock(1_800_000);
  await w.reap();
  expect((await w.judge.transfer(first.id)).status).toBe('expired');
});

test(`${shows('T4', 'T2')}the return trip: a runtime stages its own session, and its activation supersedes the predecessor`, async () => {
  const out = await w.to('active');
  ok(await out.hold('open', '0.20'));
  const { transfer } = ok(await out.claimant.stage({ session: out.sessionId, ...out.lease }));
  expect(transfer).toMatchObject({ status: 'STAGED', baseEpoch: 1, session: { id: out.sessionId } });
  const { orchestrator } = out;
  const offer = { tier: 'sandbox-small', allocatedUsd: '1.00', pool: 'manual' };
  const mint = async (scope: 'PROVISION_RUNTIME' | 'ACTIVATE', more = {}) =>
    ok(await orchestrator.mint(transfer.id, scope, { redeemer: orchestrator.id, ...more })).token ?? '';
  ok(await orchestrator.provision(transfer.id, await mint('PROVISION_RUNTIME', { provision: offer })));
  ok(await orchestrator.push(transfer.id));
  const row = await w.judge.transfer(transfer.id);
  const facts = {
    checksum: transfer.checksum,
    entries: row.snapshot_entries,
    lastEntrySha256: row.snapshot_last_entry,
  };
  ok(await orchestrator.verify(transfer.id, facts, 'home'));
  ok(await orchestrator.activate(transfer.id, await mint('ACTIVATE'), { entriesSinceSnapshot: 2 }));

  expect(await out.agent.transfer(out.id)).toMatchObject({
    status: 'TERMINATED',
    endedReason: 'superseded',
    budget: { spent: '0.2', held: '0' },
  });
  expect(await orchestrator.transfer(transfer.id)).toMatchObject({
    status: 'ACTIVE',
    epoch: 2,
    entriesSinceSnapshot: 2,
  });
  expect((await sessionOf(out)).epoch).toBe(2);
  const written = await w.judge.rows<{ type: string; xmin: string }>(
    `SELECT type, xmin::text FROM event WHERE (aggregate_id = $1 AND type = 'terminated') OR (aggregate_id = $2 AND type = 'activated')`,
    [out.id, transfer.id],
  );
  expect(written.map(({ type }) => type).sort()).toEqual(['activated', 'terminated']);
  expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1);
  expect(await out.report('after', '0.10')).toMatchObject({
    code: 'TRANSFER_TERMINAL',
    recordedAsLate: true,
  });
});

describe(`${shows('T4')}a lost runtime`, () => {
  test('is replaced: new epoch, nothing of the old one valid, the next live at its verification', async () => {
    const scene = await w.to('lapsed');
    const lost = { actor: scene.claimant, lease: scene.lease };
    ok(await scene.renew());
    await w.db.advanceClock(30_000);
    await scene.replaced();
    expect(await scene.agent.transfer(scene.id)).toMatchObject({
      status: 'ACTIVE',
      epoch: 2,
      runtime: { claimedBy: null, verifiedAt: null, heartbeatAt: null, awaitingReplacement: true },
      deadlines: { leaseExpiresAt: null },
    });
    expect(codeOf(await lost.actor.renew(scene.id, lost.lease))).toBe('FENCED');
    await scene.claimed();
    await scene.verified();
    ok(await scene.report('on', '0.10'));
    ok(await scene.hold('on', '0.10'));
    expect(await w.judge.eventTypes(scene.id)).toEqual(
      expect.arrayContaining(['lease_lapsed', 'runtime_replaced', 'runtime_claimed', 'destination_verified']),
    );
    const [replaced] = (await w.judge.events(scene.id)).filter(({ type }) => type === 'runtime_replaced');
    expect(replaced?.data).toMatchObject({
      epoch: 2,
      previousEpoch: 1,
      driverReport: { state: 'GONE', observedAt: '2026-01-01T00:00:00.000Z' },
      lostSince: expect.any(String),
    });
  });

  test('is not replaced while its lease stands, nor without the driver’s word', async () => {
    const scene = await w.to('active');
    const token = await forgeToken(scene, 'activate', { redeemer: scene.orchestrator.id });
    expect(await scene.orchestrator.replaceRuntime(scene.id, token)).toMatchObject({
      code: 'NOT_READY',
      missing: ['lease_lapsed'],
    });
    await w.db.advanceClock(30_000);
    ok(await scene.orchestrator.replaceRuntime(scene.id, token));
  });

  test('a replacement raises the session’s epoch and fences what was staged from the old one', async () => {
    const scene = await w.to('active');
    const { transfer } = ok(await scene.claimant.stage({ session: scene.sessionId, ...scene.lease }));
    await scene.end('replaced');
    expect((await sessionOf(scene)).epoch).toBe(2);
    expect(codeOf(await scene.orchestrator.push(transfer.id))).toBe('FENCED');
  });
});

describe(`${shows('T4', 'T3')}one claim`, () => {
  test('stands for 2 min from its last call, then another daemon may claim', async () => {
    const scene = await w.to('claimed');
    const second = await w.daemon();
    await w.db.advanceClock(119_000);
    expect(codeOf(await second.claim(scene.id))).toBe('STATE_CHANGED');
    expect(await scene.claimant.transfer(scene.id)).not.toBeNull();
    await w.db.advanceClock(119_000);
    expect(codeOf(await second.claim(scene.id))).toBe('STATE_CHANGED');
    await w.db.advanceClock(1_000);
    ok(await second.claim(scene.id));
  });

  test('lapsed, is not revived by its own calls, and its verification is void', async () => {
    const scene = await w.to('verified');
    const token = await forgeToken(scene, 'activate');
    await w.db.advanceClock(120_000);
    await scene.claimant.transfer(scene.id);
    expect(codeOf(await scene.claimant.verify(scene.id, await scene.facts(), 'x'))).toBe('WRONG_ACTOR');
    expect(await scene.agent.activate(scene.id, token)).toMatchObject({ code: 'NOT_READY' });
    ok(await (await w.daemon()).claim(scene.id));
    expect((await scene.agent.transfer(scene.id))?.runtime).toMatchObject({ verifiedAt: null });
  });

  test('its credential is good for its transfer alone, and dies 24 h after the end', async () => {
    const scene = await w.to('terminated');
    const key = scene.claimant.key ?? '';
    const other = await w.to('active');
    expect(codeOf(await scene.claimant.teardown(other.id))).toBe('NOT_FOUND');
    await w.db.advanceClock(23 * 3_600_000);
    ok(await (await w.bearer(key)).teardown(scene.id));
    await w.db.advanceClock(3_600_000);
    expect(await w.authenticate(key)).toBeNull();
  });
});

describe(`${shows('T4', 'T7', 'K3')}pool manual`, () => {
  test('is driven by the orchestrator from verification to teardown', async () => {
    const scene = await w.to('active', { pool: 'manual' });
    expect((await scene.agent.transfer(scene.id))?.metered).toBe(false);
    ok(await scene.renew());
    ok(await scene.hold('a', '0.30'));
    ok(await scene.settle('a', '0.20'));
    expect(ok(await scene.report('b', '0.10')).budget?.spent).toBe('0.3');
    expect((await scene.agent.transfer(scene.id))?.metered).toBe(true);
    ok(await scene.orchestrator.terminate(scene.id));
    expect(await scene.report('late', '0.05')).toMatchObject({
      code: 'TRANSFER_TERMINAL',
      recordedAsLate: true,
    });
    ok(await scene.orchestrator.teardown(scene.id));
    expect(codeOf(await scene.orchestrator.teardown(scene.id))).toBe('STATE_CHANGED');
  });

  test('the secret of the lease is asked of the orchestrator too', async () => {
    const scene = await w.to('active', { pool: 'manual' });
    const lease = { epoch: 1, leaseSecret: 'a guess' };
    expect(codeOf(await scene.orchestrator.report(scene.id, lease, 'a', '0.10'))).toBe('WRONG_ACTOR');
  });

  test('reporter manual is its orchestrator’s and nobody else’s, and it has no other', async () => {
    const manual = await w.to('active', { pool: 'manual' });
    for (const reporter of ['GATEWAY', 'COMPUTE', 'OTLP', 'COMMAND']) {
      expect(await manual.report('a', '0.10', { reporter })).toMatchObject({
        code: 'INVALID_INPUT',
        issues: [{ path: 'reporter' }],
      });
    }
    const local = await w.to('active');
    expect(codeOf(await local.report('a', '0.10', { reporter: 'MANUAL' }))).toBe('INVALID_INPUT');
    expect(codeOf(await local.orchestrator.report(local.id, local.lease, 'a', '0.10'))).toBe('WRONG_ACTOR');
  });

  test('a runtime key knows nothing of it', async () => {
    const scene = await w.to('pushed', { pool: 'manual' });
    expect(codeOf(await scene.daemon.claim(scene.id))).toBe('NOT_FOUND');
    const row = 'INSERT INTO principal (id, organisation_id, kind, name, pool) VALUES ($1, $2, $3, $4, $5)';
    await expect(
      w.db.pool.query(row, ['prn_x', w.organisationId, 'runtime', 'x', 'manual']),
    ).rejects.toMatchObject({
      constraint: 'principal_pool_form',
    });
  });

  test('a lost manual runtime is replaced too', async () => {
    const scene = await w.to('replaced', { pool: 'manual' });
    await scene.verified();
    ok(await scene.report('on', '0.10'));
  });
});

test(`${shows('T4', 'T10')}a fork is another session with its own budget; the first is told`, async () => {
  const scene = await w.to('active');
  const { transfer } = ok(await scene.orchestrator.fork(scene.id));
  expect(transfer).toMatchObject({
    status: 'STAGED',
    baseEpoch: 0,
    budget: null,
    checksum: scene.checksum,
    forkedFrom: scene.id,
  });
  expect(transfer.session.id).not.toBe(scene.sessionId);
  expect((await w.judge.eventTypes(scene.id)).at(-1)).toBe('session_forked');
});
