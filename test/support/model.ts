/**
 * One session as the domain's text describes it, in pool `manual`, with one orchestrator doing everything. Small,
 * literal, and derived from nothing of the product. Money in nano-USD, time in milliseconds from the start.
 */

export interface Token {
  readonly scope: 'PROVISION_RUNTIME' | 'ACTIVATE';
  readonly expires: number;
  /** The verification or the epoch an activate token was minted for. */
  readonly verification: number;
  readonly epoch: number | null;
  used: boolean;
}

interface Hold {
  readonly amount: bigint;
  readonly expires: number;
  state: 'open' | 'settled' | 'expired' | 'closed';
  settled: bigint | null;
}

const OPEN = ['staged', 'provisioned', 'pushed'];
const RUNNING = ['active', 'insolvent'];
const FINAL = ['terminated', 'expired'];

export class ModelTransfer {
  status = 'staged';
  epoch: number | null = null;
  fenced = false;
  /** It has a pool, and with it somebody who stands for its runtime. */
  provisioned = false;
  allocated = 0n;
  spent = 0n;
  held = 0n;
  late = 0n;
  verification = 0;
  verified = false;
  awaiting = false;
  leaseEnds: number | null = null;
  graceEnds: number | null = null;
  exhausted = false;
  tornDown = false;
  readonly holds = new Map<string, Hold>();
  /** Epochs in which it had a lease holder. */
  readonly leases = new Set<number>();

  constructor(readonly expires: number) {}

  /** What can be read of it. */
  get facts() {
    const { status, epoch, fenced, allocated, spent, held, late } = this;
    return { status, epoch, fenced, allocated, spent, held, late };
  }
}

const LEASE_MS = 30_000;
const GRACE_MS = 60_000;
const TOKEN_MS = 300_000;
const TTL_MS = 1_800_000;

export class Model {
  now = 0;
  epoch = 0;
  readonly transfers: ModelTransfer[] = [];

  /** Moves the clock and completes what it makes true. */
  advance(ms: number): void {
    this.now += ms;
    for (const t of this.transfers) this.#pass(t);
  }

  stage(): string {
    this.transfers.push(new ModelTransfer(this.now + TTL_MS));
    return 'OK';
  }

  mint(t: ModelTransfer, scope: Token['scope']): string | Token {
    const from = scope === 'PROVISION_RUNTIME' ? ['staged'] : [...OPEN, ...RUNNING];
    const refusal = judge(t, from, { fenceable: true });
    if (refusal !== null) return refusal;
    if (scope === 'ACTIVATE' && OPEN.includes(t.status) && !t.verified) return 'NOT_READY';
    const { verification, epoch } = t;
    return { scope, expires: this.now + TOKEN_MS, verification, epoch, used: false };
  }

