import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../api/src/ids.js';
import { shows } from '../requirements.js';
import { type Actor, codeOf, createWorld, ok, type Scene, type World } from '../support/world.js';

let w: World;
let scene: Scene;
let ended: Scene;
let strangers: [name: string, actor: Actor][];

beforeAll(async () => {
  w = await createWorld();
  const abroad = await w.neighbour();
  scene = await w.to('active');
  ended = await w.to('terminated');
  strangers = [
    ['another agent of the organisation', await w.agent()],
    ['an agent of another organisation', await abroad.agent()],
    ['an orchestrator of another organisation', await abroad.orchestrator()],
    ['an administrator of another organisation', abroad.admin],
    ['a developer who owns other agents', await w.person('developer')],
    ['the daemon of another pool', await w.daemon('elsewhere')],
    ['a daemon of another organisation', await abroad.daemon()],
    ['the claimant of another transfer', (await w.to('active')).claimant],
  ];
});
afterAll(() => w.close());

const LEASE = { epoch: 1, leaseSecret: 'x' };
const HASH = 'a'.repeat(64);
const MUTATIONS: Record<string, (actor: Actor, id: string) => Promise<unknown>> = {
  acceptSecrets: (actor, id) => actor.acceptSecrets(id, HASH),
  mint: (actor, id) => actor.mint(id, 'ACTIVATE'),
  provision: (actor, id) => actor.provision(id, 'a token'),
  claim: (actor, id) => actor.claim(id),
  push: (actor, id) => actor.push(id),
  pushWithChecksum: (actor, id) => actor.push(id, { checksum: HASH }),
  verify: (actor, id) => actor.verify(id, { checksum: HASH }, 'secret'),
  activate: (actor, id) => actor.activate(id, 'a token'),
  renew: (actor, id) => actor.renew(id, LEASE),
  report: (actor, id) => actor.report(id, LEASE, 'usage', '0.10'),
  hold: (actor, id) => actor.hold(id, LEASE, 'hold', '0.10'),
  settle: (actor, id) => actor.settle(id, LEASE, 'hold', '0.10'),
  topUp: (actor, id) => actor.topUp(id, '1.00'),
  replaceRuntime: (actor, id) => actor.replaceRuntime(id, 'a token'),
  terminate: (actor, id) => actor.terminate(id),
  teardown: (actor, id) => actor.teardown(id),
  fork: (actor, id) => actor.fork(id),
};

/** Reads that name a transfer; what they answer, or the fault. */
const QUERIES: Record<string, (actor: Actor, id: string) => Promise<unknown>> = {
  transfer: (actor, id) => actor.call('query ($id: ID!) { transfer(id: $id) { id status } }', { id }),
  node: (actor, id) =>
    actor.call('query ($id: ID!) { node(id: $id) { id ... on Transfer { status } } }', { id }),
  events: (actor, id) =>
    actor.call('query ($id: ID!) { events(aggregateId: $id) { edges { node { type } } } }', { id }),
};

const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (answer) => JSON.stringify(answer),
    (fault: { code?: string; message: string }) => `${fault.code} ${fault.message}`,
  );

describe(`${shows('T12')}to whoever may not see it, a transfer answers as one that does not exist`, () => {
  test.each(Object.entries({ ...MUTATIONS, ...QUERIES }))('%s', async (_name, call) => {
    for (const [name, stranger] of strangers) {
      const nothing = await answerOf(call(stranger, newId('transfer')));
      expect(await answerOf(call(stranger, scene.id)), name).toBe(nothing);
      expect(await answerOf(call(stranger, ended.id)), `${name}, ended`).toBe(nothing);
      expect(nothing, name).toMatch(/NOT_FOUND|FORBIDDEN|null|"edges":\[\]/);
    }
  });

  test.each(Object.entries(MUTATIONS))('%s with a key, and with the key again', async (_name, call) => {
    for (const [name, stranger] of strangers) {
      const mutate = (id: string) =>
        answerOf(call(Object.assign(Object.create(stranger) as Actor, keyed(stranger)), id));
      const nothing = await mutate(newId('transfer'));
      expect(await mutate(scene.id), name).toBe(nothing);
    }
    function keyed(stranger: Actor): Partial<Actor> {
      return {
        mutate: (field, input) =>
          stranger.mutate(
            field,
            'usageId' in input || 'holdId' in input ? input : { ...input, idempotencyKey: 'one key' },
          ),
      };
    }
  });

  test('lists and counts know nothing of it', async () => {
    for (const [name, stranger] of strangers) {
      if (stranger.viewer.kind === 'runtime') continue;
      const { transfers } = (await stranger.call('{ transfers(first: 100) { edges { node { id } } } }')) as {
        transfers: { edges: { node: { id: string } }[] };
      };
      expect(
        transfers.edges.map(({ node }) => node.id),
        name,
      ).not.toContain(scene.id);
    }
  });
});

