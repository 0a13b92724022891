import { builder } from '../schema/builder.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import { BudgetRef, DeadlinesRef } from './budget.graphql.js';
import { hold, reportUsage, settle } from './commands/budget.js';
import { topUp } from './commands/orchestrate.js';
import { renewLease } from './commands/runtime.js';
import { ReporterEnum, TransferStatusEnum } from './enums.graphql.js';
import type { MoveSuccess } from './move.js';
import { type InputFields, input, key, keyed } from './move-result.graphql.js';
import { TransferRef } from './transfer.graphql.js';

const LEASED: readonly RefusalCode[] = [
  'NOT_FOUND',
  'WRONG_ACTOR',
  'TRANSFER_TERMINAL',
  'FENCED',
  'STATE_CHANGED',
  'INVALID_INPUT',
];

/** What a runtime is told after each of its writes, so that it need not ask again. */
const RuntimeAnswer = builder.interfaceRef<MoveSuccess>('RuntimeAnswer').implement({
  description: 'What a runtime is told after each of its writes: how it stands, and what it may still spend.',
  fields: (t) => ({
    status: t.field({
      type: TransferStatusEnum,
      description: 'As this write left it; on a replay as the first left it.',
      resolve: ({ transfer }) => transfer.effectiveStatus as 'active',
    }),
    epoch: t.int({
      description: 'The epoch the lease is of.',
      resolve: ({ transfer }) => transfer.epoch ?? 0,
    }),
    budget: t.field({ type: BudgetRef, description: 'Its money.', resolve: ({ transfer }) => transfer }),
    deadlines: t.field({
      type: DeadlinesRef,
      description: 'The clocks that run.',
      resolve: ({ transfer }) => transfer,
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'True when this id was seen before, and nothing changed.',
    }),
  }),
});

function runtimeResult(name: string, description: string, codes: readonly RefusalCode[]) {
  const success = builder
    .objectRef<MoveSuccess>(`${name}Success`)
    .implement({ description, interfaces: [RuntimeAnswer] });
  return resultUnion(name, success, codes);
}

const HoldSuccess = builder.objectRef<MoveSuccess>('BudgetHoldSuccess').implement({
  description: 'The money is reserved.',
  interfaces: [RuntimeAnswer],
  fields: (t) => ({
    holdExpiresAt: t.field({
      type: 'DateTime',
      description: 'Unless settled before, it then counts in full.',
      resolve: ({ more }) => new Date(more.holdExpiresAt as string),
    }),
  }),
});

const TopUpSuccess = builder.objectRef<MoveSuccess>('BudgetTopUpSuccess').implement({
  description: 'A new allocation has begun.',
  fields: (t) => ({
    transfer: t.field({
      type: TransferRef,
      description: 'As the top-up left it.',
      resolve: ({ transfer }) => transfer,
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'True when an earlier call with this key had topped up.',
    }),
  }),
});

const RenewResult = runtimeResult('TransferRenewLease', 'The lease runs another 30 seconds.', [
  ...LEASED,
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
]);
const ReportResult = runtimeResult('TransferReportUsage', 'What was spent is counted.', [
  ...LEASED,
  'DUPLICATE_IDEMPOTENCY_KEY',
]);
const SettleResult = runtimeResult('BudgetSettle', 'The true cost stands in place of the hold.', [
  ...LEASED,
  'DUPLICATE_IDEMPOTENCY_KEY',
]);
const HoldResult = resultUnion('BudgetHold', HoldSuccess, [
  ...LEASED,
  'DUPLICATE_IDEMPOTENCY_KEY',
  'NOT_READY',
  'INSUFFICIENT_BUDGET',
]);
const TopUpResult = resultUnion('BudgetTopUp', TopUpSuccess, [
  'NOT_FOUND',
  'WRONG_ACTOR',
  'TRANSFER_TERMINAL',
  'STATE_CHANGED',
  'INVALID_INPUT',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
]);

