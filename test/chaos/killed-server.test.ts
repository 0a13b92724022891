import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { shows } from '../requirements.js';
import { remote } from '../support/remote.js';
import { runSource, type SourceProcess } from '../support/source-process.js';
import { storyOf } from '../support/story.js';
import {
  type Actor,
  type Answer,
  createWorld,
  ok,
  type Scene,
  type SceneOptions,
  type SceneState,
  type World,
} from '../support/world.js';

// Each server compiles the sources, with the whole machine busy.
vi.setConfig({ testTimeout: 120_000 });

/** A call that its key, or the id of what it tells, makes once. `as` brings a credential to a server. */
type Repeatable = (scene: Scene, as: (actor: Actor) => Actor) => Promise<Answer>;

interface Move {
  /** The function of the migrations. */
  readonly name: string;
  readonly from: SceneState;
  readonly options?: SceneOptions;
  /** What the call needs, made while the server is well. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
  readonly call: (scene: Scene, as: (actor: Actor) => Actor, prepared: never) => Promise<Answer>;
}

const key = { idempotencyKey: 'once' };

const MOVES: readonly Move[] = [
  {
    name: 'transfer_stage',
    from: 'staged',
    call: ({ agent }, as) => as(agent).stage({ messageHistory: [], ...key }),
  },
  {
    name: 'transfer_accept_secrets',
    from: 'provisioned',
    options: { secrets: true },
    prepare: async ({ id, world }) => (await world.judge.transfer(id)).secrets_digest,
    call: ({ id, orchestrator }, as, digest: string) => as(orchestrator).acceptSecrets(id, digest, key),
  },
  {
    name: 'transfer_token_mint',
    from: 'staged',
    call: ({ id, orchestrator }, as) => as(orchestrator).mint(id, 'PROVISION_RUNTIME', key),
  },
  {
    name: 'transfer_provision',
    from: 'staged',
    prepare: (scene) => scene.token('PROVISION_RUNTIME'),
    call: ({ id, agent }, as, token: string) => as(agent).provision(id, token, key),
  },
  { name: 'transfer_claim', from: 'provisioned', call: ({ id, daemon }, as) => as(daemon).claim(id, key) },
  { name: 'transfer_push', from: 'claimed', call: ({ id, agent }, as) => as(agent).push(id, key) },
  {
    name: 'transfer_verify_destination',
    from: 'pushed',
    prepare: (scene) => scene.facts(),
    call: ({ id, claimant, leaseSecret }, as, facts: Record<string, unknown>) =>
      as(claimant).verify(id, facts, leaseSecret, key),
  },
  {
    name: 'transfer_activate',
    from: 'verified',
    prepare: (scene) => scene.token('ACTIVATE'),
    call: ({ id, agent }, as, token: string) => as(agent).activate(id, token, key),
  },
  {
    name: 'transfer_renew_lease',
    from: 'active',
    call: ({ id, claimant, lease }, as) => as(claimant).renew(id, lease, key),
  },
  {
    name: 'transfer_report_usage',
    from: 'active',
    call: ({ id, claimant, lease }, as) => as(claimant).report(id, lease, 'usage', '1.00'),
  },
  {
    name: 'budget_hold',
    from: 'active',
    call: ({ id, claimant, lease }, as) => as(claimant).hold(id, lease, 'call', '0.40'),
  },
  {
    name: 'budget_settle',
    from: 'active',
    prepare: (scene) => scene.hold('call', '0.40'),
    call: ({ id, claimant, lease }, as) => as(claimant).settle(id, lease, 'call', '0.30'),
  },
  {
    name: 'budget_top_up',
    from: 'insolvent',
    call: ({ id, orchestrator }, as) => as(orchestrator).topUp(id, '1.00', key),
  },
  {
    name: 'transfer_replace_runtime',
    from: 'lapsed',
    prepare: (scene) => scene.token('ACTIVATE', { redeemer: scene.orchestrator.id }),
    call: ({ id, orchestrator }, as, token: string) => as(orchestrator).replaceRuntime(id, token, key),
  },
  {
    name: 'transfer_terminate',
    from: 'active',
    prepare: (scene) => scene.hold('call', '0.40'),
    call: ({ id, orchestrator }, as) => as(orchestrator).terminate(id, key),
  },
  {
    name: 'transfer_report_teardown',
    from: 'terminated',
    call: ({ id, claimant }, as) => as(claimant).teardown(id, key),
  },
  {
    name: 'transfer_fork',
    from: 'staged',
    call: ({ id, orchestrator }, as) => as(orchestrator).fork(id, key),
  },
];

/** Where a move can be cut off, and whether it is done then. */
const POINTS = [
  { point: 'before-statement', done: false },
  { point: 'before-commit', done: false },
  { point: 'before-answer', done: true },
] as const;

/** Neighbours are different moves: the server that takes over stands ready to die at the next one's. */
const FAULTS = POINTS.flatMap((at) => MOVES.map((move) => ({ ...at, move, name: move.name })));

interface Server {
  readonly process: SourceProcess;
  readonly url: string;
}

let w: World;
const servers = new Map<number, Promise<Server>>();
const begun: SourceProcess[] = [];
beforeAll(async () => {
  w = await createWorld();
});
afterEach(async () => expect(await storyOf(w.judge)).toEqual([]));
afterAll(async () => {
  for (const { child, end } of begun) {
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
  }
  await w.close();
});

/** The server that dies of fault `index`; beyond the last, one that lives. */
function serverOf(index: number): Promise<Server> {
  const ready = servers.get(index) ?? startServer(index);
  servers.set(index, ready);
  return ready;
}

async function startServer(index: number): Promise<Server> {
  const fault = FAULTS[index];
  const process = runSource('./faulty-server.ts', [], {
    env: {
      FAULTY_DATABASE: w.db.url,
      FAULTY_SECRET: Buffer.from(w.tokenSecrets[0]?.secret ?? []).toString('hex'),
      ...(fault && { FAULTY_AT: `${fault.name} ${fault.point}` }),
    },
  });
  begun.push(process);
  return { process, url: await process.line() };
}

/** All that a move can change: a word for each table. */
async function state(): Promise<string> {
  const tables = [
    'transfer',
    'session',
    'snapshot',
    'event',
    'usage_ledger',
    'late_usage',
    'budget_hold',
    'budget_allocation',
    'used_transfer_token',
    'lease',
    'idempotency_key',
    'api_key',
    'audit',
  ];
  const rows = await Promise.all(
    // When a key was last used, and an event's place in the feed, are noted beside the moves.
    tables.map((table) =>
      w.judge.rows(
        `SELECT to_jsonb(x) - '{last_used_at,position}'::text[] AS row FROM ${table} x ORDER BY to_jsonb(x)::text COLLATE "C"`,
      ),
    ),
  );
  return rows
    .map(
      (of, index) =>
        `${tables[index]} ${of.length} ${createHash('sha256').update(JSON.stringify(of)).digest('hex')}`,
    )
    .join('\n');
}

test.each(FAULTS.map((fault, index) => ({ ...fault, index })))(
  `${shows('T1', 'T2', 'F1', 'I2', 'I7')}the server killed at $name, $point: done whole or not at all, and once by its key`,
  async ({ index, name, point, done, move }) => {
    const victim = await serverOf(index);
    const successor = serverOf(index + 1);
    const scene = await w.to(move.from, move.options);
    const prepared = (await move.prepare?.(scene)) as never;
    const callAt = (url: string): ReturnType<Repeatable> =>
      move.call(scene, (actor) => remote(actor, url), prepared);
    const before = await state();

    await expect(callAt(victim.url)).rejects.toThrow('fetch failed');
    expect(await victim.process.line()).toBe(`at ${name} ${point}`);
    await expect.poll(() => victim.process.child.signalCode).toBe('SIGKILL');

    const left = await state();
    expect(left !== before, 'something was done').toBe(done);
    expect(await storyOf(w.judge)).toEqual([]);
    const { url } = await successor;
    expect(ok(await callAt(url)).replayed, 'it was done already').toBe(done);
    const after = await state();
    expect(after !== left, 'the repeat did something').toBe(!done);
    expect(ok(await callAt(url)).replayed).toBe(true);
    expect(await state(), 'once more did nothing').toBe(after);
  },
);
