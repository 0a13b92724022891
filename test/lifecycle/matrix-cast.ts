import { forgeToken } from '../support/forge.js';
import {
  type Actor,
  type Answer,
  ok,
  type Scene,
  type SceneOptions,
  type SceneState,
  type World,
} from '../support/world.js';

/** The columns of the matrix, in the order of every row. */
export const ACTORS = [
  'stager',
  'agentB',
  'orch',
  'admin',
  'operator',
  'developer',
  'daemon',
  'daemonB',
  'claimant',
  'stale',
  'integrator',
  'foreign',
] as const;
export type ActorName = (typeof ACTORS)[number];

/** A scene with one of every actor; `claimant` and `stale` are missing where nobody is one. */
export interface Cast {
  readonly scene: Scene;
  readonly actors: Partial<Record<ActorName, Actor>>;
}

/** Everybody whom all scenes of one file share. */
export interface Company {
  readonly world: World;
  readonly actors: Record<Exclude<ActorName, 'claimant' | 'stale'>, Actor>;
}

export async function company(world: World): Promise<Company> {
  const developer = await world.person('developer');
  const abroad = await world.neighbour();
  return {
    world,
    actors: {
      stager: await world.agent(developer),
      agentB: await world.agent(developer),
      orch: await world.orchestrator(),
      admin: world.admin,
      operator: await world.person('operator'),
      developer,
      daemon: await world.daemon(),
      daemonB: await world.daemon('elsewhere'),
      integrator: await world.integrator(),
      foreign: await abroad.orchestrator(),
    },
  };
}

export interface CastOptions extends SceneOptions {
  /** Opens hold `open` of 0.10, for settling. */
  readonly openHold?: boolean;
  /** A successor of the session was activated before the scene is played. */
  readonly fenced?: boolean;
  /** Of a replaced runtime: the next has claimed. */
  readonly reclaimed?: boolean;
}

const CLAIM_MS = 120_000;

/** Brings a scene to `state`; where it is claimed, by a second claim after the first had lapsed. */
export async function cast(company: Company, state: SceneState, options: CastOptions): Promise<Cast> {
  const { world } = company;
  const { stager, orch, daemon } = company.actors;
  const begun = PAST_CLAIM.includes(state) ? 'claimed' : state;
  const scene: Scene = await world.to(begun, { agent: stager, orchestrator: orch, daemon, ...options });
  let stale: Actor | undefined;
  if (begun === 'claimed' && !scene.manual) {
    stale = scene.claimant;
    if (state !== 'replaced') {
      await world.db.advanceClock(CLAIM_MS);
      await scene.claimed();
    }
  }
  if (begun !== state) await finish(scene, state, options);
  if (options.reclaimed) await scene.claimed();
  if (options.fenced) await fence(scene);
  const claimed = scene.claimant !== undefined && (state !== 'replaced' || options.reclaimed);
  return {
    scene,
    actors: {
      ...company.actors,
      ...(claimed && !scene.manual && { claimant: scene.claimant }),
      ...(stale && { stale }),
    },
  };
}

/** States that lie past a claim, so that the claim can change hands on the way. */
const PAST_CLAIM: readonly SceneState[] = [
  'pushed',
  'verified',
  'active',
  'insolvent',
  'exhausted',
  'lapsed',
  'replaced',
  'terminated',
  'expired',
];

const TTL_MS = 1_800_000;

async function finish(scene: Scene, state: SceneState, { openHold = false }: CastOptions): Promise<void> {
  if (state === 'expired') {
    await scene.world.db.advanceClock(TTL_MS);
    return scene.world.reap();
  }
  await scene.pushed();
  if (state === 'pushed') return;
  await scene.verified();
  if (state === 'verified') return;
  await scene.active();
  if (openHold && state !== 'exhausted') ok(await scene.hold('open', '0.10'));
  if (state !== 'active') await scene.end(state);
  if (openHold && state === 'exhausted') ok(await scene.hold('open', '0.10'));
}

