import { Fault } from '../errors.js';
import { formatCursor, parseCursor } from './cursor.js';
import type { Feed } from './feed.js';
import type { FeedEvent } from './feed-store.js';

/** A subscriber did not take its events as fast as they came. It resumes from its last cursor. */
export class SlowConsumer extends Error {
  constructor() {
    super('Too much is waiting to be read. Subscribe again from the last cursor.');
    this.name = 'SlowConsumer';
  }
}

/** Events that wait for a slow subscriber, at most. Each is far below a kibibyte. */
const MAX_WAITING = 1_000;

/**
 * The position a subscription starts after. Throws a Fault: INVALID_INPUT for what is no cursor of this feed or
 * lies beyond its head, CURSOR_EXPIRED below the floor. Without a cursor: from now on.
 */
export async function startOf(feed: Feed, after: string | null | undefined): Promise<bigint> {
  if (after == null) return feed.position;
  const cursor = parseCursor(after);
  if (cursor === null || cursor.feed !== feed.id)
    throw new Fault('INVALID_INPUT', 'after is not a cursor of this feed');
  // Another instance may be ahead of this one: the database knows how far the feed goes.
  const { position, floor } = await feed.bounds();
  if (cursor.position > position) throw new Fault('INVALID_INPUT', 'after lies beyond the head of the feed');
  if (cursor.position < floor) {
    throw new Fault(
      'CURSOR_EXPIRED',
      'The feed no longer reaches back to this cursor. Fetch the present state and go on from its cursor.',
    );
  }
  return cursor.position;
}

export const cursorOf = (feed: Feed, event: Pick<FeedEvent, 'position'>): string =>
  formatCursor({ feed: feed.id, position: event.position });

export interface FollowOptions {
  readonly organisationId: string;
  /** Exclusive; see `startOf`. */
  readonly after: bigint;
  /** Ends behind this position instead of going live. */
  readonly until?: bigint | undefined;
  readonly wants: (event: FeedEvent) => boolean;
  /** Ends the stream, also while it waits. */
  readonly signal: AbortSignal;
}

/**
 * Events of an organisation after a position: what was missed, then live; none twice, none left out, in order. Listens
 * from the call on, whenever it is first read. Ends by its signal; throws SlowConsumer when more than MAX_WAITING wait.
 */
export function follow(feed: Feed, options: FollowOptions): AsyncGenerator<FeedEvent> {
  const { organisationId, after, until, wants, signal } = options;
  const waiting: FeedEvent[] = [];
  let overrun = false;
  let wakeUp = (): void => undefined;
  const stop =
    until === undefined
      ? feed.listen(organisationId, (event) => {
          if (!wants(event)) return;
          if (waiting.length >= MAX_WAITING) overrun = true;
          else waiting.push(event);
          wakeUp();
        })
      : (): void => undefined;
  // What is up to here is read from the log; what comes after waits in memory.
  const joined = until ?? feed.position;
  signal.addEventListener(
    'abort',
    () => {
      stop();
      wakeUp();
    },
    { once: true },
  );

  async function* events(): AsyncGenerator<FeedEvent> {
    for await (const event of feed.missed(organisationId, after, joined)) {
      if (signal.aborted) return;
      if (wants(event)) yield event;
    }
    while (until === undefined && !signal.aborted) {
      const event = waiting.shift();
      if (event !== undefined) {
        if (event.position > after) yield event;
      } else if (overrun) {
        stop();
        throw new SlowConsumer();
      } else {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
      }
    }
  }
  return events();
}
