import { keepBadUsage } from './bad-usage.js';
import { ReportUsageDocument } from './gen/graphql.js';
import type { Run } from './run.js';
import { type Standing, standingOf } from './standing.js';
import type { LeaseRecord } from './state-dir.js';
import { type BadUsageReason, readUsageLine, type Usage } from './usage-line.js';
import { type TailedLine, UsageTail } from './usage-tail.js';

export type ReportStep =
  | { readonly kind: 'nothing' }
  /** A line was answered for; `standing` when the answer said how the transfer stands. */
  | { readonly kind: 'answered'; readonly standing: Standing | null }
  /** No answer: the same line is tried again at the next step. */
  | { readonly kind: 'unanswered'; readonly message: string };

/** Reports what the command wrote, line by line, in order. No line is passed before it was answered for or kept. */
export class UsageReporter {
  private tail: UsageTail | null = null;
  private line: TailedLine | null = null;

  constructor(
    private readonly run: Run,
    private readonly lease: LeaseRecord & { epoch: number },
  ) {}

  /** Takes the next line, if there is one. `last`: the command is gone and writes no more. */
  async step({ last = false } = {}): Promise<ReportStep> {
    this.line ??= await this.nextLine(last);
    if (this.line === null) return { kind: 'nothing' };
    const step = await this.answer(this.line);
    if (step.kind === 'answered') {
      await this.tail?.done(this.line.end);
      this.line = null;
    }
    return step;
  }

  async close(): Promise<void> {
    await this.tail?.close();
    this.tail = null;
  }

  private async nextLine(last: boolean): Promise<TailedLine | null> {
    const { usage, usageOffset } = this.run.paths;
    this.tail ??= await UsageTail.open(usage, usageOffset);
    if (this.tail === null) return null;
    if (await this.tail.restartIfCut()) this.run.log('usage_warning', { reason: 'FILE_CUT' });
    return this.tail.next({ last });
  }

  private async answer(line: TailedLine): Promise<ReportStep> {
    const read = line.cut ? ({ ok: false, reason: 'TOO_LONG' } as const) : readUsageLine(line.bytes);
    if (!read.ok) {
      await this.keep(line, { reason: read.reason });
      return { kind: 'answered', standing: null };
    }
    if (read.warning !== undefined) await this.keep(line, { reason: read.warning });
    return this.report(line, read.usage);
  }

  private async report(line: TailedLine, { id, amountUsd, detail }: Usage): Promise<ReportStep> {
    const { epoch, secret } = this.lease;
    const outcome = await this.run.api.mutate(ReportUsageDocument, {
      input: {
        id: this.run.id,
        usageId: id,
        reporter: 'COMMAND',
        amountUsd,
        epoch,
        leaseSecret: secret,
        ...(detail !== undefined && { detail }),
      },
    });
    const standing = standingOf(outcome);
    switch (outcome.kind) {
      case 'done':
        this.run.log('usage_reported', { usageId: id, amountUsd, replayed: outcome.value.replayed });
        break;
      case 'refused': {
        const { refusal } = outcome;
        if (refusal.retryable) return { kind: 'unanswered', message: refusal.code };
        const late = 'recordedAsLate' in refusal && refusal.recordedAsLate;
        if (late) this.run.log('usage_reported', { usageId: id, amountUsd, late });
        else await this.keep(line, { reason: 'REFUSED', message: `${refusal.code}: ${refusal.message}` });
        break;
      }
      case 'fault':
        // Neither counted nor judged, whatever the fault: only a dead credential makes it final.
        if (outcome.code !== 'UNAUTHENTICATED') return { kind: 'unanswered', message: outcome.message };
        await this.keep(line, { reason: 'REFUSED', message: `${outcome.code}: ${outcome.message}` });
        break;
      case 'unreachable':
        return { kind: 'unanswered', message: outcome.message };
    }
    return { kind: 'answered', standing };
  }

  private async keep(line: TailedLine, why: { reason: BadUsageReason; message?: string }): Promise<void> {
    const { offset, length } = await keepBadUsage(this.run.paths.badUsage, line, why);
    this.run.log('usage_warning', { ...why, offset, length, kept: this.run.paths.badUsage });
  }
}
