import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Caller,
  createCaller,
  DEFAULT_ORGANISATION,
  person,
} from '../../../test/support/caller.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import type { Context } from '../context.js';
import { isUnreachable } from '../db/unreachable.js';
import { refuse } from '../errors.js';
import { newId } from '../ids.js';
import { type Done, runOnce } from './run-once.js';

let db: TestDatabase;
let caller: Caller;

beforeAll(async () => {
  db = await createTestDatabase({ max: 8 });
  caller = createCaller(db);
  await db.pool.query(
    `INSERT INTO principal (id, organisation_id, kind, role, name) VALUES ('prn_second', $1, 'person', 'admin', 'second')`,
    [DEFAULT_ORGANISATION],
  );
  await db.pool.query('CREATE TABLE effect (n integer)');
});
afterAll(async () => {
  await caller.close();
  await db.drop();
});

let key: string;
beforeEach(async () => {
  // What it is about as well: the audit log keeps nothing but ids.
  key = newId('principal');
  await db.pool.query('DELETE FROM effect');
});

const contextOf = (viewer = ADMIN): Context => ({
  ...caller.services,
  viewer,
  requestId: 'request-of-a-test',
});
const write = async (client: pg.PoolClient): Promise<Done<{ n: number }>> => {
  await client.query('INSERT INTO effect VALUES (1)');
  return { ok: true, subject: key, answer: { n: 1 }, secret: 'shown once' };
};
const call = () => ({ operation: 'operation', key, payload: { a: 1 } });
const effects = async () => (await db.pool.query('SELECT n FROM effect')).rows.length;
const kept = async () =>
  (await db.pool.query('SELECT answer FROM idempotency_key WHERE key = $1', [key])).rows;
const lines = async () =>
  (await db.pool.query('SELECT outcome, code FROM audit WHERE subject = $1 ORDER BY id', [key])).rows;

test('an effect, its key and its audit line are one', async () => {
  expect(await runOnce(contextOf(), call(), write)).toEqual({
    ok: true,
    replayed: false,
    answer: { n: 1 },
    secret: 'shown once',
  });
  expect(await kept()).toEqual([{ answer: { ok: true, replayed: false, answer: { n: 1 } } }]);
  expect(await lines()).toEqual([{ outcome: 'done', code: null }]);
  expect(await effects()).toBe(1);
});

test('of many calls with one key one runs', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => runOnce(contextOf(), call(), write)));
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(answers.filter((answer) => answer.ok && answer.secret !== null)).toHaveLength(1);
  expect(await effects()).toBe(1);
});

test('a key is that of one actor and one operation', async () => {
  await runOnce(contextOf(), call(), write);
  const second = person('prn_second', 'admin');
  expect(await runOnce(contextOf(second), call(), write)).toMatchObject({ replayed: false });
  expect(await runOnce(contextOf(), { ...call(), operation: 'another' }, write)).toMatchObject({
    replayed: false,
  });
  expect(await effects()).toBe(3);
});

test('without a key each call is new, and nothing is kept', async () => {
  for (let n = 0; n < 2; n++) await runOnce(contextOf(), { ...call(), key: null }, write);
  expect(await effects()).toBe(2);
  expect(await kept()).toEqual([]);
});

test('a key lives 24 hours', async () => {
  await runOnce(contextOf(), call(), write);
  await db.advanceClock(24 * 3_600_000 - 10_000);
  expect(await runOnce(contextOf(), call(), write)).toMatchObject({ replayed: true });
  await db.advanceClock(10_000);
  expect(await runOnce(contextOf(), call(), write)).toMatchObject({ replayed: false });
  expect(await effects()).toBe(2);
});

describe('a refusal', () => {
  const about = () => ({ ...call(), subject: key });

  test('that is final is kept, with all it says', async () => {
    const final = refuse('WRONG_ACTOR', 'Not you.', { status: 'odd' });
    expect(await runOnce(contextOf(), about(), async () => final)).toEqual(final);
    expect(await runOnce(contextOf(), about(), write)).toEqual({ ...final, replayed: true });
    expect(await lines()).toEqual([{ outcome: 'refused', code: 'WRONG_ACTOR' }]);
    expect(await effects()).toBe(0);
  });

  test.each(['NOT_READY', 'NOT_FOUND'] as const)('%s is not kept', async (code) => {
    expect(await runOnce(contextOf(), about(), async () => refuse(code, 'Not now.'))).toMatchObject({ code });
    expect(await kept()).toEqual([]);
    expect(await lines()).toEqual([{ outcome: 'refused', code }]);
    expect(await runOnce(contextOf(), about(), write)).toMatchObject({ ok: true, replayed: false });
  });
});

describe('a call that fails', () => {
  test('leaves nothing behind, and its key free', async () => {
    const fails = runOnce(contextOf(), call(), async (client) => {
      await write(client);
      throw new Error('a bug');
    });
    await expect(fails).rejects.toThrow('a bug');
    expect([await effects(), await kept(), await lines()]).toEqual([0, [], []]);
    expect(await runOnce(contextOf(), call(), write)).toMatchObject({ ok: true, replayed: false });
  });

  test('because its connection was lost is told so, and may be repeated', async () => {
    const lost = await runOnce(contextOf(), call(), async (client) => {
      await write(client);
      const [row] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
      const ended = new Promise((resolve) => client.once('end', resolve));
      await db.pool.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await ended;
      return write(client);
    }).catch((error: unknown) => error);
    expect(isUnreachable(lost)).toBe(true);
    expect([await effects(), await kept()]).toEqual([0, []]);
    expect(await runOnce(contextOf(), call(), write)).toMatchObject({ ok: true, replayed: false });
  });
});