  provision(t: ModelTransfer, token: Token | null): string {
    const refusal = judge(t, ['staged'], { fenceable: true });
    if (refusal !== null) return refusal;
    if (!this.#fits(token, 'PROVISION_RUNTIME')) return 'TOKEN_REJECTED';
    token.used = true;
    t.status = 'provisioned';
    t.provisioned = true;
    t.allocated = 1_000_000_000n;
    return 'OK';
  }

  push(t: ModelTransfer): string {
    const refusal = judge(t, ['provisioned'], { fenceable: true });
    if (refusal !== null) return refusal;
    t.status = 'pushed';
    return 'OK';
  }

  verify(t: ModelTransfer): string {
    const refusal = judge(t, t.awaiting ? ['pushed', ...RUNNING] : ['pushed'], {
      fenceable: true,
      runtime: true,
    });
    if (refusal !== null) return refusal;
    t.verified = true;
    t.verification++;
    if (t.awaiting) {
      t.awaiting = false;
      this.#lease(t);
    }
    return 'OK';
  }

  activate(t: ModelTransfer, token: Token | null): string {
    const refusal = judge(t, ['pushed'], { fenceable: true });
    if (refusal !== null) return refusal;
    if (!this.#fits(token, 'ACTIVATE') || token.epoch !== null) return 'TOKEN_REJECTED';
    if (!t.verified) return 'NOT_READY';
    if (token.verification !== t.verification) return 'TOKEN_REJECTED';
    token.used = true;
    for (const other of this.transfers) if (RUNNING.includes(other.status)) end(other, 'terminated');
    t.status = 'active';
    this.#raise(t);
    this.#lease(t);
    return 'OK';
  }

  renew(t: ModelTransfer, epoch: number): string {
    const refusal = judge(t, RUNNING, { epoch });
    if (refusal !== null) return refusal;
    t.leaseEnds = this.now + LEASE_MS;
    return 'OK';
  }

  report(t: ModelTransfer, epoch: number, amount: bigint): string {
    const refusal = judge(t, RUNNING, { epoch });
    if (refusal !== null) return this.#late(t, epoch, amount, refusal);
    this.#spend(t, amount);
    return 'OK';
  }

  hold(t: ModelTransfer, epoch: number, id: string, amount: bigint, lifeMs: number): string {
    const refusal = judge(t, ['active'], { epoch });
    if (refusal !== null) return refusal;
    if ((t.leaseEnds ?? 0) <= this.now) return 'NOT_READY';
    if (t.spent + t.held + amount > t.allocated) {
      if (t.held === 0n && amount <= t.allocated && !t.exhausted) {
        t.exhausted = true;
        t.graceEnds ??= this.now + GRACE_MS;
      }
      return 'INSUFFICIENT_BUDGET';
    }
    t.held += amount;
    t.holds.set(id, { amount, expires: this.now + lifeMs, state: 'open', settled: null });
    return 'OK';
  }

  settle(t: ModelTransfer, epoch: number, id: string, amount: bigint): string {
    const hold = t.holds.get(id);
    if (hold?.settled != null) return hold.settled === amount ? 'REPLAY' : 'DUPLICATE_IDEMPOTENCY_KEY';
    const refusal = judge(t, RUNNING, { epoch });
    if (hold === undefined) return refusal ?? 'NOT_FOUND';
    if (refusal !== null) {
      const answer = this.#late(t, epoch, amount - hold.amount, refusal);
      if (answer.endsWith(' late')) hold.settled = amount;
      return answer;
    }
    const change = hold.state === 'open' ? amount : amount - hold.amount;
    if (hold.state === 'open') {
      t.held -= hold.amount;
      hold.state = 'settled';
    }
    hold.settled = amount;
    this.#spend(t, change);
    return 'OK';
  }

  topUp(t: ModelTransfer, amount: bigint): string {
    const refusal = judge(t, RUNNING);
    if (refusal !== null) return refusal;
    t.allocated += amount;
    t.exhausted = false;
    if (t.spent < t.allocated) {
      t.status = 'active';
      t.graceEnds = null;
    }
    return 'OK';
  }

  replace(t: ModelTransfer, token: Token | null): string {
    const refusal = judge(t, RUNNING);
    if (refusal !== null) return refusal;
    if (!this.#fits(token, 'ACTIVATE') || token.epoch !== t.epoch) return 'TOKEN_REJECTED';
    if (t.awaiting || (t.leaseEnds ?? 0) > this.now) return 'NOT_READY';
    token.used = true;
    t.awaiting = true;
    t.verified = false;
    t.leaseEnds = null;
    this.#raise(t);
    return 'OK';
  }

  terminate(t: ModelTransfer): string {
    const refusal = judge(t, [...OPEN, ...RUNNING]);
    if (refusal !== null) return refusal;
    end(t, 'terminated');
    return 'OK';
  }

  teardown(t: ModelTransfer): string {
    const refusal = judge(t, FINAL, { runtime: true });
    if (refusal !== null) return refusal;
    if (t.tornDown) return 'STATE_CHANGED';
    t.tornDown = true;
    return 'OK';
  }

  #fits(token: Token | null, scope: Token['scope']): token is Token {
    return token !== null && token.scope === scope && !token.used && token.expires > this.now;
  }

  #raise(t: ModelTransfer): void {
    t.epoch = ++this.epoch;
    for (const other of this.transfers) if (other !== t && OPEN.includes(other.status)) other.fenced = true;
  }

  #lease(t: ModelTransfer): void {
    t.leaseEnds = this.now + LEASE_MS;
    t.leases.add(t.epoch ?? 0);
  }

  #late(t: ModelTransfer, epoch: number, amount: bigint, refusal: string): string {
    if (!['TRANSFER_TERMINAL', 'FENCED'].includes(refusal) || !t.leases.has(epoch)) return refusal;
    t.late += amount;
    return `${refusal} late`;
  }

  #spend(t: ModelTransfer, amount: bigint): void {
    t.spent += amount;
    if (t.status === 'active' && t.spent >= t.allocated) {
      t.status = 'insolvent';
      t.graceEnds ??= this.now + GRACE_MS;
    } else if (t.status === 'insolvent' && t.spent < t.allocated) {
      t.status = 'active';
      if (!t.exhausted) t.graceEnds = null;
    }
  }

  #pass(t: ModelTransfer): void {
    if (OPEN.includes(t.status) && t.expires <= this.now) t.status = 'expired';
    if (!RUNNING.includes(t.status)) return;
    const until = Math.min(this.now, t.graceEnds ?? this.now);
    for (const hold of t.holds.values()) {
      if (hold.state !== 'open' || hold.expires > until) continue;
      hold.state = 'expired';
      t.held -= hold.amount;
      this.#spend(t, hold.amount);
    }
    if (t.graceEnds !== null && t.graceEnds <= this.now) end(t, 'terminated');
  }
}

/** The order of refusals, behind the actor: terminal, fenced, state. Null: legal so far. */
function judge(
  t: ModelTransfer,
  from: readonly string[],
  {
    fenceable = false,
    epoch,
    runtime = epoch !== undefined,
  }: { fenceable?: boolean; epoch?: number; runtime?: boolean } = {},
): string | null {
  if (runtime && !t.provisioned) return 'WRONG_ACTOR';
  // Whoever names the current epoch must show its secret, and between two runtimes there is none.
  if (epoch !== undefined && t.awaiting && epoch === t.epoch) return 'WRONG_ACTOR';
  const legal = from.includes(t.status);
  if (!legal && FINAL.includes(t.status)) return 'TRANSFER_TERMINAL';
  if (fenceable && t.fenced) return 'FENCED';
  if (epoch !== undefined && t.epoch !== null && epoch !== t.epoch) return 'FENCED';
  return legal ? null : 'STATE_CHANGED';
}

function end(t: ModelTransfer, status: string): void {
  for (const hold of t.holds.values()) if (hold.state === 'open') hold.state = 'closed';
  t.spent += t.held;
  t.held = 0n;
  t.status = status;
}
