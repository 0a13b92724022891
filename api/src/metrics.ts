import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MoveRunner } from './context.js';
import type { ErrorCode } from './errors.js';
import type { Readiness } from './readiness.js';
import type { Reaped } from './reaper.js';

/** From a statement on an idle database to one that waited for a lock as long as it may. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Others are counted as one, so that nobody makes up series by making up words. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** What is read anew at each scrape. */
export interface Gauges {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly feed: { readonly position: bigint; readonly stamped: number };
  readonly streams: { readonly broadcasts: number; readonly subscribers: number };
  sockets(): number;
  readiness(): Promise<Readiness>;
}

/**
 * What an operator watches, in the exposition format of Prometheus. Labels come from closed lists: doors, methods,
 * statuses, moves, codes. None names an organisation, a principal or a transfer.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly contentType = this.#registry.contentType;

  readonly #requests = new Histogram({
    name: 'baton_http_request_seconds',
    help: 'Time from a request to its answer, by door, method and status. A stream counts when it ends.',
    labelNames: ['door', 'method', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #moves = new Histogram({
    name: 'baton_move_seconds',
    help: 'Time of one round trip to the database, by function and outcome: done, replayed, the code of a refusal, failed. A group of usage reports is one.',
    labelNames: ['move', 'outcome'],
    buckets: SECONDS,
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'baton_refusals_total',
    help: 'Refusals and errors that callers were answered with, by code.',
    labelNames: ['code'],
    registers: [this.#registry],
  });
  readonly #reports = new Histogram({
    name: 'baton_usage_group_size',
    help: 'Usage reports that shared one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [this.#registry],
  });
  readonly #dropped = new Counter({
    name: 'baton_slow_readers_dropped_total',
    help: 'Readers dropped because more than 1 MiB waited for them, by door.',
    labelNames: ['door'],
    registers: [this.#registry],
  });
  readonly #reaped = new Counter({
    name: 'baton_reaped_total',
    help: 'What sweeps of this instance wrote down or removed because its time had passed.',
    labelNames: ['what'],
    registers: [this.#registry],
  });

  /** Adds what the process says of itself: CPU, memory, event loop, garbage collection. Once a process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  watch({ pool, feed, streams, sockets, readiness }: Gauges): void {
    this.#gauge('baton_database_connections', 'Connections of the pool for moves.', () => pool.totalCount);
    this.#gauge('baton_database_connections_idle', 'Of these, those without work.', () => pool.idleCount);
    this.#gauge('baton_database_waiting', 'Calls that wait for a connection.', () => pool.waitingCount);
    this.#gauge('baton_feed_position', 'The last event told by this instance.', () => Number(feed.position));
    new Counter({
      name: 'baton_events_stamped_total',
      help: 'Events that this instance gave a position.',
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(feed.stamped);
      },
    });
    this.#gauge(
      'baton_executions',
      'Subscriptions executed, each for one reader or many.',
      () => streams.broadcasts,
    );
    this.#gauge(
      'baton_subscribers',
      'Readers that are live, over all sockets and streams.',
      () => streams.subscribers,
    );
    this.#gauge('baton_sockets', 'WebSockets open.', sockets);
    this.#gauge('baton_ready', '1 when /readyz answers 200, else 0.', async () =>
      (await readiness()).reasons.length === 0 ? 1 : 0,
    );
    this.#gauge(
      'baton_events_unstamped',
      'Committed events without a position, up to 10000. Absent while the database does not say.',
      async () => (await readiness()).unstamped?.count,
    );
    this.#gauge('baton_stamper_lag_seconds', 'Age of the oldest of these.', async () =>
      inSeconds((await readiness()).unstamped?.oldestMs),
    );
    this.#gauge(
      'baton_feed_lag_seconds',
      'Since a pass last found every committed event told; up to about a second when nothing happens.',
      async () => inSeconds((await readiness()).feedLagMs),
    );
    this.#gauge(
      'baton_reaper_age_seconds',
      'Since a sweep last went through. Absent where no reaper runs.',
      async () => inSeconds((await readiness()).reaperAgeMs),
    );
  }

  /** Without a value the sample is left out: a wrong figure would be believed. */
  #gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  request(door: string, method: string, status: number, ms: number): void {
    this.#requests.observe({ door, method: METHODS.has(method) ? method : 'other', status }, ms / 1_000);
  }

  refused(code: ErrorCode | 'INTERNAL'): void {
    this.#refusals.inc({ code });
  }

  droppedSlow(door: 'socket' | 'stream'): void {
    this.#dropped.inc({ door });
  }

  reaped(what: Reaped, count: number): void {
    this.#reaped.inc({ what }, count);
  }

  /** The same runner, timed. */
  timed(run: MoveRunner): MoveRunner {
    return async (move, ...values) => {
      const start = performance.now();
      const observe = (outcome: string): void =>
        this.#moves.observe({ move, outcome }, (performance.now() - start) / 1_000);
      try {
        const answer = await run(move, ...values);
        if (Array.isArray(answer)) this.#reports.observe(answer.length);
        observe(outcomeOf(answer));
        return answer;
      } catch (error) {
        observe('failed');
        throw error;
      }
    };
  }

  /** The whole page; its media type is `contentType`. */
  page(): Promise<string> {
    return this.#registry.metrics();
  }
}

const inSeconds = (ms: number | null | undefined): number | undefined =>
  ms == null ? undefined : ms / 1_000;

function outcomeOf(answer: unknown): string {
  const { code, replayed } = (answer ?? {}) as { code?: unknown; replayed?: unknown };
  if (typeof code === 'string') return code;
  return replayed === true ? 'replayed' : 'done';
}
