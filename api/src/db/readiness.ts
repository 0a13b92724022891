import type pg from 'pg';
import { statement } from './pool.js';

const appliedMigrations = statement<{ migration_name: string }>(
  'readiness_migrations',
  'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
);

/**
 * Asks whether the database answers within `boundMs` and has all `migrations`. Gives what is in the way, in words fit
 * for a stranger. Never rejects. While one question is open no second is sent: probes must not use up the pool.
 */
export function createReadiness(
  pool: pg.Pool,
  migrations: readonly string[],
  boundMs = 1_000,
): () => Promise<readonly string[]> {
  let open: Promise<readonly string[]> | undefined;
  const ask = async (): Promise<readonly string[]> => {
    try {
      const applied = new Set((await appliedMigrations(pool, [])).map((row) => row.migration_name));
      return migrations.every((name) => applied.has(name)) ? [] : ['migrations are not applied'];
    } catch {
      // Whatever it was, who asks for work is told in full and logged; a probe only learns that there is none to be had.
      return ['the database does not answer'];
    } finally {
      open = undefined;
    }
  };
  return async () => {
    open ??= ask();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      timer = setTimeout(() => resolve(['the database does not answer in time']), boundMs);
    });
    return Promise.race([open, late]).finally(() => clearTimeout(timer));
  };
}
