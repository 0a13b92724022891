import type { Transfer } from './client/transfers.js';
import { facts } from './table.js';

/** Enum values as the words that people, files and events use. */
export const word = (value: string): string => value.toLowerCase();

/** A transfer for programs: as the API gives it, its enums in lower case as in refusals and events. */
export function transferJson({ runtime, ...transfer }: Transfer) {
  return {
    ...transfer,
    status: word(transfer.status),
    metering: word(transfer.metering),
    runtime: { ...runtime, ceilings: word(runtime.ceilings) },
  };
}

/** A transfer for people. */
export function transferText(transfer: Transfer): string {
  const { budget, deadlines, runtime, secrets, session, source } = transfer;
  return facts([
    ['transfer', transfer.id],
    ['status', word(transfer.status) + (transfer.fenced ? ' (fenced by a newer epoch)' : '')],
    ['session', session.label === null ? session.id : `${session.id} (${session.label})`],
    ['epoch', transfer.epoch],
    ['from', source && `${source.host}:${source.cwd} (${source.client})`],
    ['checksum', transfer.checksum],
    ['destination', transfer.tier && `${transfer.tier} in pool ${transfer.pool}`],
    ['budget', budget && budgetText(budget)],
    ['metering', budget && word(transfer.metering)],
    ['secrets', secrets.count > 0 ? secretsText(secrets) : null],
    ['expires', transfer.epoch === null && transfer.endedAt === null ? deadlines.expiresAt : null],
    ['grace ends', transfer.endedAt === null ? deadlines.graceEndsAt : null],
    ['lease until', transfer.endedAt === null && deadlines.leaseExpiresAt ? leaseText(transfer) : null],
    ['claimed', runtime.claimedAt && `${runtime.claimedAt} by ${runtime.claimedBy}`],
    ['verified', runtime.verifiedAt],
    ['ended', transfer.endedAt && `${transfer.endedAt} (${transfer.endedReason})`],
    [
      'torn down',
      runtime.tornDownAt && `${runtime.tornDownAt} (${runtime.teardownProven ? 'proven' : 'not proven'})`,
    ],
    ['open to you', transfer.availableActions.map(({ action }) => action).join(', ')],
  ]);
}

function budgetText({
  allocated,
  spent,
  held,
  late,
  remaining,
  exhaustedAt,
}: NonNullable<Transfer['budget']>): string {
  const more = [
    ...(held === '0' ? [] : [`${held} held`]),
    ...(late === '0' ? [] : [`${late} late`]),
    ...(exhaustedAt === null ? [] : ['exhausted']),
  ];
  return [`${spent} of ${allocated} USD spent`, `${remaining} remaining`, ...more].join(', ');
}

function secretsText({ count, digest, pending }: Transfer['secrets']): string {
  return pending ? `${count} to accept, digest ${digest}` : `${count} accepted`;
}

function leaseText({ deadlines, runtime }: Transfer): string {
  return `${deadlines.leaseExpiresAt}${runtime.leaseLapsed ? ' (lapsed)' : ''}`;
}
