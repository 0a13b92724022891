import { randomUUID } from 'node:crypto';
import { type Actor, type Answer, type Lease, OFFER, ok, sha256 } from './actor.js';
import type { World } from './world.js';

/** The seven states, and facts beside them that tests need a transfer to have. */
export type SceneState =
  | 'staged'
  | 'provisioned'
  /** Provisioned and claimed. */
  | 'claimed'
  /** Claimed and pushed. */
  | 'pushed'
  /** Pushed and verified. */
  | 'verified'
  | 'active'
  | 'insolvent'
  | 'exhausted'
  /** Active, its lease run out. */
  | 'lapsed'
  /** Active under a new epoch, its runtime lost. */
  | 'replaced'
  | 'terminated'
  /** Terminated before it was ever claimed. */
  | 'abandoned'
  | 'expired';

export interface SceneOptions {
  readonly agent?: Actor;
  readonly orchestrator?: Actor;
  readonly daemon?: Actor;
  /** Decimal USD; default 1.00. */
  readonly budget?: string;
  readonly tier?: string;
  /** `manual`: the orchestrator is the claimant and lease holder. */
  readonly pool?: string;
  readonly graceSeconds?: number;
  /** Input of the stage. */
  readonly stage?: Record<string, unknown>;
  /** Puts what looks like a secret into the snapshot; accepted on the way unless the state is staged or provisioned. */
  readonly secrets?: boolean;
}

/** Looks like a secret to the scan, and is none. Cut in two, so that no scan of this repository finds it. */
export const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'}${'k1L2m3N4o5P6q7R8'}`;

/** Of what shall expire: long enough for the steps before on a busy machine. */
const TTL_MS = 60_000;

const ORDER = ['staged', 'provisioned', 'claimed', 'pushed', 'verified', 'active'] as const;
type Step = (typeof ORDER)[number];

/** Where the way to a state passes `active`, or stops before. */
const VIA: Partial<Record<SceneState, Step>> = { expired: 'provisioned', abandoned: 'staged' };

/** A transfer with everybody who has a part in it. */
export class Scene {
  id = '';
  sessionId = '';
  checksum = '';
  /** The claim credential; in pool `manual` the orchestrator. Set from `claimed` on. */
  claimant!: Actor;
  readonly leaseSecret = `lease-${randomUUID()}`;
  epoch = 0;

  private constructor(
    readonly world: World,
    readonly agent: Actor,
    readonly orchestrator: Actor,
    readonly daemon: Actor,
    private readonly options: SceneOptions,
  ) {}

  static async at(world: World, state: SceneState, options: SceneOptions): Promise<Scene> {
    const agent = options.agent ?? (await world.agent());
    const orchestrator = options.orchestrator ?? (await world.orchestrator());
    const daemon = options.daemon ?? (await world.daemon());
    const scene = new Scene(world, agent, orchestrator, daemon, options);
    const via = VIA[state] ?? (ORDER.includes(state as Step) ? (state as Step) : 'active');
    const ttl = state === 'expired' ? { ttlSeconds: TTL_MS / 1000 } : {};
    await scene.stage(ttl);
    for (const step of ORDER.slice(1, ORDER.indexOf(via) + 1)) await scene[step as Exclude<Step, 'staged'>]();
    if (!ORDER.includes(state as Step)) await scene.end(state);
    return scene;
  }

  get manual(): boolean {
    return this.options.pool === 'manual';
  }

  /** What its runtime shows with each write. */
  get lease(): Lease {
    return { epoch: this.epoch, leaseSecret: this.leaseSecret };
  }

  private async stage(more: Record<string, unknown>): Promise<void> {
    const secrets = this.options.secrets
      ? { messageHistory: [{ role: 'user', content: `use ${SECRET} ${randomUUID()}` }] }
      : {};
    const { transfer } = ok(await this.agent.stage({ ...more, ...secrets, ...this.options.stage }));
    this.id = transfer.id;
    this.sessionId = transfer.session.id;
    this.checksum = transfer.checksum;
  }

