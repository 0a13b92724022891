import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Caller,
  createCaller,
  DEFAULT_ORGANISATION,
  holder,
  permissiveBut,
  person,
} from '../../../test/support/caller.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createAuthenticate } from './authenticate.js';

let db: TestDatabase;
let call: Caller;

const OTHER = person('prn_other', 'admin', 'org_other');

beforeAll(async () => {
  db = await createTestDatabase({ max: 8 });
  call = createCaller(db);
  await db.pool.query("INSERT INTO organisation (id, slug) VALUES ('org_other', 'other')");
  await db.pool.query(`INSERT INTO principal (id, organisation_id, kind, role, name, pool, owner_id) VALUES
    ('prn_other', 'org_other', 'person', 'admin', 'admin', NULL, NULL),
    ('prn_dev', '${DEFAULT_ORGANISATION}', 'person', 'developer', 'dev', NULL, NULL),
    ('prn_bot', '${DEFAULT_ORGANISATION}', 'agent', NULL, 'existing', NULL, 'prn_dev'),
    ('prn_orc', '${DEFAULT_ORGANISATION}', 'orchestrator', NULL, 'existing', NULL, NULL),
    ('prn_run', '${DEFAULT_ORGANISATION}', 'runtime', NULL, 'existing', 'local', NULL),
    ('prn_int', '${DEFAULT_ORGANISATION}', 'integrator', NULL, 'existing', NULL, NULL)`);
});
afterAll(async () => {
  await call.close();
  await db.drop();
});

let count = 0;
let name: string;
beforeEach(() => {
  name = `holder ${++count}`;
});

const ISSUE = `mutation ($input: ApiKeyIssueInput!) { apiKeyIssue(input: $input) {
  __typename
  ... on ApiKeyIssueSuccess { replayed secret apiKey { id prefix scopes expiresAt revokedAt createdBy
    principal { id kind name pool owner { id } } } }
  ... on Refusal { code retryable replayed }
  ... on InvalidInput { issues { path code } }
} }`;
const REVOKE = `mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) {
  __typename
  ... on ApiKeyRevokeSuccess { replayed apiKey { id revokedAt } }
  ... on Refusal { code replayed }
} }`;

interface Issued {
  __typename: string;
  replayed: boolean;
  secret: string | null;
  apiKey: {
    id: string;
    prefix: string;
    scopes: string[];
    expiresAt: string | null;
    principal: { id: string };
  };
}
const issue = async (input: object, viewer = ADMIN): Promise<Issued> => {
  const { data, errors } = await call(viewer, ISSUE, { input });
  expect(errors).toEqual([]);
  return data?.apiKeyIssue as unknown as Issued;
};
const revoke = async (input: object, viewer = ADMIN) =>
  (await call(viewer, REVOKE, { input })).data?.apiKeyRevoke as unknown;
const audit = async (subject: string) =>
  (
    await db.pool.query(
      'SELECT actor, action, outcome, code, request_id FROM audit WHERE subject = $1 ORDER BY id',
      [subject],
    )
  ).rows;
const issuesOf = (path: string, code: string) => ({ __typename: 'InvalidInput', issues: [{ path, code }] });

describe('a key that is issued', () => {
  test('is shown once, makes its principal, and authenticates it', async () => {
    const { apiKey, secret, ...rest } = await issue({ kind: 'AGENT', name });
    expect(rest).toEqual({ __typename: 'ApiKeyIssueSuccess', replayed: false });
    expect(apiKey).toMatchObject({
      scopes: ['TRANSFER_READ', 'TRANSFER_STAGE', 'TRANSFER_MOVE', 'HANDOFF_USE'],
      expiresAt: null,
      revokedAt: null,
      createdBy: ADMIN.id,
      principal: { kind: 'AGENT', name, pool: null, owner: { id: ADMIN.id } },
    });
    expect(secret).toMatch(/^baton_agent_[\w-]{43}$/);
    expect(secret?.startsWith(apiKey.prefix)).toBe(true);
    const authenticate = createAuthenticate(db.pool, {
      adminKeyHash: null,
      onUseNotNoted: (error) => {
        throw error;
      },
    });
    expect(await authenticate(secret ?? '')).toMatchObject({
      id: apiKey.principal.id,
      kind: 'agent',
      keyId: apiKey.id,
    });
  });

  test('leaves a line of the audit log for itself and one for a principal it made', async () => {
    const { apiKey } = await issue({ kind: 'ORCHESTRATOR', name });
    const line = { actor: ADMIN.id, outcome: 'done', code: null, request_id: 'request-of-a-test' };
    expect(await audit(apiKey.id)).toEqual([{ ...line, action: 'apiKeyIssue' }]);
    expect(await audit(apiKey.principal.id)).toEqual([{ ...line, action: 'principalCreate' }]);
  });

  test('goes to the principal of that kind and name when there is one', async () => {
    const { apiKey } = await issue({ kind: 'RUNTIME', name: 'existing' });
    expect(apiKey).toMatchObject({ scopes: ['RUNTIME_CLAIM'], principal: { id: 'prn_run', pool: 'local' } });
    expect((await issue({ principalId: 'prn_run' })).apiKey.principal.id).toBe('prn_run');
  });

  test('holds what was asked for, and until then', async () => {
    const before = await db.now();
    const { apiKey } = await issue({
      principalId: 'prn_int',
      scopes: ['EVENT_READ', 'HANDOFF_READ_ALL', 'EVENT_READ'],
      expiresInSeconds: 90,
    });
    expect(apiKey.scopes).toEqual(['EVENT_READ', 'HANDOFF_READ_ALL']);
    const expires = new Date(apiKey.expiresAt ?? '').getTime();
    expect(expires).toBeGreaterThanOrEqual(before.getTime() + 90_000);
    expect(expires).toBeLessThanOrEqual((await db.now()).getTime() + 90_000);
  });

  test('is made once for a kind and name that many ask for at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => issue({ kind: 'RUNTIME', name, pool: 'local' })),
    );
    expect(new Set(all.map(({ apiKey }) => apiKey.principal.id)).size).toBe(1);
    expect(new Set(all.map(({ apiKey }) => apiKey.id)).size).toBe(6);
  });
});

