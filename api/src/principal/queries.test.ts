import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Caller,
  createCaller,
  DEFAULT_ORGANISATION,
  holder,
  person,
} from '../../../test/support/caller.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { newId } from '../ids.js';

let db: TestDatabase;
let call: Caller;

const OTHER = person('prn_other', 'admin', 'org_other');
/** In the order of the list: that of their ids. */
const agents = Array.from({ length: 23 }, () => newId('principal')).sort();

beforeAll(async () => {
  db = await createTestDatabase({ max: 8 });
  call = createCaller(db);
  await db.pool.query("INSERT INTO organisation (id, slug) VALUES ('org_other', 'other')");
  await db.pool.query(`INSERT INTO principal (id, organisation_id, kind, role, name)
    VALUES ('prn_other', 'org_other', 'person', 'admin', 'admin')`);
  for (const [index, id] of agents.entries()) {
    await db.pool.query(
      `INSERT INTO principal (id, organisation_id, kind, name, owner_id) VALUES ($1, $2, 'agent', $3, $4)`,
      [id, DEFAULT_ORGANISATION, `agent ${index}`, ADMIN.id],
    );
  }
});
afterAll(async () => {
  await call.close();
  await db.drop();
});

interface Page<Node = object> {
  edges: { cursor: string; node: Node & { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}
const PAGE = 'pageInfo { hasNextPage hasPreviousPage endCursor }';
const principals = async (args: string, viewer = ADMIN): Promise<Page> => {
  const { data, errors } = await call(
    viewer,
    `{ principals${args} { edges { cursor node { id owner { id } } } ${PAGE} } }`,
  );
  expect(errors).toEqual([]);
  return data?.principals as unknown as Page;
};
const ids = ({ edges }: Page) => edges.map(({ node }) => node.id);

describe('the viewer', () => {
  const VIEWER = '{ viewer { id kind role name scopes organisation { id slug } pool transferId } }';

  test.each([
    ADMIN,
    OTHER,
    holder('prn_a', 'agent'),
    holder('prn_r', 'runtime'),
    holder('prn_o', 'orchestrator'),
  ])('is told who it is: $kind of $organisationId', async (viewer) => {
    const { data, errors } = await call(viewer, VIEWER);
    expect(errors).toEqual([]);
    expect(data?.viewer).toEqual({
      id: viewer.id,
      kind: viewer.kind.toUpperCase(),
      role: viewer.role?.toUpperCase() ?? null,
      name: viewer.name,
      scopes: [...viewer.scopes].map((scope) => scope.toUpperCase().replace(/[:-]/g, '_')),
      organisation: {
        id: viewer.organisationId,
        slug: viewer.organisationId === DEFAULT_ORGANISATION ? 'default' : 'other',
      },
      pool: viewer.pool,
      transferId: null,
    });
  });

  test('with a claim is told its transfer', async () => {
    const claim = { ...holder('prn_r', 'runtime'), transferId: 'trf_x' };
    expect((await call(claim, '{ viewer { transferId } }')).data).toEqual({
      viewer: { transferId: 'trf_x' },
    });
  });
});

describe('principals', () => {
  test('come twenty at a time, each once, in the order of their making', async () => {
    const first = await principals('(kind: AGENT)');
    expect(ids(first)).toEqual(agents.slice(0, 20));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const rest = await principals(`(kind: AGENT, after: "${first.pageInfo.endCursor}")`);
    expect(ids(rest)).toEqual(agents.slice(20));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  test('come from the end as well', async () => {
    expect(ids(await principals('(last: 2)'))).toEqual(agents.slice(-2));
    expect(ids(await principals(`(kind: AGENT, last: 2, before: "${agents[5]}")`))).toEqual(
      agents.slice(3, 5),
    );
  });

  test('carry their owners', async () => {
    expect((await principals('(kind: AGENT, first: 1)')).edges[0]?.node).toEqual({
      id: agents[0],
      owner: { id: ADMIN.id },
    });
  });

  test('are those of the caller’s organisation', async () => {
    expect(ids(await principals('', OTHER))).toEqual(['prn_other']);
  });

  test.each([
    'first: 101',
    'first: -1',
    'last: 101',
    'after: "x"',
    'after: "key_00000000000000000000000001"',
    'before: "\\u0000"',
  ])('are not given for %s', async (argument) => {
    const { data, errors } = await call(ADMIN, `{ principals(${argument}) { edges { cursor } } }`);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ path: ['principals'], extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('keys', () => {
  test('show everything but themselves, revoked ones too', async () => {
    const { data } = await call(
      ADMIN,
      `mutation {
      a: apiKeyIssue(input: {principalId: "${agents[0]}"}) { ... on ApiKeyIssueSuccess { secret apiKey { id prefix } } }
      b: apiKeyIssue(input: {principalId: "${agents[1]}"}) { ... on ApiKeyIssueSuccess { secret apiKey { id prefix } } }
    }`,
    );
    const { a, b } = data as unknown as Record<
      'a' | 'b',
      { secret: string; apiKey: { id: string; prefix: string } }
    >;
    await call(ADMIN, `mutation { apiKeyRevoke(input: {id: "${a.apiKey.id}"}) { __typename } }`);
    const list = async (args: string, viewer = ADMIN) =>
      call(
        viewer,
        `{ apiKeys${args} { edges { node { id prefix scopes transferId createdAt createdBy expiresAt
        revokedAt lastUsedAt principal { id name } } } } }`,
      );
    const nodes = (await list('')).data?.apiKeys as unknown as Page;
    expect(nodes.edges.map(({ node }) => node)).toMatchObject([
      {
        id: a.apiKey.id,
        prefix: a.apiKey.prefix,
        revokedAt: expect.any(String),
        principal: { id: agents[0] },
      },
      {
        id: b.apiKey.id,
        prefix: b.apiKey.prefix,
        revokedAt: null,
        createdBy: ADMIN.id,
        principal: { name: 'agent 1' },
      },
    ]);
    expect(JSON.stringify(nodes)).not.toContain(a.secret);
    expect(ids((await list(`(principalId: "${agents[1]}")`)).data?.apiKeys as unknown as Page)).toEqual([
      b.apiKey.id,
    ]);
    expect((await list('', OTHER)).data).toEqual({ apiKeys: { edges: [] } });
    expect((await list(`(principalId: "${agents[1]}")`, OTHER)).data).toEqual({ apiKeys: { edges: [] } });
  });
});

describe('the audit log', () => {
  const log = async (args: string, viewer = OTHER) => {
    const { data, errors } = await call(
      viewer,
      `{ auditLog${args} { edges { cursor node { id actor action subject outcome code at requestId } } ${PAGE} } }`,
    );
    expect(errors).toEqual([]);
    return data?.auditLog as unknown as Page<{ subject: string }>;
  };

  test('comes newest first, page by page, of the caller’s organisation', async () => {
    await db.pool.query(`INSERT INTO audit (organisation_id, actor, action, subject, outcome, code)
      SELECT 'org_other', 'prn_other', CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END, n::text,
             CASE n WHEN 5 THEN 'refused' ELSE 'done' END, CASE n WHEN 5 THEN 'NOT_FOUND' END
      FROM generate_series(1, 5) n`);
    const subjects = (page: Awaited<ReturnType<typeof log>>) => page.edges.map(({ node }) => node.subject);
    const first = await log('(first: 3)');
    expect(subjects(first)).toEqual(['5', '4', '3']);
    expect(first.edges[0]?.node).toEqual({
      id: first.edges[0]?.cursor,
      actor: 'prn_other',
      action: 'odd',
      subject: '5',
      outcome: 'REFUSED',
      code: 'NOT_FOUND',
      at: expect.any(String),
      requestId: null,
    });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await log(`(first: 3, after: "${first.pageInfo.endCursor}")`);
    expect(subjects(rest)).toEqual(['2', '1']);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    expect(subjects(await log(`(last: 1, before: "${first.pageInfo.endCursor}")`))).toEqual(['4']);
    expect(subjects(await log('(last: 2)'))).toEqual(['2', '1']);
    expect(subjects(await log('(action: "even")'))).toEqual(['4', '2']);
    expect(subjects(await log('(subject: "1")'))).toEqual(['1']);
  });

  test('is open to an operator, and not to a developer', async () => {
    await log('', person('prn_op', 'operator'));
    const { errors } = await call(person('prn_dev', 'developer'), '{ auditLog { edges { cursor } } }');
    expect(errors).toMatchObject([{ message: 'This credential lacks the scope audit:read.' }]);
  });

  test.each(['x', '-1', '1e3', '99999999999999999999'])('has no cursor %s', async (cursor) => {
    const { errors } = await call(ADMIN, `{ auditLog(after: "${cursor}") { edges { cursor } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});
