import type { CliEventFragment } from './gen/graphql.js';
import { printable, table } from './table.js';

/** Events as lines, each with its facts. */
export function eventTable(events: readonly CliEventFragment[]): string {
  return table(
    ['AT', 'OF', '#', 'EVENT', 'BY', 'WITH'],
    events.map(({ at, aggregateId, sequence, type, actor, data }) => {
      return [at, aggregateId, String(sequence), type, actor, dataText(data)];
    }),
  );
}

/** One event as a line. */
export function eventLine({ at, aggregateId, sequence, type, actor, data }: CliEventFragment): string {
  return [at, aggregateId, sequence, type, printable(actor), dataText(data)].join('  ').trimEnd();
}

/** What an event carries, as `name=value` words. */
export function dataText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const words = Object.entries(data).filter(([, value]) => value !== null);
  return printable(words.map(([name, value]) => `${name}=${plain(value)}`).join(' '));
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
