import type { Context } from '../../context.js';
import { InputIssues, type LeaseInput } from '../../input.js';
import { TRANSFER_MOVES } from '../../lifecycle/rules.js';
import { admit } from '../../principal/admit.js';
import { leaseHash } from '../lease-secret.js';
import { callArgument, type MoveResult, makeMove } from '../move.js';
import { reportUsageGrouped } from '../usage-group.js';

/** Who says that something was spent. */
export const REPORTERS = ['gateway', 'compute', 'otlp', 'command', 'manual'] as const;
export type Reporter = (typeof REPORTERS)[number];

const MAX_DETAIL_BYTES = 4096;

export interface ReportUsageInput extends LeaseInput {
  /** Id of the thing billed; with the reporter it counts once, for ever. */
  readonly usageId: string;
  readonly reporter: Reporter;
  readonly amountUsd: string;
  readonly detail?: unknown;
}

/** Counts what was spent. Concurrent reports share a transaction; each has its own answer. */
export async function reportUsage(context: Context, input: ReportUsageInput): Promise<MoveResult> {
  await admit(context, 'transferReportUsage', 'usage:report');
  const issues = new InputIssues();
  issues.text('usageId', input.usageId);
  const amount = issues.usd('amountUsd', input.amountUsd, { zero: true });
  if (input.detail != null && Buffer.byteLength(JSON.stringify(input.detail)) > MAX_DETAIL_BYTES) {
    issues.add('detail', 'TOO_LARGE', `is at most ${MAX_DETAIL_BYTES} bytes of JSON`);
  }
  issues.json('detail', input.detail);
  // Pool `manual` is the orchestrator's own meter, and nobody else's.
  if ((input.reporter === 'manual') !== (context.viewer.kind === 'orchestrator')) {
    issues.add('reporter', 'NOT_YOURS', 'is MANUAL from an orchestrator and never from a runtime');
  }
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return reportUsageGrouped(
    context,
    callArgument(context, TRANSFER_MOVES.reportUsage, {
      operation: 'transferReportUsage',
      id: input.id,
      payload: null,
      more: {
        usageId: input.usageId,
        reporter: input.reporter,
        amount: amount.toString(),
        epoch: input.epoch,
        leaseHash: leaseHash(input.leaseSecret),
        detail: input.detail ?? undefined,
      },
    }),
  );
}

export interface HoldInput extends LeaseInput {
  readonly holdId: string;
  readonly amountUsd: string;
  readonly lifeSeconds?: number | null | undefined;
}

const DEFAULT_HOLD_SECONDS = 600;

/** Reserves money before a call whose cost is not yet known. */
export async function hold(context: Context, input: HoldInput): Promise<MoveResult> {
  await admit(context, 'budgetHold', 'usage:report');
  const issues = new InputIssues();
  issues.text('holdId', input.holdId);
  const amount = issues.usd('amountUsd', input.amountUsd);
  const life = input.lifeSeconds ?? DEFAULT_HOLD_SECONDS;
  issues.range('lifeSeconds', life, 1, 3600, 'seconds');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'hold', 'budget_hold', {
    operation: 'budgetHold',
    id: input.id,
    payload: null,
    more: {
      holdId: input.holdId,
      amount: amount.toString(),
      lifeMs: life * 1000,
      epoch: input.epoch,
      leaseHash: leaseHash(input.leaseSecret),
    },
  });
}

export interface SettleInput extends LeaseInput {
  readonly holdId: string;
  /** The true cost. */
  readonly amountUsd: string;
}

/** Replaces a hold by what the call really cost. */
export async function settle(context: Context, input: SettleInput): Promise<MoveResult> {
  await admit(context, 'budgetSettle', 'usage:report');
  const issues = new InputIssues();
  issues.text('holdId', input.holdId);
  const amount = issues.usd('amountUsd', input.amountUsd, { zero: true });
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'settle', 'budget_settle', {
    operation: 'budgetSettle',
    id: input.id,
    payload: null,
    more: {
      holdId: input.holdId,
      amount: amount.toString(),
      epoch: input.epoch,
      leaseHash: leaseHash(input.leaseSecret),
    },
  });
}
