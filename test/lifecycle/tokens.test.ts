import { base64url, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { readToken, signToken } from '../../api/src/transfer/token.js';
import { shows } from '../requirements.js';
import { claimsFor, forgeToken } from '../support/forge.js';
import { codeOf, createWorld, ok, type Scene, tokenOf, type World } from '../support/world.js';

let w: World;
beforeAll(async () => {
  w = await createWorld();
});
afterEach(async () => expect(await w.judge.broken()).toEqual([]));
afterAll(() => w.close());

const MESSAGE = 'The transfer token does not allow this. Ask the orchestrator for a fresh one.';
const secretNow = () => w.services.tokenKeys.secrets.get(w.services.tokenKeys.current) as Uint8Array;
const used = async (jti: string) =>
  (await w.judge.rows('SELECT 1 FROM used_transfer_token WHERE jti = $1', [jti])).length === 1;

/** The claims of a good provision token under another header, type, issuer or audience. */
async function resigned(
  scene: Scene,
  change: { alg?: string; typ?: string; issuer?: string; audience?: string; kid?: string },
) {
  const { jti, ...baton } = await claimsFor(scene, 'provision_runtime');
  return new SignJWT({ baton })
    .setProtectedHeader({
      alg: change.alg ?? 'HS256',
      typ: change.typ ?? 'baton-transfer',
      kid: change.kid ?? 'test',
    })
    .setJti(jti)
    .setIssuer(change.issuer ?? 'baton')
    .setAudience(change.audience ?? 'baton/transfer')
    .setExpirationTime('5m')
    .sign(secretNow());
}

async function unsigned(scene: Scene): Promise<string> {
  const [, body] = (await forgeToken(scene, 'provision_runtime')).split('.');
  return `${base64url.encode(JSON.stringify({ alg: 'none', typ: 'baton-transfer', kid: 'test' }))}.${body}.`;
}

/** One character of the signature that changes its bits. */
function tampered(token: string): string {
  const at = token.lastIndexOf('.') + 5;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}

/** Tokens that must not provision, and why. */
const BAD: Record<string, (scene: Scene) => Promise<string>> = {
  empty: async () => '',
  'no token at all': async () => 'not.a.token',
  tampered: async (scene) => tampered(await forgeToken(scene, 'provision_runtime')),
  'of a secret not ours': async (scene) =>
    signToken(
      { current: 'test', secrets: new Map([['test', new Uint8Array(32).fill(7)]]) },
      await claimsFor(scene, 'provision_runtime'),
    ),
  'of a secret rotated away': async (scene) =>
    signToken(
      { current: 'old', secrets: new Map([['old', new Uint8Array(32).fill(8)]]) },
      await claimsFor(scene, 'provision_runtime'),
    ),
  'alg none': unsigned,
  'another algorithm': (scene) => resigned(scene, { alg: 'HS512' }),
  'another type': (scene) => resigned(scene, { typ: 'JWT' }),
  'another issuer': (scene) => resigned(scene, { issuer: 'somebody' }),
  'another audience': (scene) => resigned(scene, { audience: 'baton' }),
  'unknown key id': (scene) => resigned(scene, { kid: 'nobody' }),
  'of another transfer': async (scene) =>
    (await w.to('staged', { agent: scene.agent })).token('PROVISION_RUNTIME'),
  'of another scope': (scene) => forgeToken(scene, 'activate'),
  'of another snapshot': (scene) => forgeToken(scene, 'provision_runtime', { checksum: 'a'.repeat(64) }),
  "another redeemer's": async (scene) => scene.token('PROVISION_RUNTIME', { redeemer: (await w.agent()).id }),
  expired: async (scene) =>
    forgeToken(scene, 'provision_runtime', { expiresAt: (await w.db.now()).getTime() - 1 }),
  used: async (scene) => {
    const claims = await claimsFor(scene, 'provision_runtime');
    const other = await w.to('staged', { agent: scene.agent });
    await w.db.pool.query(
      `INSERT INTO used_transfer_token (jti, organisation_id, transfer_id, scope, expires_at)
       VALUES ($1, $2, $3, 'provision_runtime', baton_now() + interval '5 minutes')`,
      [claims.jti, w.organisationId, other.id],
    );
    return signToken(w.services.tokenKeys, claims);
  },
};

describe(`${shows('K1', 'K2')}every bad token is refused with one message and changes nothing`, () => {
  test.each(Object.entries(BAD))('%s', async (_name, make) => {
    const scene = await w.to('staged');
    const before = await w.judge.transfer(scene.id);
    const answer = await scene.agent.provision(scene.id, await make(scene));
    expect(answer).toMatchObject({ code: 'TOKEN_REJECTED', message: MESSAGE, retryable: false });
    expect(await w.judge.transfer(scene.id)).toEqual(before);
    expect(await w.judge.refusals(scene.agent.id)).toMatchObject([
      { action: 'transferProvision', code: 'TOKEN_REJECTED' },
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['a larger tier', { tier: 'sandbox-medium' }],
    ['one nano-dollar more', { allocatedUsd: '1.000000001' }],
  ])('%s than it offers', async (_name, asked) => {
    const scene = await w.to('staged');
    const token = await scene.token('PROVISION_RUNTIME');
    expect(await scene.agent.provision(scene.id, token, asked)).toMatchObject({
      code: 'TOKEN_REJECTED',
      message: MESSAGE,
    });
    // Not burned by that: what it does offer can still be had.
    ok(await scene.agent.provision(scene.id, token, { allocatedUsd: '0.999999999' }));
  });

  test('the activating move too', async () => {
    const scene = await w.to('verified');
    for (const token of [
      await forgeToken(scene, 'activate', { verification: newId('verification') }),
      await forgeToken(scene, 'activate', { redeemer: (await w.agent()).id }),
      await forgeToken(scene, 'provision_runtime'),
    ]) {
      expect(await scene.agent.activate(scene.id, token)).toMatchObject({
        code: 'TOKEN_REJECTED',
        message: MESSAGE,
      });
    }
  });
});

test(`${shows('K1', 'T3')}a token is good to its last millisecond and not one longer`, async () => {
  const scene = await w.to('staged');
  const { token, expiresAt } = ok(
    await scene.orchestrator.mint(scene.id, 'PROVISION_RUNTIME', {
      provision: { tier: 'sandbox-small', allocatedUsd: '1.00', pool: 'local' },
    }),
  );
  const end = new Date(expiresAt ?? 0).getTime();
  await w.db.setClock(new Date(end + 1));
  expect(codeOf(await scene.agent.provision(scene.id, token ?? ''))).toBe('TOKEN_REJECTED');
  await w.db.setClock(new Date(end - 20_000));
  ok(await scene.agent.provision(scene.id, token ?? ''));
});

test(`${shows('K1')}a token lives five minutes and says what it is bound to`, async () => {
  const scene = await w.to('staged');
  const before = (await w.db.now()).getTime();
  const answer = ok(await scene.orchestrator.mint(scene.id, 'PROVISION_RUNTIME'));
  const life = new Date(answer.expiresAt ?? 0).getTime() - before;
  expect(life).toBeGreaterThanOrEqual(300_000);
  expect(life).toBeLessThan(310_000);
  expect(await readToken(w.services.tokenKeys, tokenOf(answer))).toMatchObject({
    scope: 'provision_runtime',
    transfer: scene.id,
    checksum: scene.checksum,
    redeemer: scene.agent.id,
    provision: { tier: 'sandbox-small', ceiling: '1000000000', pool: 'local', graceMs: 60_000 },
  });
});

test(`${shows('K1')}its redeemer chooses no pool, no grace and no more than a smaller tier`, async () => {
  const scene = await w.to('staged');
  const token = await forgeToken(scene, 'provision_runtime', {
    provision: { tier: 'sandbox-large', ceiling: '2000000000', pool: 'elsewhere', graceMs: 7_000 },
  });
  ok(await scene.agent.provision(scene.id, token, { tier: 'sandbox-medium', allocatedUsd: '1.50' }));
  expect(await w.judge.transfer(scene.id)).toMatchObject({
    tier: 'sandbox-medium',
    pool: 'elsewhere',
    grace_ms: 7_000,
    allocated: 1_500_000_000n,
  });
});

test(`${shows('K1', 'T2')}a token works once`, async () => {
  const scene = await w.to('staged');
  const claims = await claimsFor(scene, 'provision_runtime');
  ok(await scene.agent.provision(scene.id, await signToken(w.services.tokenKeys, claims)));
  expect(await used(claims.jti)).toBe(true);
});

test(`${shows('T2', 'I2')}a replay by key answers though its token is used, and without the key the state refuses`, async () => {
  const scene = await w.to('staged');
  const token = await scene.token('PROVISION_RUNTIME');
  const first = ok(await scene.agent.provision(scene.id, token, { idempotencyKey: 'k' }));
  expect(await scene.agent.provision(scene.id, token, { idempotencyKey: 'k' })).toMatchObject({
    __typename: 'TransferProvisionSuccess',
    replayed: true,
    transfer: { status: 'PROVISIONED', budget: first.transfer.budget },
  });
  expect(codeOf(await scene.agent.provision(scene.id, token, { idempotencyKey: 'other' }))).toBe(
    'STATE_CHANGED',
  );
});

test(`${shows('T2', 'T13')}a refused move burns no token: its state, its fences, its readiness`, async () => {
  const scene = await w.to('pushed');
  const claims = await claimsFor(scene, 'activate');
  const token = await signToken(w.services.tokenKeys, claims);
  expect(codeOf(await scene.agent.activate(scene.id, token))).toBe('NOT_READY');
  const early = await claimsFor(scene, 'provision_runtime');
  expect(codeOf(await scene.agent.provision(scene.id, await signToken(w.services.tokenKeys, early)))).toBe(
    'STATE_CHANGED',
  );
  expect([await used(claims.jti), await used(early.jti)]).toEqual([false, false]);
});

test(`${shows('T2')}a move that rolls back leaves its token unspent, its key free, and nothing written`, async () => {
  const scene = await w.to('verified');
  const claims = await claimsFor(scene, 'activate');
  const token = await signToken(w.services.tokenKeys, claims);
  await w.db.pool.query(`
    CREATE FUNCTION fail_activation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE CONSTRAINT TRIGGER fail_activation AFTER UPDATE ON transfer DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION fail_activation()`);
  const before = await w.judge.eventTypes(scene.id);
  const call = () => scene.agent.activate(scene.id, token, { idempotencyKey: 'k' });
  expect(codeOf(await call())).toBe('UNAVAILABLE');
  expect(await used(claims.jti)).toBe(false);
  expect((await w.judge.transfer(scene.id)).status).toBe('pushed');
  expect(await w.judge.eventTypes(scene.id)).toEqual(before);
  await w.db.pool.query('DROP TRIGGER fail_activation ON transfer; DROP FUNCTION fail_activation');
  expect(ok(await call())).toMatchObject({ replayed: false, transfer: { status: 'ACTIVE' } });
});

test(`${shows('T4', 'K1')}a second verification voids the tokens minted for the first`, async () => {
  const scene = await w.to('verified');
  const token = await scene.token('ACTIVATE');
  await scene.verified();
  expect(await scene.agent.activate(scene.id, token)).toMatchObject({
    code: 'TOKEN_REJECTED',
    message: MESSAGE,
  });
  ok(await scene.agent.activate(scene.id, await scene.token('ACTIVATE')));
});

test(`${shows('T4', 'K1')}a token to replace a runtime is good for the epoch it was minted in`, async () => {
  const scene = await w.to('lapsed');
  const stale = await scene.token('ACTIVATE', { redeemer: scene.orchestrator.id });
  await scene.replaced();
  await scene.claimed();
  await scene.verified();
  await w.db.advanceClock(30_000);
  expect(codeOf(await scene.orchestrator.replaceRuntime(scene.id, stale))).toBe('TOKEN_REJECTED');
  await scene.replaced();
  expect(scene.epoch).toBe(3);
});

test(`${shows('K1')}an activating token does not replace, nor the other way`, async () => {
  const scene = await w.to('verified');
  const toActivate = await forgeToken(scene, 'activate', { redeemer: scene.orchestrator.id });
  const toReplace = await forgeToken(scene, 'activate', { epoch: 0 });
  expect(codeOf(await scene.agent.activate(scene.id, toReplace))).toBe('TOKEN_REJECTED');
  await scene.active();
  await w.db.advanceClock(30_000);
  expect(codeOf(await scene.orchestrator.replaceRuntime(scene.id, toActivate))).toBe('TOKEN_REJECTED');
});

test(`${shows('K1')}a rotated secret still verifies while it is kept, and no longer`, async () => {
  const scene = await w.to('staged');
  const token = await scene.token('PROVISION_RUNTIME');
  const fresh = new Uint8Array(32).fill(9);
  const without = w.with({ tokenKeys: { current: 'new', secrets: new Map([['new', fresh]]) } });
  expect(codeOf(await without.as(scene.agent).provision(scene.id, token))).toBe('TOKEN_REJECTED');
  const both = w.with({
    tokenKeys: {
      current: 'new',
      secrets: new Map([
        ['new', fresh],
        ['test', secretNow()],
      ]),
    },
  });
  ok(await both.as(scene.agent).provision(scene.id, token));
});

test(`${shows('T2', 'I2')}a replay by key answers though the secret of its token was rotated away`, async () => {
  const scene = await w.to('staged');
  const token = await scene.token('PROVISION_RUNTIME');
  const rotated = w.with({
    tokenKeys: { current: 'new', secrets: new Map([['new', new Uint8Array(32).fill(9)]]) },
  });
  const provision = (world: World, text: string) =>
    world.as(scene.agent).provision(scene.id, text, { idempotencyKey: 'k' });
  expect(ok(await provision(w, token)).replayed).toBe(false);
  expect(ok(await provision(rotated, token)).replayed).toBe(true);
  for (const other of ['', 'not.a.token', await forgeToken(scene, 'provision_runtime')]) {
    expect(codeOf(await provision(rotated, other))).toBe('DUPLICATE_IDEMPOTENCY_KEY');
  }
});

test(`${shows('K1')}used ids are kept 24 h past their expiry`, async () => {
  const scene = await w.to('staged');
  const claims = await claimsFor(scene, 'provision_runtime');
  ok(await scene.agent.provision(scene.id, await signToken(w.services.tokenKeys, claims)));
  const end = claims.expiresAt + 24 * 3_600_000;
  await w.db.setClock(new Date(end - 5_000));
  await w.db.pool.query('SELECT reap_keys(1000)');
  expect(await used(claims.jti)).toBe(true);
  await w.db.setClock(new Date(end + 1));
  await w.db.pool.query('SELECT reap_keys(1000)');
  expect(await used(claims.jti)).toBe(false);
  expect(codeOf(await scene.agent.provision(scene.id, await signToken(w.services.tokenKeys, claims)))).toBe(
    'TRANSFER_TERMINAL',
  );
});
