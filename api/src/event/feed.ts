import type pg from 'pg';
import { Fault } from '../errors.js';
import {
  type FeedEvent,
  type FeedHead,
  type RightsMark,
  readHead,
  readMissed,
  readTail,
  stampEvents,
} from './feed-store.js';
import type { Wake } from './wake.js';

/** Events stamped or read in one statement. */
const BATCH = 500;
/** Covers a lost wake-up. */
const POLL_MS = 1_000;
/** Passes are at least this far apart: under load each then stamps and reads many. */
const PASS_GAP_MS = 4;
const RETRY_MS = 250;

type Listener = (event: FeedEvent) => void;
/** Ends what may not hear what is told next. A throw leaves the events untold, to be read again. */
type Guard = (mark: RightsMark) => Promise<void>;

/** The log as it goes on, from one place in memory: stamps what was committed, tails it, and tells who listens. */
export interface Feed {
  /** The feed's own id, as cursors carry it. */
  readonly id: string;
  /** The last position read; every listener has been told of all up to here. */
  readonly position: bigint;
  /** Events that this instance has given a position. */
  readonly stamped: number;
  /** How many listen now. */
  readonly listeners: number;
  /** Milliseconds since a pass last found that nothing is left. */
  lagMs(): number;
  /** Told of every event of the organisation after `position`, in order, until the returned function is called. */
  listen(organisationId: string, listener: Listener): () => void;
  /** Asked before events are told, with how credentials stood when they were read. */
  guard(guard: Guard): void;
  /** What was stamped in `(after, until]`, in order, page by page. Throws CURSOR_EXPIRED when some of it was purged. */
  missed(organisationId: string, after: bigint, until: bigint): AsyncGenerator<FeedEvent>;
  /** How far the feed is numbered, and up to where it may be gone; read anew at each call. */
  bounds(): Promise<FeedHead>;
  stop(): Promise<void>;
}

export async function startFeed(options: {
  pool: pg.Pool;
  wake: Wake;
  onError: (error: unknown) => void;
}): Promise<Feed> {
  const { pool, wake, onError } = options;
  const head = await readHead(pool);
  const listeners = new Map<string, Set<Listener>>();
  const guards: Guard[] = [];
  let position = head.position;
  let stampedSoFar = 0;
  let caughtUpAt = performance.now();
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;

  function tell(event: FeedEvent): void {
    for (const listener of listeners.get(event.organisationId) ?? []) listener(event);
  }

  async function pass(): Promise<void> {
    let stamped: number;
    do {
      stamped = await stampEvents(pool, BATCH);
      stampedSoFar += stamped;
    } while (stamped === BATCH);
    let events: FeedEvent[];
    do {
      const tail = await readTail(pool, position, BATCH);
      events = tail.events;
      if (tail.mark !== null) for (const guard of guards) await guard(tail.mark);
      for (const event of events) {
        position = event.position;
        tell(event);
      }
    } while (events.length === BATCH);
    caughtUpAt = performance.now();
  }

  /** One pass at a time; a wake-up during one leads to another. */
  async function run(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      try {
        await pass();
        await pause(PASS_GAP_MS);
      } catch (error) {
        onError(error);
        wanted = true;
        await pause(RETRY_MS);
      }
    }
    running = null;
  }

  function wanting(): void {
    wanted = true;
    if (!stopped) running ??= run();
  }

  const poll = setInterval(wanting, POLL_MS);
  wake.onWake(wanting);
  wanting();

  return {
    id: head.feed,
    get position() {
      return position;
    },
    get stamped() {
      return stampedSoFar;
    },
    get listeners() {
      let all = 0;
      for (const set of listeners.values()) all += set.size;
      return all;
    },
    lagMs: () => Math.round(performance.now() - caughtUpAt),
    listen(organisationId, listener) {
      const set = listeners.get(organisationId) ?? new Set();
      listeners.set(organisationId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(organisationId) === set) listeners.delete(organisationId);
      };
    },
    guard: (guard) => void guards.push(guard),
    async *missed(organisationId, after, until) {
      for (let from = after; ; ) {
        const { events, floor } = await readMissed(pool, organisationId, from, until, BATCH);
        if (from < floor)
          throw new Fault('CURSOR_EXPIRED', 'Events behind this cursor were purged. Refetch.');
        yield* events;
        const last = events.at(-1);
        if (last === undefined || events.length < BATCH) return;
        from = last.position;
      }
    },
    bounds: () => readHead(pool),
    async stop() {
      stopped = true;
      clearInterval(poll);
      await running;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
