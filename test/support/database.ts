import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../api/src/db/pool.js';
import { withDatabase } from './database-server.js';
import './global-setup.js';

/** A migrated, empty database of one test file, and its clock. */
export interface TestDatabase {
  /** Connection string, for processes and clients of its own. */
  url: string;
  /** Pool of the kind that the product uses: bigint comes as `BigInt`. */
  pool: pg.Pool;
  /** What `baton_now()` says, to the millisecond. */
  now(): Promise<Date>;
  /** Moves `baton_now()` on by `ms` milliseconds (back, when negative). It keeps ticking. */
  advanceClock(ms: number): Promise<void>;
  /** Sets `baton_now()` to `time`. It keeps ticking. */
  setClock(time: Date): Promise<void>;
  /** Ends the pool and removes the database, whoever is connected. */
  drop(): Promise<void>;
}

/**
 * Clones the template. `max`: connections of the pool at most (40 unless given). `migrated: false` gives an empty
 * database instead, without a clock.
 */
export async function createTestDatabase({ max = 40, migrated = true } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  if (migrated && server.failure)
    throw new Error(`The template database could not be made. ${server.failure}`);
  const name = `${server.run}_${randomBytes(5).toString('hex')}`;
  // Clones of one template at the same time fail: they go one by one.
  await asAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [server.template]);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${migrated ? server.template : 'template0'}`);
  });
  const url = withDatabase(server.url, name);
  const pool = createPool(url, { max });
  return {
    url,
    pool,
    now: async () => {
      const [row] = (await pool.query<{ now: Date }>('SELECT baton_now() AS now')).rows;
      if (row === undefined) throw new Error('baton_now() gave no row');
      return row.now;
    },
    advanceClock: async (ms) => {
      await pool.query(`UPDATE test_clock SET "offset" = "offset" + $1 * interval '1 ms'`, [ms]);
    },
    setClock: async (time) => {
      await pool.query('UPDATE test_clock SET "offset" = $1 - clock_timestamp()', [time]);
    },
    drop: async () => {
      await pool.end();
      await asAdmin((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer').url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
