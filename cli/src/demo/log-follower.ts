import type { Api } from '../client/api.js';
import { listEvents } from '../client/pages.js';
import { dataText } from '../event-text.js';
import type { CliEventFragment } from '../gen/graphql.js';

const EVENTS = 10_000;

/** Reads a transfer's event log on from where it was. */
export class LogFollower {
  private seen = 0;

  constructor(
    private readonly api: Api,
    private readonly id: string,
  ) {}

  /** The events since the last call, oldest first. */
  async news(): Promise<CliEventFragment[]> {
    const { rows } = await listEvents(this.api, this.id, EVENTS);
    const news = rows.filter(({ sequence }) => sequence > this.seen);
    this.seen = rows.at(-1)?.sequence ?? this.seen;
    return news;
  }
}

/** Each event as a line below the one it belongs to. */
export function eventLines(events: readonly CliEventFragment[]): string {
  return events
    .map(({ sequence, type, data }) => `\n  #${sequence} ${type} ${dataText(data)}`.trimEnd())
    .join('');
}
