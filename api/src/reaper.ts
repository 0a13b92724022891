import type pg from 'pg';
import type { Logger } from 'pino';
import { statement } from './db/pool.js';

/** What a sweep counts: transfers that were moved on, idempotency keys and used token ids that were removed. */
export type Reaped = 'transfers' | 'keys' | 'purged';

export interface ReaperOptions {
  /** Pause between sweeps. Default 1000. */
  readonly intervalMs?: number;
  readonly log: Logger;
  /** Days after which ended transfers are purged. Default: never. */
  readonly retentionDays?: number | undefined;
  /** Told when a sweep wrote something down: how many of what. */
  readonly onReaped?: (what: Reaped, count: number) => void;
}

export interface Reaper {
  /** When a sweep last went through, by `performance.now()`; the start, before the first. */
  readonly lastRunAt: number;
  /** No further sweep begins; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Rows of one statement, so that none holds its locks for long. */
const TRANSFERS_AT_ONCE = 100;
const KEYS_AT_ONCE = 1_000;
const KEYS_EVERY_MS = 60_000;
/** Each takes all its rows with it. */
const PURGED_AT_ONCE = 20;

const reapTransfers = statement<{ done: number }>('reap_transfers', 'SELECT reap_transfers($1) AS done');
const purgeTransfers = statement<{ done: number }>(
  'purge_transfers',
  `SELECT purge_transfers(baton_now() - $2 * interval '1 day', $1) AS done`,
);
const reapKeys = statement<{ done: number }>('reap_keys', 'SELECT reap_keys($1) AS done');

/**
 * Writes down what the clock has made true, for transfers that nobody asks about. Nothing depends on its punctuality:
 * whoever meets a passed deadline completes it. Every instance runs one; they share the rows by SKIP LOCKED.
 */
export function startReaper(
  pool: pg.Pool,
  { intervalMs = 1_000, retentionDays, log, onReaped }: ReaperOptions,
): Reaper {
  let stopped = false;
  let lastRunAt = performance.now();
  let keysDueAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const drain = async (
    what: Reaped,
    reap: typeof reapTransfers,
    limit: number,
    ...more: number[]
  ): Promise<void> => {
    for (let done = limit; done >= limit && !stopped; ) {
      done = (await reap(pool, [limit, ...more]))[0]?.done ?? 0;
      if (done > 0) onReaped?.(what, done);
    }
  };
  const sweep = async (): Promise<void> => {
    await drain('transfers', reapTransfers, TRANSFERS_AT_ONCE);
    if (performance.now() >= keysDueAt) {
      await drain('keys', reapKeys, KEYS_AT_ONCE);
      if (retentionDays !== undefined) await drain('purged', purgeTransfers, PURGED_AT_ONCE, retentionDays);
      keysDueAt = performance.now() + KEYS_EVERY_MS;
    }
    lastRunAt = performance.now();
  };
  const tick = (): Promise<void> =>
    sweep()
      .catch((error: unknown) => log.error({ err: error }, 'a sweep failed; the next one goes on'))
      .then(() => {
        if (stopped) return;
        timer = setTimeout(() => {
          running = tick();
        }, intervalMs);
      });

  let running = tick();
  return {
    get lastRunAt() {
      return lastRunAt;
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
