import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createPool, statement } from './pool.js';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ migrated: false });
});
afterAll(() => db.drop());

test('whole numbers of 64 bits keep every digit', async () => {
  const { rows } = await db.pool.query(
    'SELECT 9007199254740993 AS one, ARRAY[9007199254740993, NULL, -1] AS many, ARRAY[]::bigint[] AS none, 7 AS small, 0.10 AS exact',
  );
  expect(rows).toEqual([
    { one: 9007199254740993n, many: [9007199254740993n, null, -1n], none: [], small: 7, exact: '0.10' },
  ]);
});

test('a statement is prepared once on a connection and run with other values', async () => {
  const doubled = statement<{ n: bigint }>('pool_test_doubled', 'SELECT $1::bigint * 2 AS n');
  const client = await db.pool.connect();
  try {
    expect(await doubled(client, [21n])).toEqual([{ n: 42n }]);
    expect(await doubled(client, [1n])).toEqual([{ n: 2n }]);
    const { rows } = await client.query(
      "SELECT name FROM pg_prepared_statements WHERE name = 'pool_test_doubled'",
    );
    expect(rows).toHaveLength(1);
  } finally {
    client.release();
  }
});

test('the name of a statement fits into what PostgreSQL keeps of it', () => {
  expect(() => statement('n'.repeat(64), 'SELECT 1')).toThrow('longer than 63 bytes');
});

test('a connection that breaks while idle is told, and the pool goes on', async () => {
  const broken: Error[] = [];
  const pool = createPool(db.url, { max: 1, onIdleError: (error) => broken.push(error) });
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect
    .poll(() => broken.map(String))
    .toEqual(['error: terminating connection due to administrator command']);
  expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  await pool.end();
});
