import type pg from 'pg';
import type { MoveRunner } from '../../api/src/context.js';
import { inTransaction } from '../../api/src/db/transaction.js';
import { moveStatement } from '../../api/src/transfer/store.js';

/** How long a caller that should come to a lock may take until we say that it never does. */
const BOUND_MS = 10_000;

/** One caller of a race. */
export type Call<Result> = () => Promise<Result>;

/**
 * Makes races out of calls. Its runners make the move of the first caller in an explicit transaction, to stop it with
 * its work done and not yet committed, until all others wait for it.
 */
export class Barrier {
  /** Races in which somebody was seen waiting for a lock that the first caller held. */
  waited = 0;
  #arrived: (() => Promise<void>) | null = null;

  constructor(private readonly pool: pg.Pool) {}

  /** Each is a server of its own to the code under test: reports of two runners never share a group. */
  runner(): MoveRunner {
    return (name, ...values) => this.transaction(moveStatement(name, values));
  }

  /** One statement that answers one value under `answer`, as a move is made. */
  async transaction(query: pg.QueryConfig): Promise<unknown> {
    const arrived = this.#arrived;
    this.#arrived = null;
    if (arrived === null) return (await this.pool.query<{ answer: unknown }>(query)).rows[0]?.answer;
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ answer: unknown }>(query);
      await arrived();
      return rows[0]?.answer;
    });
  }

  /** All at once, as they come. */
  free<Result>(calls: readonly Call<Result>[]): Promise<Result[]> {
    return Promise.all(calls.map((call) => call()));
  }

  /**
   * `calls[lead]` first. When its work is done and not committed the others start, and it commits when each of them
   * waits for a lock or has ended; `meanwhile` happens just before. Answers in the order of `calls`.
   */
  async behind<Result>(
    lead: number,
    calls: readonly Call<Result>[],
    meanwhile?: () => Promise<unknown>,
  ): Promise<Result[]> {
    const first = calls[lead];
    if (first === undefined) throw new Error(`There is no caller ${lead}`);
    const results: Promise<Result>[] = [];
    let ended = 0;
    const start = (call: Call<Result>, index: number) => {
      results[index] = call().finally(() => {
        ended++;
      });
    };
    await new Promise<void>((resolve, reject) => {
      this.#arrived = async () => {
        calls.forEach((call, index) => {
          if (index !== lead) start(call, index);
        });
        resolve();
        await this.#othersWait(() => ended, calls.length - 1);
        await meanwhile?.();
      };
      start(first, lead);
      results[lead]?.then(() => reject(new Error('The first caller ended without a move')), reject);
    });
    return Promise.all(results);
  }

  async #othersWait(ended: () => number, others: number): Promise<void> {
    for (const until = performance.now() + BOUND_MS; performance.now() < until; ) {
      // Who has ended meanwhile is counted before, so that nobody is missed between the two.
      const done = ended();
      const waiting = await this.waiters();
      if (waiting + done < others) continue;
      if (waiting > 0) this.waited++;
      return;
    }
    throw new Error(`${others} callers should wait or end, and do not`);
  }

  /** Connections of this database that wait for a lock now. */
  async waiters(): Promise<number> {
    const { rows } = await this.pool.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.waiting ?? 0;
  }
}
