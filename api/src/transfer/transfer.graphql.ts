import { EventConnectionRef, EventRef } from '../event/event.graphql.js';
import type { Session } from '../gen/prisma/client.js';
import { builder } from '../schema/builder.js';
import { keysetPage } from '../schema/connection.js';
import { AvailableActionRef } from '../schema/refusal.graphql.js';
import { BudgetRef, DeadlinesRef } from './budget.graphql.js';
import { LedgerKindEnum, MeteringEnum, ReporterEnum, TransferStatusEnum } from './enums.graphql.js';
import { RuntimeRef, SecretsRef, SessionRef, SourceRef } from './facets.graphql.js';
import { offeredActions } from './offer.js';
import type { TransferRecord } from './record.js';
import { SnapshotRef } from './snapshot.graphql.js';
import { answeredTransfers, isClosedTo } from './visible.js';

const LedgerEntryRef = builder.prismaObject('UsageLedger', {
  name: 'LedgerEntry',
  description: 'One line of what was spent. The sum of all is `budget.spent`, always.',
  findUnique: null,
  fields: (t) => ({
    kind: t.field({ type: LedgerKindEnum, description: 'Why.', resolve: ({ kind }) => kind as 'usage' }),
    amount: t.expose('amount', { type: 'Usd', description: 'Signed for adjustments.' }),
    reporter: t.field({
      type: ReporterEnum,
      nullable: true,
      description: 'Who reported it; null for holds.',
      resolve: ({ reporter }) => reporter as 'command' | null,
    }),
    usageId: t.exposeString('usageId', {
      nullable: true,
      description: 'Id of the thing billed; null for holds.',
    }),
    holdId: t.exposeString('holdId', { nullable: true, description: 'Id of the hold; null for usage.' }),
    epoch: t.exposeInt('epoch', { description: 'Epoch it was spent under.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was counted.' }),
  }),
});

const SELF_REPORTERS = ['command', 'otlp'];

function metering({ reporters }: TransferRecord): 'none' | 'self_reported' | 'metered' {
  if (reporters.length === 0) return 'none';
  return reporters.every((reporter) => SELF_REPORTERS.includes(reporter)) ? 'self_reported' : 'metered';
}

/** Fields that show the same to everybody who reads the organisation; any other makes a subscription private. */
const SAME_FOR_ALL = [
  ...['id', 'status', 'session', 'checksum', 'source', 'stagedBy', 'owner', 'epoch', 'baseEpoch', 'fenced'],
  ...[
    'tier',
    'limits',
    'pool',
    'graceSeconds',
    'budget',
    'metered',
    'metering',
    'deadlines',
    'runtime',
    'secrets',
  ],
  ...['stagedAt', 'provisionedAt', 'pushedAt', 'activatedAt', 'insolventAt', 'endedAt', 'endedReason'],
  ...['forkedFrom', 'entriesSinceSnapshot'],
];

