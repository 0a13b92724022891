import { builder } from '../schema/builder.js';
import { findTier } from '../settings.js';
import type { TransferRecord } from './record.js';

const nonNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

const FIVE_MINUTES_MS = 5 * 60 * 1000;
const FIVE_MINUTES_PER_HOUR = 12n;

/** A transfer seen as money. */
export const BudgetRef = builder.objectRef<TransferRecord>('Budget').implement({
  description:
    'Money of a transfer: what it may spend, has spent, has reserved. Charges round up to the nano-dollar.',
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    allocated: t.expose('allocated', {
      type: 'Usd',
      description: 'The ceiling: what was provisioned and topped up.',
    }),
    spent: t.expose('spent', { type: 'Usd', description: 'Sum of the ledger.' }),
    held: t.expose('held', { type: 'Usd', description: 'Reserved by open holds.' }),
    late: t.expose('late', {
      type: 'Usd',
      description: 'Spent under a stale epoch or after the end; outside the budget, signed.',
    }),
    remaining: t.field({
      type: 'Usd',
      description: 'What a new hold could still take; 0 when spent and held reach allocated.',
      resolve: ({ allocated, spent, held }) => nonNegative(allocated - spent - held),
    }),
    worstCase: t.field({
      type: 'Usd',
      description: 'Spent, if every open hold costs its full amount.',
      resolve: ({ spent, held }) => spent + held,
    }),
    allocation: t.exposeInt('allocation', {
      description: 'Number of the current allocation; each top-up begins one.',
    }),
    rate: t.field({
      type: 'Usd',
      description: 'USD per hour that the tier itself costs; 0 when time is not charged.',
      resolve: ({ tier }, _, { settings }) => findTier(settings, tier ?? '')?.tier.rate ?? 0n,
    }),
    burnRate: t.field({
      type: 'Usd',
      description: 'USD per hour at the pace of the last five minutes.',
      resolve: async ({ organisationId, id, readAt }, _, { reader }) => {
        const since = new Date(readAt.getTime() - FIVE_MINUTES_MS);
        const { _sum } = await reader.usageLedger.aggregate({
          where: { organisationId, transferId: id, at: { gte: since } },
          _sum: { amount: true },
        });
        return nonNegative(_sum.amount ?? 0n) * FIVE_MINUTES_PER_HOUR;
      },
    }),
    exhaustedAt: t.expose('exhaustedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When no further call fitted though money was left; null while calls fit.',
    }),
  }),
});

/** A transfer seen as clocks that run. */
export const DeadlinesRef = builder.objectRef<TransferRecord>('Deadlines').implement({
  description: "Absolute ends, judged by the database's clock at the moment of each write.",
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Unless activated before, it expires here.',
    }),
    graceEndsAt: t.expose('graceEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Insolvent or exhausted, it is terminated here; null otherwise.',
    }),
    leaseExpiresAt: t.expose('leaseExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: "End of the runtime's lease unless renewed; null before activation.",
    }),
    claimExpiresAt: t.expose('claimExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until activation, the claim lapses here unless its daemon calls; null without a claim.',
    }),
  }),
});