/** Moves the session by another transfer, so that this one can only expire. */
async function fence(scene: Scene): Promise<void> {
  const successor = await scene.successor('active', { pool: 'manual' });
  ok(await scene.orchestrator.terminate(successor.id));
}

const NO_DIGEST = 'a'.repeat(64);

/** Each mutation with a well-formed input, and a token that is valid whatever the state. */
export const CALLS: Record<string, (actor: Actor, cast: Cast) => Promise<Answer>> = {
  // For the session that there is; a runtime shows its lease, nobody else has one.
  stage: (actor, cast) =>
    actor.stage({
      session: cast.scene.sessionId,
      ...(actor.viewer.kind === 'runtime' && leaseOf(actor, cast)),
    }),
  acceptSecrets: async (actor, { scene }) => {
    const { secrets_digest: digest } = await scene.world.judge.transfer(scene.id);
    return actor.acceptSecrets(scene.id, (digest as string | null) ?? NO_DIGEST);
  },
  mintProvision: (actor, { scene }) => actor.mint(scene.id, 'PROVISION_RUNTIME'),
  mintActivate: (actor, { scene }) => actor.mint(scene.id, 'ACTIVATE'),
  provision: async (actor, { scene }) =>
    actor.provision(scene.id, await forgeToken(scene, 'provision_runtime', { redeemer: actor.id })),
  claim: (actor, { scene }) => actor.claim(scene.id),
  push: (actor, { scene }) => actor.push(scene.id),
  verify: async (actor, { scene }) => actor.verify(scene.id, await scene.facts(), scene.leaseSecret),
  activate: async (actor, { scene }) =>
    actor.activate(scene.id, await forgeToken(scene, 'activate', { redeemer: actor.id })),
  renew: (actor, cast) => actor.renew(cast.scene.id, leaseOf(actor, cast)),
  hold: (actor, cast) => actor.hold(cast.scene.id, leaseOf(actor, cast), 'next', '0.10'),
  settle: (actor, cast) => actor.settle(cast.scene.id, leaseOf(actor, cast), 'open', '0.05'),
  report: (actor, cast) => actor.report(cast.scene.id, leaseOf(actor, cast), 'next', '0.01'),
  topUp: (actor, { scene }) => actor.topUp(scene.id, '1.00'),
  replace: async (actor, { scene }) =>
    actor.replaceRuntime(scene.id, await forgeToken(scene, 'activate', { redeemer: actor.id })),
  terminate: (actor, { scene }) => actor.terminate(scene.id),
  teardown: (actor, { scene }) => actor.teardown(scene.id),
  fork: (actor, { scene }) => actor.fork(scene.id),
};

/** The name each call has in the audit log. */
export const FIELDS: Record<string, string> = {
  stage: 'transferStage',
  acceptSecrets: 'transferAcceptSecrets',
  mintProvision: 'transferTokenMint',
  mintActivate: 'transferTokenMint',
  provision: 'transferProvision',
  claim: 'transferClaim',
  push: 'transferPush',
  verify: 'transferVerifyDestination',
  activate: 'transferActivate',
  renew: 'transferRenewLease',
  hold: 'budgetHold',
  settle: 'budgetSettle',
  report: 'transferReportUsage',
  topUp: 'budgetTopUp',
  replace: 'transferReplaceRuntime',
  terminate: 'transferTerminate',
  teardown: 'transferReportTeardown',
  fork: 'transferFork',
};

/** The replaced runtime still has the lease of its epoch; a claim that lapsed before the verification never had one. */
function leaseOf(actor: Actor, { scene, actors }: Cast): { epoch: number; leaseSecret: string } {
  if (actor !== actors.stale) return scene.epoch === 0 ? { ...scene.lease, epoch: 1 } : scene.lease;
  return scene.epoch > 1 ? { ...scene.lease, epoch: 1 } : { epoch: 1, leaseSecret: 'another' };
}