export const TransferRef = builder.prismaNode('Transfer', {
  description: 'One move of one session from a source to a destination.',
  extensions: { viewerIndependent: SAME_FOR_ALL },
  id: { field: 'id', description: 'TypeID, `trf_…`.' },
  nullable: true,
  findUnique: (id, { viewer }) => ({
    organisationId_id: { organisationId: viewer.organisationId, id },
    AND: answeredTransfers(viewer),
  }),
  fields: (t) => ({
    status: t.field({
      type: TransferStatusEnum,
      description: 'Where it stands.',
      resolve: ({ effectiveStatus }) => effectiveStatus as 'staged',
    }),
    session: t.field({
      type: SessionRef,
      description: 'The session it moves.',
      select: (_args, _context, nested) => ({ session: nested(true) }) as never,
      resolve: (transfer, _args, { viewer }) => {
        const { session } = transfer as unknown as { session: Session };
        return isClosedTo(viewer, transfer) ? { ...session, label: null } : session;
      },
    }),
    checksum: t.expose('checksum', { type: 'Sha256', description: 'Checksum of its snapshot.' }),
    snapshot: t.field({
      type: SnapshotRef,
      nullable: true,
      description: 'Facts of what moves; null to a claimant before the push.',
      select: (_args, _context, nested) => ({ snapshot: nested(true) }) as never,
      resolve: (transfer, _args, { viewer }) => {
        const { snapshot } = transfer as unknown as { snapshot: never };
        return isClosedTo(viewer, transfer) ? null : snapshot;
      },
    }),
    source: t.field({
      type: SourceRef,
      nullable: true,
      description: 'Where it comes from; null to a claimant before the push.',
      resolve: (transfer, _args, { viewer }) => (isClosedTo(viewer, transfer) ? null : transfer),
    }),
    stagedBy: t.exposeID('stagedBy', { description: 'Principal that staged it.' }),
    owner: t.exposeID('ownerId', { description: 'Person it belongs to.' }),
    epoch: t.exposeInt('epoch', {
      nullable: true,
      description: 'Its number among the owners of the session; null before activation.',
    }),
    baseEpoch: t.exposeInt('baseEpoch', { description: "The session's epoch when this was staged." }),
    fenced: t.exposeBoolean('fenced', {
      description: 'Whether another transfer of the session was activated meanwhile.',
    }),
    tier: t.exposeString('tier', {
      nullable: true,
      description: 'Named hard ceilings of the destination; null before provision.',
    }),
    limits: t.expose('limits', {
      type: 'JSON',
      nullable: true,
      description: "Asked for below the tier's ceilings; null: the tier's.",
    }),
    pool: t.exposeString('pool', {
      nullable: true,
      description: 'Set of destinations it may run in; null before provision.',
    }),
    graceSeconds: t.float({
      nullable: true,
      description: 'Seconds from insolvency or exhaustion to the end; null before provision.',
      resolve: ({ graceMs }) => (graceMs === null ? null : graceMs / 1000),
    }),
    budget: t.field({
      type: BudgetRef,
      nullable: true,
      description: 'Its money; null before provision, to a claimant before the push.',
      resolve: (transfer, _args, { viewer }) =>
        transfer.tier === null || isClosedTo(viewer, transfer) ? null : transfer,
    }),
    metered: t.boolean({
      description: 'Whether anything was ever reported as spent.',
      resolve: ({ reporters }) => reporters.length > 0,
    }),
    metering: t.field({
      type: MeteringEnum,
      description: 'How far spent can be trusted.',
      resolve: metering,
    }),
    deadlines: t.field({
      type: DeadlinesRef,
      description: 'The clocks that run.',
      resolve: (transfer) => transfer,
    }),
    runtime: t.field({ type: RuntimeRef, description: 'The destination.', resolve: (transfer) => transfer }),
    secrets: t.field({
      type: SecretsRef,
      description: 'What looked like secrets.',
      resolve: (transfer) => transfer,
    }),
    stagedAt: t.expose('stagedAt', { type: 'DateTime', description: 'When it was staged.' }),
    provisionedAt: t.expose('provisionedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null before.',
    }),
    pushedAt: t.expose('pushedAt', { type: 'DateTime', nullable: true, description: 'When; null before.' }),
    activatedAt: t.expose('activatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null before.',
    }),
    insolventAt: t.expose('insolventAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When spent last reached allocated; null while solvent.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its end was written down; null before.',
    }),
    endedReason: t.exposeString('endedReason', { nullable: true, description: 'Why it ended; null before.' }),
    forkedFrom: t.exposeID('forkedFromId', {
      nullable: true,
      description: 'The transfer whose session was forked; null for none.',
    }),
    entriesSinceSnapshot: t.exposeInt('entriesSince', {
      nullable: true,
      description:
        'What the source wrote after its snapshot and before activation, by its own count; null when not told.',
    }),
    availableActions: t.field({
      type: [AvailableActionRef],
      description: 'What this viewer may do now.',
      resolve: (transfer, _args, { viewer }) => offeredActions(transfer, viewer),
    }),
    events: t.connection(
      {
        type: EventRef,
        description: 'What happened, oldest first. Cursors are sequence numbers.',
        resolve: ({ organisationId, id }, args, { reader }) =>
          keysetPage(
            args,
            ({ take, direction, between: { gt, lt } }) =>
              reader.event.findMany({
                where: {
                  organisationId,
                  aggregateId: id,
                  sequence: { gt: Number(gt ?? 0), ...(lt === undefined ? {} : { lt: Number(lt) }) },
                },
                orderBy: { sequence: direction },
                take,
              }),
            ({ sequence }) => sequence,
          ),
      },
      EventConnectionRef,
    ),
    ledger: t.connection(
      {
        type: LedgerEntryRef,
        description: 'What was spent, oldest first.',
        resolve: ({ organisationId, id }, args, { reader }) =>
          keysetPage(
            args,
            ({ take, direction, between }) =>
              reader.usageLedger.findMany({
                where: { organisationId, transferId: id, id: between },
                orderBy: { id: direction },
                take,
              }),
            ({ id: key }) => key,
          ),
      },
      { name: 'LedgerConnection', description: 'A page of the ledger.' },
      { name: 'LedgerEdge', description: 'A ledger line with its cursor.' },
    ),
  }),
});