  /** A token that its stager may redeem. */
  async token(scope: 'PROVISION_RUNTIME' | 'ACTIVATE', more: Record<string, unknown> = {}): Promise<string> {
    const {
      budget = OFFER.allocatedUsd,
      pool = OFFER.pool,
      tier = OFFER.tier,
      graceSeconds = OFFER.graceSeconds,
    } = this.options;
    const provision =
      scope === 'PROVISION_RUNTIME' ? { provision: { tier, allocatedUsd: budget, pool, graceSeconds } } : {};
    const { token } = ok(await this.orchestrator.mint(this.id, scope, { ...provision, ...more }));
    if (token == null) throw new Error('The mint answered no token');
    return token;
  }

  async provisioned(): Promise<void> {
    ok(await this.agent.provision(this.id, await this.token('PROVISION_RUNTIME')));
  }

  /** Claims it, again after a replacement. */
  async claimed(daemon: Actor = this.daemon): Promise<void> {
    if (this.manual) {
      this.claimant = this.orchestrator;
      return;
    }
    const { credential } = ok(await daemon.claim(this.id));
    if (credential == null) throw new Error('The claim answered no credential');
    this.claimant = await this.world.bearer(credential);
  }

  async pushed(): Promise<void> {
    if (this.options.secrets) {
      const { secrets_digest: digest } = await this.world.judge.transfer(this.id);
      ok(await this.orchestrator.acceptSecrets(this.id, digest as string));
    }
    ok(await this.agent.push(this.id));
  }

  /** The facts a destination that restored everything would recompute. */
  async facts(): Promise<{ checksum: string; entries: number | null; lastEntrySha256: string | null }> {
    const row = await this.world.judge.transfer(this.id);
    return {
      checksum: row.checksum as string,
      entries: row.snapshot_entries as number | null,
      lastEntrySha256: row.snapshot_last_entry as string | null,
    };
  }

  async verified(): Promise<void> {
    ok(await this.claimant.verify(this.id, await this.facts(), this.leaseSecret));
  }

  async active(): Promise<void> {
    const { transfer } = ok(await this.agent.activate(this.id, await this.token('ACTIVATE')));
    this.epoch = transfer.epoch ?? 0;
  }

  /** From `active` to what follows it. */
  async end(state: SceneState): Promise<void> {
    const { world, id } = this;
    if (state === 'insolvent') ok(await this.report('overdraft', (await this.allocated()).toString()));
    if (state === 'exhausted') {
      ok(await this.report('first', '0.000000001'));
      await this.hold('too-much', (await this.allocated()).toString());
    }
    if (state === 'lapsed' || state === 'replaced') {
      await world.db.advanceClock(30_000);
      await world.reap();
    }
    if (state === 'replaced') await this.replaced();
    if (state === 'terminated' || state === 'abandoned') ok(await this.orchestrator.terminate(id));
    if (state === 'expired') {
      await world.db.advanceClock(TTL_MS);
      await world.reap();
    }
  }

  /** Takes the lapsed runtime away and raises the epoch; `claimed` and `verified` bring the next. */
  async replaced(): Promise<void> {
    const token = await this.token('ACTIVATE', { redeemer: this.orchestrator.id });
    const { transfer } = ok(await this.orchestrator.replaceRuntime(this.id, token));
    this.epoch = transfer.epoch ?? 0;
  }

  private async allocated(): Promise<string> {
    const { text } = await this.world.judge.one<{ text: string }>(
      'SELECT usd(allocated) AS text FROM transfer WHERE id = $1',
      [this.id],
    );
    return text;
  }

  // ——— what its runtime does

  report(usageId: string, amountUsd: string, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.claimant.report(this.id, this.lease, usageId, amountUsd, more);
  }

  hold(holdId: string, amountUsd: string, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.claimant.hold(this.id, this.lease, holdId, amountUsd, more);
  }

  settle(holdId: string, amountUsd: string): Promise<Answer> {
    return this.claimant.settle(this.id, this.lease, holdId, amountUsd);
  }

  renew(more: Record<string, unknown> = {}): Promise<Answer> {
    return this.claimant.renew(this.id, this.lease, more);
  }

  /** A newer transfer of the same session, brought to `state` by the session's owner or its runtime. */
  async successor(state: SceneState, options: SceneOptions = {}): Promise<Scene> {
    const { agent, orchestrator, daemon } = this;
    return this.world.to(state, {
      agent,
      orchestrator,
      daemon,
      ...options,
      stage: { session: this.sessionId, ...options.stage },
    });
  }

  get leaseHash(): string {
    return sha256(this.leaseSecret);
  }
}
