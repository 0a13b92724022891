import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { insertKey } from '../../../test/support/door.js';
import { hashApiKey } from './api-key.js';
import { type Authenticate, createAuthenticate } from './authenticate.js';

const ADMIN_KEY = 'an-admin-key-of-at-least-32-characters';

let db: TestDatabase;
let authenticate: Authenticate;
const notNoted: unknown[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  authenticate = createAuthenticate(db.pool, {
    adminKeyHash: hashApiKey(ADMIN_KEY),
    onUseNotNoted: (error) => notNoted.push(error),
  });
});
afterAll(() => db.drop());

test('an agent sees what it staged, with its key’s scopes', async () => {
  const { id, key, principalId } = await insertKey(db, 'agent');
  expect(await authenticate(key)).toEqual({
    id: principalId,
    organisationId: 'org_00000000000000000000000001',
    kind: 'agent',
    role: null,
    name: `agent ${principalId}`,
    scopes: new Set(['transfer:read', 'transfer:stage', 'transfer:move', 'handoff:use']),
    sees: 'staged',
    pool: null,
    keyId: id,
    claimId: null,
    transferId: null,
    personId: 'prn_00000000000000000000000001',
    signInId: null,
  });
});

test('a daemon sees its pool; a claim credential its transfer', async () => {
  const { id, key } = await insertKey(db, 'runtime');
  expect(await authenticate(key)).toMatchObject({ sees: 'pool', pool: 'local', claimId: null });
  // A transfer's row is of no matter here.
  await db.pool.query('ALTER TABLE api_key DROP CONSTRAINT api_key_transfer_fkey');
  const transfer = 'trf_01h455vb4pex5vsknk084sn02q';
  await db.pool.query("UPDATE api_key SET transfer_id = $2, scopes = '{usage:report}' WHERE id = $1", [
    id,
    transfer,
  ]);
  expect(await authenticate(key)).toMatchObject({ sees: 'claim', claimId: id, transferId: transfer });
});

test('the administrator’s key needs no row, and there may be none', async () => {
  expect(await authenticate(ADMIN_KEY)).toMatchObject({
    kind: 'person',
    role: 'admin',
    sees: 'organisation',
  });
  expect(await authenticate(`${ADMIN_KEY} `)).toBeNull();
  const without = createAuthenticate(db.pool, { adminKeyHash: null, onUseNotNoted: () => undefined });
  expect(await without(ADMIN_KEY)).toBeNull();
});

describe('nobody by a key that is', () => {
  test('unknown', async () => {
    expect(await authenticate('baton_agent_unknown')).toBeNull();
  });

  test.each([
    ['revoked', 'UPDATE api_key SET revoked_at = baton_now() WHERE id = $1'],
    ['expired this very moment', 'UPDATE api_key SET expires_at = baton_now() WHERE id = $1'],
    [
      'of a disabled principal',
      'UPDATE principal SET disabled_at = baton_now() WHERE id = (SELECT principal_id FROM api_key WHERE id = $1)',
    ],
  ])('%s', async (_, sql) => {
    const { id, key } = await insertKey(db, 'orchestrator');
    expect(await authenticate(key)).not.toBeNull();
    await db.pool.query(sql, [id]);
    expect(await authenticate(key)).toBeNull();
  });

  test('past its expiry by the database’s clock', async () => {
    const { id, key } = await insertKey(db, 'orchestrator');
    await db.pool.query("UPDATE api_key SET expires_at = baton_now() + interval '1 hour' WHERE id = $1", [
      id,
    ]);
    expect(await authenticate(key)).not.toBeNull();
    await db.advanceClock(3_600_000);
    expect(await authenticate(key)).toBeNull();
  });
});

describe('the last use', () => {
  const lastUse = async (id: string) =>
    (
      await db.pool.query<{ last_used_at: Date | null }>('SELECT last_used_at FROM api_key WHERE id = $1', [
        id,
      ])
    ).rows[0]?.last_used_at;

  test('is noted at most once a minute', async () => {
    const { id, key } = await insertKey(db, 'integrator');
    await authenticate(key);
    await expect.poll(() => lastUse(id)).not.toBeNull();
    const first = await lastUse(id);
    await db.advanceClock(30_000);
    await authenticate(key);
    await db.advanceClock(30_000);
    expect(await lastUse(id)).toEqual(first);
    await authenticate(key);
    await expect.poll(() => lastUse(id)).not.toEqual(first);
  });

  test('that cannot be noted is told, and the caller is let in', async () => {
    const { id, key } = await insertKey(db, 'integrator');
    const lock = await db.pool.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM api_key WHERE id = $1 FOR UPDATE', [id]);
    expect(await authenticate(key)).not.toBeNull();
    const waiting =
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1);
    await db.pool.query(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS w`);
    await expect.poll(() => notNoted.length).toBe(1);
    await lock.query('ROLLBACK');
    lock.release();
  });
});