describe('a repeat by its key', () => {
  test('answers the first key without its secret, and issues nothing', async () => {
    const input = { kind: 'INTEGRATOR', name, idempotencyKey: `issue ${name}` };
    const first = await issue(input);
    expect(await issue(input)).toEqual({ ...first, replayed: true, secret: null });
    const { rows } = await db.pool.query('SELECT count(*) AS n FROM api_key WHERE principal_id = $1', [
      first.apiKey.principal.id,
    ]);
    expect(rows).toEqual([{ n: 1n }]);
    expect(await audit(first.apiKey.id)).toHaveLength(1);
  });

  test('with another payload is refused', async () => {
    const input = { kind: 'INTEGRATOR', name, idempotencyKey: `issue ${name}` };
    await issue(input);
    expect(await issue({ ...input, expiresInSeconds: 5 })).toEqual({
      __typename: 'DuplicateIdempotencyKey',
      code: 'DUPLICATE_IDEMPOTENCY_KEY',
      retryable: false,
      replayed: false,
    });
  });

  test('while the first is running waits, then asks to come again', async () => {
    const first = await db.pool.connect();
    try {
      await first.query('BEGIN');
      await first.query(
        `INSERT INTO idempotency_key (organisation_id, actor_id, operation, key, digest) VALUES ($1, $2, 'apiKeyIssue', $3, 'x')`,
        [DEFAULT_ORGANISATION, ADMIN.id, `issue ${name}`],
      );
      expect(await issue({ kind: 'AGENT', name, idempotencyKey: `issue ${name}` })).toEqual({
        __typename: 'IdempotencyInProgress',
        code: 'IDEMPOTENCY_IN_PROGRESS',
        retryable: true,
        replayed: false,
      });
    } finally {
      await first.query('ROLLBACK');
      first.release();
    }
    expect(await issue({ kind: 'AGENT', name, idempotencyKey: `issue ${name}` })).toMatchObject({
      replayed: false,
    });
  });

  test('of a final refusal answers that refusal, one not visible is judged anew', async () => {
    const disabled = { kind: 'AGENT', name, ownerId: 'prn_other', idempotencyKey: `refused ${name}` };
    expect(await issue(disabled)).toMatchObject({ ...issuesOf('ownerId', 'OWNER'), replayed: false });
    expect(await issue(disabled)).toMatchObject({ ...issuesOf('ownerId', 'OWNER'), replayed: true });
    const absent = { principalId: 'prn_later', idempotencyKey: `absent ${name}` };
    expect(await issue(absent)).toMatchObject({ code: 'NOT_FOUND', replayed: false });
    await db.pool.query(
      `INSERT INTO principal (id, organisation_id, kind, name) VALUES ('prn_later', $1, 'integrator', 'later')`,
      [DEFAULT_ORGANISATION],
    );
    expect(await issue(absent)).toMatchObject({ __typename: 'ApiKeyIssueSuccess', replayed: false });
  });
});

