import type pg from 'pg';
import { statement } from './pool.js';

/** Committed events that have no position yet. */
export interface Unstamped {
  /** How many; counted up to 10,000. */
  readonly count: number;
  /** Milliseconds since the oldest of them was written; 0 when there is none. */
  readonly oldestMs: number;
}

export interface DatabaseReadiness {
  /** What is in the way, in words fit for a stranger; empty when nothing is. */
  readonly reasons: readonly string[];
  /** Null: the database did not say. */
  readonly unstamped: Unstamped | null;
}

const ask = statement<Unstamped & { applied: string[] }>(
  'readiness',
  `SELECT ARRAY(SELECT migration_name::text FROM _prisma_migrations
                 WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
          count(*)::integer AS count,
          coalesce(round(extract(epoch FROM baton_now() - min(at)) * 1000), 0)::float8 AS "oldestMs"
     FROM (SELECT at FROM event WHERE position IS NULL ORDER BY id LIMIT 10000) AS unstamped`,
);

/**
 * Asks whether the database answers within `boundMs` and has all `migrations`, and what it has yet to number. Never
 * rejects. While one question is open no second is sent: probes must not use up the pool.
 */
export function createReadiness(
  pool: pg.Pool,
  migrations: readonly string[],
  boundMs = 1_000,
): () => Promise<DatabaseReadiness> {
  let open: Promise<DatabaseReadiness> | undefined;
  const answer = async (): Promise<DatabaseReadiness> => {
    try {
      const [row] = await ask(pool, []);
      if (row === undefined) throw new Error('A count without a row');
      const { applied, count, oldestMs } = row;
      const reasons = migrations.every((name) => applied.includes(name))
        ? []
        : ['migrations are not applied'];
      return { reasons, unstamped: { count, oldestMs } };
    } catch {
      // Whatever it was, who asks for work is told in full and logged; a probe only learns that there is none to be had.
      return { reasons: ['the database does not answer'], unstamped: null };
    } finally {
      open = undefined;
    }
  };
  return async () => {
    open ??= answer();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DatabaseReadiness>((resolve) => {
      timer = setTimeout(
        () => resolve({ reasons: ['the database does not answer in time'], unstamped: null }),
        boundMs,
      );
    });
    return Promise.race([open, late]).finally(() => clearTimeout(timer));
  };
}
