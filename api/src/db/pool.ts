import pg from 'pg';

const { builtins } = pg.types;

// OIDs of int8[] and text[], which the driver's list of types does not name.
const int8Array = 1016;
const parseTextArray = pg.types.getTypeParser(1009 as number) as (text: string) => (string | null)[];

/** bigint as `BigInt`: money is counted in nano-dollars, beyond what a JavaScript number holds exactly. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: BigInt,
  [int8Array]: (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** Who waits longer for a connection is told that there is none to be had; the caller may try again. */
const waitForConnectionMs = 5_000;

export interface PoolOptions {
  /** Connections at most. */
  max: number;
  /** Told when a connection breaks while nobody uses it. The pool replaces it; who queries next sees only the outcome. */
  onIdleError?: (error: Error) => void;
}

/** Pool for writes. int8 comes as `BigInt`, numeric as string, timestamptz as `Date` (milliseconds). */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    types,
    application_name: 'baton',
    connectionTimeoutMillis: waitForConnectionMs,
  });
  // Without a listener Node would end the process: a restart of the database must not take us along.
  pool.on('error', options.onIdleError ?? (() => undefined));
  return pool;
}

/**
 * A statement that each connection parses and plans once. Runs it and gives the rows in order; errors of the
 * database pass through as `pg.DatabaseError`.
 */
export type Statement<Row extends pg.QueryResultRow> = (
  db: Pick<pg.ClientBase, 'query'> | pg.Pool,
  values: unknown[],
) => Promise<Row[]>;

/**
 * Prepares `text` under `name`, unique in the process: two texts under one name fail at the second's run.
 * Throws when the name exceeds PostgreSQL's 63 bytes.
 */
export function statement<Row extends pg.QueryResultRow>(name: string, text: string): Statement<Row> {
  if (Buffer.byteLength(name) > 63) throw new Error(`Statement name ${name} is longer than 63 bytes`);
  return async (db, values) => (await db.query<Row>({ name, text, values })).rows;
}