test.each(['', 'trf_', 'nonsense', 'trf_\u0000', 'x'.repeat(5000), '\ud800', "'; --", newId('principal')])(
  `${shows('T12', 'E2')}a text %j that is no id answers as a made-up id`,
  async (id) => {
    const orchestrator = await w.orchestrator();
    for (const [name, call] of Object.entries({
      ...MUTATIONS,
      transfer: QUERIES.transfer,
      node: QUERIES.node,
    })) {
      if (name === 'claim' || call === undefined) continue;
      expect(await answerOf(call(orchestrator, id)), name).toBe(
        await answerOf(call(orchestrator, newId('transfer'))),
      );
    }
  },
);

test(`${shows('T12', 'I2')}a key kept for one who may no longer see answers NOT_FOUND, not the stored answer`, async () => {
  const agent = await w.agent();
  const transfer = await w.to('provisioned', { agent });
  ok(await agent.push(transfer.id, { idempotencyKey: 'mine' }));
  const blind = w.as(agent, { id: (await w.agent()).id });
  expect(codeOf(await blind.push(transfer.id, { idempotencyKey: 'mine' }))).toBe('NOT_FOUND');
});

describe(`${shows('T12')}who sees what`, () => {
  const sees = async (actor: Actor, id: string): Promise<boolean> => (await actor.transfer(id)) !== null;

  test('an agent sees what it staged, its owner their agents’ transfers, the others of the organisation by role', async () => {
    const developer = await w.person('developer');
    const agent = await w.agent(developer);
    const { id } = await w.to('staged', { agent });
    expect(await sees(agent, id)).toBe(true);
    expect(await sees(developer, id)).toBe(true);
    for (const role of ['admin', 'operator'] as const)
      expect(await sees(await w.person(role), id)).toBe(true);
    expect(await sees(await w.integrator(), id)).toBe(true);
    expect(await sees(await w.orchestrator(), id)).toBe(true);
    expect(await sees(await w.person('developer'), id)).toBe(false);
  });

  test('a daemon learns tier, size and checksum of what it could claim, and of nothing else', async () => {
    const pool = 'quiet';
    const daemon = await w.daemon(pool);
    const claimable = await w.to('provisioned', { pool, daemon });
    await w.to('claimed', { pool, daemon });
    await w.to('terminated', { pool, daemon });
    await w.to('provisioned');
    const { claimableTransfers } = await daemon.call(
      '{ claimableTransfers { id tier checksum byteLength } }',
    );
    expect(claimableTransfers).toEqual([
      {
        id: claimable.id,
        tier: 'sandbox-small',
        checksum: claimable.checksum,
        byteLength: expect.any(Number),
      },
    ]);
  });

  test('the answer of a claim may be asked whole', async () => {
    const daemon = await w.daemon();
    const { id, sessionId } = await w.to('provisioned', { daemon });
    const { transferClaim } = await daemon.call(
      `mutation ($id: ID!) { transferClaim(input: { id: $id }) { ... on TransferClaimSuccess {
        transfer { id session { id } snapshot { checksum } } } } }`,
      { id },
    );
    expect(transferClaim).toEqual({ transfer: { id, session: { id: sessionId }, snapshot: null } });
  });
});

test(`${shows('T11')}a claimant learns of source, label, money and snapshot from the push on, and never without one`, async () => {
  const facts = async ({ claimant, id }: Scene) =>
    claimant.call(
      `query ($id: ID!) { transfer(id: $id) {
        tier checksum session { id label } source { host } budget { allocated } snapshot { checksum report } } }`,
      { id },
    );
  const stage = { sessionLabel: 'a label' };
  const scene = await w.to('claimed', { stage });
  const { checksum, sessionId } = scene;
  const closed = {
    tier: 'sandbox-small',
    checksum,
    session: { id: sessionId, label: null },
    source: null,
    budget: null,
    snapshot: null,
  };
  expect(await facts(scene)).toEqual({ transfer: closed });
  ok(await scene.orchestrator.terminate(scene.id));
  expect(await facts(scene)).toEqual({ transfer: closed });
  const pushed = await w.to('pushed', { stage });
  expect(await facts(pushed)).toMatchObject({
    transfer: {
      session: { label: 'a label' },
      source: { host: 'laptop' },
      budget: { allocated: '1' },
      snapshot: { checksum: pushed.checksum },
    },
  });
});
