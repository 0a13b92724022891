import type { Running } from './driver.js';
import { RenewLeaseDocument } from './gen/graphql.js';
import { LeaseClock } from './lease-clock.js';
import { pause } from './pause.js';
import type { Run } from './run.js';
import { type Standing, standingOf } from './standing.js';
import { startCommand } from './start-command.js';
import type { LeaseRecord } from './state-dir.js';
import type { UsageReporter } from './usage-report.js';

export interface Live {
  readonly lease: LeaseRecord & { epoch: number };
  readonly limits: unknown;
  /** What an earlier daemon started; null: nothing yet. */
  readonly adopted: Running | null;
  readonly reporter: UsageReporter;
}

const LEASE_LOST = 'no renewed lease';
/** How often the lease's clock is looked at, whatever call is in flight. */
const WATCH_MS = 100;

/**
 * Keeps the lease, reports usage, and lets the command act just as long as the answers and the lease allow. One call at
 * a time, so that no older answer overtakes a newer one. Resolves when the transfer is over for this runtime, or when the
 * daemon stops; the command, if one was started, is frozen by then and still there.
 */
export async function supervise(run: Run, live: Live): Promise<Running | null> {
  const supervised = new Supervised(run, live);
  const watch = setInterval(() => supervised.judgeLease(), WATCH_MS);
  try {
    await supervised.untilEnd();
  } finally {
    clearInterval(watch);
    supervised.freeze();
  }
  return supervised.running;
}

class Supervised {
  running: Running | null;
  private standing: Standing = { kind: 'freeze', why: 'adopted' };
  /** Why the command is frozen; null while it acts. */
  private frozen: string | null = null;
  private exitTold = false;
  private reachable = true;
  private readonly clock: LeaseClock;

  constructor(
    private readonly run: Run,
    private readonly live: Live,
  ) {
    this.running = live.adopted;
    this.clock = new LeaseClock(run.timing.leaseMs);
    // Whether it may act is not known before the first renewal.
    if (this.running !== null) this.apply();
  }

  async untilEnd(): Promise<void> {
    const { stopping, timing } = this.run;
    while (this.standing.kind !== 'end' && !stopping.aborted) {
      this.tellExit();
      const answered = this.isRenewalDue() ? await this.renew() : await this.report();
      if (stopping.aborted) return;
      await this.start();
      if (answered === 'idle') await pause(timing.usageMs, stopping);
      if (answered === 'unanswered') await pause(timing.pollMs, stopping);
    }
    if (this.standing.kind === 'end') this.run.log('ended', { why: this.standing.why });
  }

  /** Without a renewed lease nothing acts, whether or not anything answers. */
  judgeLease(): void {
    if (this.running !== null && this.frozen === null && !this.clock.holds()) this.apply();
  }

  freeze(): void {
    this.running?.freeze();
  }

  private isRenewalDue(): boolean {
    const { pollMs, renewMs } = this.run.timing;
    return this.clock.age() >= (this.standing.kind === 'act' ? renewMs : pollMs);
  }

  private async renew(): Promise<'answered' | 'unanswered'> {
    const { epoch, secret } = this.live.lease;
    const moment = this.clock.moment();
    const outcome = await this.run.api.mutate(RenewLeaseDocument, {
      input: { id: this.run.id, epoch, leaseSecret: secret },
    });
    if (outcome.kind === 'done') this.clock.renewedAt(moment);
    this.obey(standingOf(outcome));
    if (outcome.kind === 'done' || this.standing.kind === 'end') this.tellReachable(null);
    else this.tellReachable('message' in outcome ? outcome.message : outcome.refusal.code);
    return outcome.kind === 'done' ? 'answered' : 'unanswered';
  }

  private async report(): Promise<'answered' | 'unanswered' | 'idle'> {
    const step = await this.live.reporter.step();
    if (step.kind === 'nothing') return 'idle';
    if (step.kind === 'answered') this.obey(step.standing);
    else this.tellReachable(step.message);
    return step.kind;
  }

  private obey(standing: Standing | null): void {
    if (standing !== null) this.standing = standing;
    this.apply();
  }

  /** Makes the processes agree with standing and lease. */
  private apply(): void {
    const why = this.standing.kind !== 'act' ? this.standing.why : this.clock.holds() ? null : LEASE_LOST;
    if (this.running === null || why === this.frozen) return;
    if (why === null) this.running.resume();
    else this.running.freeze();
    const before = this.frozen;
    this.frozen = why;
    if (why === null) this.run.log('continued', { after: before });
    else this.run.log('frozen', { why });
  }

  /** Once, as soon as it may act. */
  private async start(): Promise<void> {
    if (this.running !== null || this.standing.kind !== 'act' || !this.clock.holds()) return;
    this.running = await startCommand(this.run, this.live);
  }

  private tellExit(): void {
    const exited = this.running?.exited() ?? null;
    if (exited === null || this.exitTold) return;
    this.exitTold = true;
    this.run.log('command_exited', { code: exited.code });
  }

  private tellReachable(problem: string | null): void {
    const reachable = problem === null;
    if (reachable === this.reachable) return;
    this.reachable = reachable;
    if (reachable) this.run.log('api_reachable');
    else this.run.log('api_unreachable', { message: problem });
  }
}