test('no secret and no hash stands under a key or in the audit log', async () => {
  const { secret } = await issue({ kind: 'AGENT', name, idempotencyKey: `kept ${name}` });
  const hash = createHash('sha256')
    .update(secret ?? '')
    .digest('hex');
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT k::text AS text FROM idempotency_key k UNION ALL SELECT a::text FROM audit a`,
  );
  const text = rows.map((row) => row.text).join('\n');
  expect(text).toContain(`kept ${name}`);
  expect(text).toContain('apiKeyIssue');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(hash);
});

describe('what a key cannot be', () => {
  const cases: [string, object, string, string][] = [
    ['a person’s', { kind: 'PERSON', name: 'p' }, 'kind', 'PERSON'],
    ['a person’s by id', { principalId: 'prn_dev' }, 'principalId', 'PERSON'],
    ['nobody’s', {}, '', 'REQUIRED'],
    ['of two holders', { principalId: 'prn_int', kind: 'AGENT', name: 'x' }, 'principalId', 'EITHER'],
    ['a new daemon’s without a pool', { kind: 'RUNTIME', name: 'new' }, 'pool', 'REQUIRED'],
    ['a daemon’s of pool manual', { kind: 'RUNTIME', name: 'new', pool: 'manual' }, 'pool', 'MANUAL'],
    ['a daemon’s of another pool', { kind: 'RUNTIME', name: 'existing', pool: 'far' }, 'pool', 'DIFFERS'],
    ['an agent’s of another owner', { principalId: 'prn_bot', ownerId: ADMIN.id }, 'ownerId', 'DIFFERS'],
    ['an agent’s owned by no person', { kind: 'AGENT', name: 'new', ownerId: 'prn_orc' }, 'ownerId', 'OWNER'],
    [
      'an integrator’s for threads, without a person',
      { principalId: 'prn_int', scopes: ['TRANSFER_READ', 'HANDOFF_USE'] },
      'scopes[1]',
      'NO_PERSON',
    ],
    [
      'a new integrator’s for threads, without a person',
      { kind: 'INTEGRATOR', name: 'nobody’s', scopes: ['HANDOFF_USE'] },
      'scopes[0]',
      'NO_PERSON',
    ],
    ['without any scope', { principalId: 'prn_int', scopes: [] }, 'scopes', 'EMPTY'],
    ['good for no time', { principalId: 'prn_int', expiresInSeconds: 0 }, 'expiresInSeconds', 'OUT_OF_RANGE'],
    ['of a name that no store takes', { kind: 'AGENT', name: 'a\0b' }, 'name', 'TEXT'],
    ['asked for by an empty key', { principalId: 'prn_int', idempotencyKey: '' }, 'idempotencyKey', 'TEXT'],
  ];
  test.each(cases)('%s', async (_, input, path, code) => {
    const count = async () => (await db.pool.query('SELECT count(*) FROM principal')).rows;
    const before = await count();
    expect(await issue(input)).toMatchObject(issuesOf(path, code));
    expect(await count()).toEqual(before);
  });

  test('but an integrator that names its person holds threads when asked for', async () => {
    const wish = { kind: 'INTEGRATOR', name, ownerId: 'prn_dev' };
    const usual = await issue(wish);
    expect(usual.apiKey).toMatchObject({
      scopes: ['TRANSFER_READ', 'EVENT_READ'],
      principal: { owner: { id: 'prn_dev' } },
    });
    expect((await issue({ ...wish, scopes: ['HANDOFF_USE'] })).apiKey?.scopes).toEqual(['HANDOFF_USE']);
  });

  test('a disabled principal’s', async () => {
    const { apiKey } = await issue({ kind: 'AGENT', name });
    await db.pool.query('UPDATE principal SET disabled_at = baton_now() WHERE id = $1', [
      apiKey.principal.id,
    ]);
    expect(await issue({ kind: 'AGENT', name })).toMatchObject(issuesOf('', 'DISABLED'));
  });
});

describe('scopes outside the kind', () => {
  test.each([
    ['AGENT', 'TOKEN_MINT'],
    ['AGENT', 'USAGE_REPORT'],
    ['RUNTIME', 'TRANSFER_CONTENT'],
    ['ORCHESTRATOR', 'PRINCIPAL_MANAGE'],
    ['ORCHESTRATOR', 'AUDIT_READ'],
    ['INTEGRATOR', 'TRANSFER_MOVE'],
  ])('%s with %s is refused', async (kind, scope) => {
    expect(await issue({ kind, name: 'existing', scopes: [scope] })).toMatchObject(
      issuesOf('scopes[0]', 'NOT_GRANTABLE'),
    );
  });

  test('are refused for a principal by id as well', async () => {
    expect(await issue({ principalId: 'prn_bot', scopes: ['TRANSFER_READ', 'TOKEN_MINT'] })).toMatchObject(
      issuesOf('scopes[1]', 'NOT_GRANTABLE'),
    );
  });

  test.each([
    ['prn_bot', 'agent', 'token:mint', 'api_key_agent_scopes'],
    ['prn_bot', 'agent', 'usage:report', 'api_key_agent_scopes'],
    ['prn_run', 'runtime', 'transfer:content', 'api_key_daemon_scopes'],
  ])('cannot be written for %s by anybody', async (principal, kind, scope, constraint) => {
    const insert = db.pool.query(
      `INSERT INTO api_key (id, organisation_id, principal_id, kind, prefix, secret_hash, scopes)
       VALUES ('key_raw', $1, $2, $3, 'raw', decode(repeat('ab', 32), 'hex'), ARRAY[$4])`,
      [DEFAULT_ORGANISATION, principal, kind, scope],
    );
    await expect(insert).rejects.toMatchObject({ code: '23514', constraint });
  });
});

describe('a key that is revoked', () => {
  test('is good no more; again says so and writes no second line', async () => {
    const { apiKey, secret } = await issue({ kind: 'AGENT', name });
    const first = await revoke({ id: apiKey.id });
    expect(first).toEqual({
      __typename: 'ApiKeyRevokeSuccess',
      replayed: false,
      apiKey: { id: apiKey.id, revokedAt: expect.any(String) },
    });
    expect(await revoke({ id: apiKey.id })).toEqual({ ...(first as object), replayed: true });
    expect((await audit(apiKey.id)).map(({ action }) => action)).toEqual(['apiKeyIssue', 'apiKeyRevoke']);
    const authenticate = createAuthenticate(db.pool, {
      adminKeyHash: null,
      onUseNotNoted: (error) => {
        throw error;
      },
    });
    expect(await authenticate(secret ?? '')).toBeNull();
  });

  test('of another organisation answers as one that does not exist', async () => {
    const { apiKey } = await issue({ kind: 'AGENT', name });
    const answers = [await revoke({ id: apiKey.id }, OTHER), await revoke({ id: 'key_made_up' }, OTHER)];
    expect(answers).toEqual(Array(2).fill({ __typename: 'NotFound', code: 'NOT_FOUND', replayed: false }));
    const { rows } = await db.pool.query('SELECT revoked_at FROM api_key WHERE id = $1', [apiKey.id]);
    expect(rows).toEqual([{ revoked_at: null }]);
    expect(await issue({ principalId: apiKey.principal.id }, OTHER)).toMatchObject({ code: 'NOT_FOUND' });
    const { rows: lines } = await db.pool.query(
      "SELECT action, code FROM audit WHERE organisation_id = 'org_other' AND outcome = 'refused' ORDER BY id",
    );
    expect(lines).toEqual([
      { action: 'apiKeyRevoke', code: 'NOT_FOUND' },
      { action: 'apiKeyRevoke', code: 'NOT_FOUND' },
      { action: 'apiKeyIssue', code: 'NOT_FOUND' },
    ]);
  });
});

describe('who holds a key', () => {
  const holders = [
    holder('prn_bot', 'agent'),
    holder('prn_run', 'runtime'),
    holder('prn_orc', 'orchestrator'),
    holder('prn_int', 'integrator'),
  ];
  const documents = [
    'mutation { apiKeyIssue(input: {kind: AGENT, name: "mine"}) { __typename } }',
    'mutation { apiKeyRevoke(input: {id: "key_x"}) { __typename } }',
    'mutation { principalCreate(input: {kind: AGENT, name: "mine"}) { __typename } }',
    'mutation { principalDisable(input: {id: "prn_x"}) { __typename } }',
    'mutation { organisationCreate(input: {slug: "mine"}) { __typename } }',
    '{ principals { edges { cursor } } }',
    '{ apiKeys { edges { cursor } } }',
    '{ auditLog { edges { cursor } } }',
  ];
  const refused = [
    expect.objectContaining({ message: expect.stringMatching(/lacks the scope|has no part in/) }),
  ];

  test.each(holders)('administers nothing: $kind', async (viewer) => {
    for (const document of documents) expect((await call(viewer, document)).errors).toEqual(refused);
    const { rows } = await db.pool.query(
      "SELECT count(*) AS n FROM audit WHERE actor = $1 AND outcome = 'refused' AND code = 'FORBIDDEN'",
      [viewer.id],
    );
    expect(rows).toEqual([{ n: BigInt(documents.length) }]);
  });

  test.each(['holdsScope', 'mayReach'] as const)('is kept from it by %s alone', async (layer) => {
    const alone = createCaller(db, permissiveBut(layer));
    try {
      for (const viewer of holders.slice(0, 2)) {
        for (const document of documents) expect((await alone(viewer, document)).errors).toEqual(refused);
      }
    } finally {
      await alone.close();
    }
  });
});