const leased = (t: InputFields) => ({
  ...keyed(t),
  epoch: t.int({ required: true, description: 'The epoch it acts under.' }),
  leaseSecret: t.string({
    required: true,
    description: 'The secret whose hash it sent with its verification.',
  }),
});

const RenewInput = builder.inputType('TransferRenewLeaseInput', {
  description: 'Keeps a lease, or revives it.',
  fields: (t) => ({
    ...leased(t),
    idempotencyKey: t.string({ description: 'Optional: a renewal may be repeated without harm.' }),
  }),
});

const ReportInput = builder.inputType('TransferReportUsageInput', {
  description: 'Something that was spent. Reporter and usage id count once, for ever.',
  fields: (t) => ({
    ...leased(t),
    usageId: t.string({
      required: true,
      description: 'Id of the thing billed, 1 to 128 characters; its own idempotency key.',
    }),
    reporter: t.field({ type: ReporterEnum, required: true, description: 'Who says so.' }),
    amountUsd: t.string({
      required: true,
      description: 'Decimal USD, at most nine places, not negative; 0 is taken and tells nobody.',
    }),
    detail: t.field({ type: 'JSON', description: 'For people, at most 4 KiB of JSON.' }),
  }),
});

const HoldInput = builder.inputType('BudgetHoldInput', {
  description: 'Reserves money before a call whose cost is not yet known.',
  fields: (t) => ({
    ...leased(t),
    holdId: t.string({
      required: true,
      description: 'Id of the hold, 1 to 128 characters; its own idempotency key.',
    }),
    amountUsd: t.string({ required: true, description: 'The most the call can cost, decimal USD.' }),
    lifeSeconds: t.int({
      description: 'Seconds until it counts in full unless settled, 1 to 3600; default 600.',
    }),
  }),
});

const SettleInput = builder.inputType('BudgetSettleInput', {
  description: 'The true cost of what a hold was for.',
  fields: (t) => ({
    ...leased(t),
    holdId: t.string({ required: true, description: 'The hold.' }),
    amountUsd: t.string({ required: true, description: 'What it cost, decimal USD; 0 gives the hold back.' }),
  }),
});

const TopUpInput = builder.inputType('BudgetTopUpInput', {
  description: 'More money for a running transfer.',
  fields: (t) => ({
    ...keyed(t),
    amountUsd: t.string({ required: true, description: 'Decimal USD, above 0.' }),
    reason: t.string({
      required: true,
      description: 'Why, for people; 1 to 500 characters, kept in the log.',
    }),
    ...key(t),
  }),
});

builder.mutationFields((t) => ({
  transferRenewLease: t.field({
    type: RenewResult,
    description: 'A runtime says that it lives. At most ten seconds apart; the lease is 30.',
    args: { input: t.arg({ type: RenewInput, ...input }) },
    resolve: (_root, args, context) => renewLease(context, args.input),
  }),
  transferReportUsage: t.field({
    type: ReportResult,
    description: 'Counts what was spent; at the ceiling the transfer becomes `INSOLVENT`, once.',
    args: { input: t.arg({ type: ReportInput, ...input }) },
    resolve: (_root, args, context) => reportUsage(context, args.input),
  }),
  budgetHold: t.field({
    type: HoldResult,
    description: 'Reserves money, if spent, held and this fit in what is allocated.',
    args: { input: t.arg({ type: HoldInput, ...input }) },
    resolve: (_root, args, context) => hold(context, args.input),
  }),
  budgetSettle: t.field({
    type: SettleResult,
    description: 'Replaces a hold by its true cost.',
    args: { input: t.arg({ type: SettleInput, ...input }) },
    resolve: (_root, args, context) => settle(context, args.input),
  }),
  budgetTopUp: t.field({
    type: TopUpResult,
    description: 'Begins a new allocation; an insolvent transfer with money again is reinstated.',
    args: { input: t.arg({ type: TopUpInput, ...input }) },
    resolve: (_root, args, context) => topUp(context, args.input),
  }),
}));
