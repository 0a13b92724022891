import { Fault } from '../errors.js';
import { formatCursor, parseCursor } from './cursor.js';
import type { Feed } from './feed.js';
import type { FeedEvent } from './feed-store.js';

/** Events that wait in memory for one reader, at most; what lies beyond is read from the log when it comes to that. */
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

/** Events, and how far their reader has been told. */
export interface Following extends AsyncGenerator<FeedEvent> {
  /**
   * The position up to which everything wanted was taken by the reader, which waits for more; null while it is busy or
   * has not caught up.
   */
  quiet(): bigint | null;
}

/**
 * Events of an organisation after a position: what was missed, then live; none twice, none left out, in order. Listens
 * from the call on, whenever it is first read. A reader slower than the log holds at most MAX_WAITING events in memory
 * and catches up from the log. Ends by its signal.
 */
export function follow(feed: Feed, options: FollowOptions): Following {
  const { organisationId, after, until, wants, signal } = options;
  const waiting: FeedEvent[] = [];
  /** Some came that did not fit; from then on none is kept, so that those that wait have no gap. */
  let overrun = false;
  let wakeUp = (): void => undefined;
  let parked = false;
  const stop =
    until === undefined
      ? feed.listen(organisationId, (event) => {
          if (overrun || !wants(event)) return;
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
    let told = after;
    async function* logged(upTo: bigint): AsyncGenerator<FeedEvent> {
      for await (const event of feed.missed(organisationId, told, upTo)) {
        if (signal.aborted) return;
        if (wants(event)) yield event;
      }
      if (upTo > told) told = upTo;
    }
    yield* logged(joined);
    while (until === undefined && !signal.aborted) {
      const event = waiting.shift();
      if (event !== undefined) {
        if (event.position <= told) continue;
        told = event.position;
        yield event;
      } else if (overrun) {
        // Told of up to here, and from here on kept again.
        overrun = false;
        yield* logged(feed.position);
      } else {
        parked = true;
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        parked = false;
      }
    }
  }
  return Object.assign(events(), {
    quiet: () => (parked && waiting.length === 0 && !overrun ? feed.position : null),
  });
}
