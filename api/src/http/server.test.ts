import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { type Door, insertKey, openDoor } from '../../../test/support/door.js';
import { smallSchema } from '../../../test/support/small-schema.js';
import { NO_MANIFESTS, realLayers } from '../layers.js';

const HELLO = 'query hello { hello }';
const HELLO_ID = createHash('sha256').update(HELLO).digest('hex');

let db: TestDatabase;
let door: Door;
let agent: Awaited<ReturnType<typeof insertKey>>;

beforeAll(async () => {
  db = await createTestDatabase();
  agent = await insertKey(db, 'agent');
  door = await openDoor(db, smallSchema, {
    layers: realLayers({ ...NO_MANIFESTS, agent: new Map([[HELLO_ID, HELLO]]) }),
  });
});
afterAll(async () => {
  await door.close();
  await db.drop();
});

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}
/** What was answered, without what it cost. */
const read = async (response: Response): Promise<Answer> => {
  const { extensions: _cost, ...answer } = (await response.json()) as Answer & { extensions?: unknown };
  return answer;
};
const codeOf = async (response: Response) => [
  response.status,
  (await read(response)).errors?.[0]?.extensions.code,
];
const issuesOf = async (response: Response) => (await read(response)).errors?.[0]?.extensions.issues;

describe('the credential', () => {
  test.each([
    ['none', null],
    ['unknown', 'baton_agent_unknown'],
    ['empty', ''],
  ])('%s: 401, before the body is looked at', async (_, key) => {
    const response = await door.post('{not json', { key });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="baton"');
    expect(await read(response)).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED', number: -31401, retryable: false } }],
    });
    expect(response.status).toBe(401);
  });

  test('of the built-in administrator', async () => {
    const { data } = await read(await door.post({ query: '{ whoami }' }));
    expect(data).toEqual({ whoami: 'person prn_00000000000000000000000001' });
  });

  test('of an orchestrator', async () => {
    const { key, principalId } = await insertKey(db, 'orchestrator');
    const { data } = await read(await door.post({ query: '{ whoami }' }, { key }));
    expect(data).toEqual({ whoami: `orchestrator ${principalId}` });
  });
});

describe('the document', () => {
  const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash: HELLO_ID } } };

  test.each([
    ['extensions.persistedQuery', persisted],
    ['documentId', { documentId: HELLO_ID }],
    ['documentId with its algorithm', { documentId: `sha256:${HELLO_ID}` }],
  ])('an agent names one of its manifest by %s', async (_, body) => {
    expect(await read(await door.post(body, { key: agent.key }))).toEqual({ data: { hello: 'world' } });
  });

  test.each([
    ['free text', { query: '{ whoami }' }],
    ['the very text of its manifest', { query: HELLO }],
    ['text beside an id', { ...persisted, query: '{ whoami }' }],
    ['an unknown id', { documentId: 'f'.repeat(64) }],
  ])('an agent is refused %s, and that is audited', async (name, body) => {
    const id = `document-${name.replaceAll(' ', '-')}`;
    const response = await door.post(body, { key: agent.key, headers: { 'x-request-id': id } });
    expect(await codeOf(response)).toEqual([403, 'FORBIDDEN']);
    const { rows } = await db.pool.query(
      'SELECT actor, action, outcome, code FROM audit WHERE request_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { actor: agent.principalId, action: 'document', outcome: 'refused', code: 'FORBIDDEN' },
    ]);
  });

  test('an agent is refused by GET as well', async () => {
    const response = await door.get(`/graphql?query=${encodeURIComponent('{ whoami }')}`, agent.key);
    expect(await codeOf(response)).toEqual([403, 'FORBIDDEN']);
  });

  test('none at all', async () => {
    expect(await codeOf(await door.post({ variables: {} }))).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/json; charset=latin1',
  ])('of type %s is refused', async (type) => {
    const response = await door.post({ query: '{ hello }' }, { headers: { 'content-type': type } });
    expect(await codeOf(response)).toEqual([415, 'INVALID_INPUT']);
  });

  test.each([
    ['without content-type', undefined, '{"query":"{ hello }"}'],
    ['compressed', 'gzip', '{"query":"{ hello }"}'],
  ])('%s is refused', async (_, encoding, body) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${door.adminKey}` };
      const more = encoding ? { 'content-type': 'application/json', 'content-encoding': encoding } : {};
      request(`${door.url}/graphql`, { method: 'POST', headers: { ...headers, ...more } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end(body);
    });
    expect(status).toBe(415);
  });

  test('in capitals and with charset utf-8 is read', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect(await read(await door.post({ query: '{ hello }' }, { headers }))).toEqual({
      data: { hello: 'world' },
    });
  });

  test('over 24 MiB is refused, whether its length is told or not', async () => {
    const body = new Uint8Array(24 * 1024 * 1024 + 1).fill(0x20);
    expect(await codeOf(await door.post(body))).toEqual([413, 'TOO_LARGE']);
    const chunked = await fetch(`${door.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${door.adminKey}`, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(await codeOf(chunked)).toEqual([413, 'TOO_LARGE']);
  });

  test('of 24 MiB is read', async () => {
    const body = Buffer.alloc(24 * 1024 * 1024, ' ');
    body.write('{"query":"{ hello }"}');
    expect(await read(await door.post(body))).toEqual({ data: { hello: 'world' } });
  });

  test.each([
    ['a batch', '[{"query":"{ hello }"}]'],
    ['an empty batch', '[]'],
    ['a string', '"{ hello }"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('%s is refused', async (_, body) => {
    expect(await codeOf(await door.post(body))).toEqual([400, 'INVALID_INPUT']);
  });

  test.each([
    [
      'a key said twice',
      '{"query":"{ hello }","variables":{"input":{"a":1,"a":2}}}',
      'variables.input.a',
      'DUPLICATE_KEY',
    ],
    ['syntax', '{"query":"{ hello }",}', '', 'SYNTAX'],
    ['U+0000', '{"query":"{ hello }","variables":{"t":"\\u0000"}}', 'variables.t', 'NUL'],
    [
      'a lone surrogate',
      '{"query":"{ hello }","variables":{"t":["\\ud800"]}}',
      'variables.t[0]',
      'LONE_SURROGATE',
    ],
    ['a field unknown', '{"query":"{ hello }","mutation":"x"}', 'mutation', 'UNKNOWN_FIELD'],
    ['query as number', '{"query":7}', 'query', 'INVALID_TYPE'],
    ['variables as list', '{"query":"{ hello }","variables":[]}', 'variables', 'INVALID_TYPE'],
  ])('%s is refused with its place', async (_, body, path, code) => {
    const response = await door.post(body);
    expect(response.status).toBe(400);
    expect(await issuesOf(response)).toEqual([expect.objectContaining({ path, code })]);
  });

  test('that is no UTF-8 is refused with its place', async () => {
    const body = Buffer.from('{"query":"{ hello }","variables":{"t":"?"}}');
    body[body.indexOf('?')] = 0xff;
    expect(await issuesOf(await door.post(body))).toEqual([
      expect.objectContaining({ path: 'variables.t', code: 'INVALID_UTF8' }),
    ]);
  });

  test('carries __proto__ as data', async () => {
    const value = '{"__proto__":{"polluted":true},"a":1}';
    const response = await door.post(
      `{"query":"query ($v: JSON) { echo(value: $v) }","variables":{"v":${value}}}`,
    );
    expect(await response.text()).toContain(`{"data":{"echo":${value}},`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await codeOf(await door.post('{"__proto__":{"query":"{ hello }"}}'))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
  });

  test('with a document over 64 KiB is refused', async () => {
    const query = `{ hello } #${'x'.repeat(64 * 1024)}`;
    expect(await codeOf(await door.post({ query }))).toEqual([413, 'TOO_LARGE']);
  });
});

describe('methods and addresses', () => {
  test('GET serves queries', async () => {
    const query = new URLSearchParams({
      query: 'query ($v: JSON) { echo(value: $v) }',
      variables: '{"v":[1]}',
    });
    expect(await read(await door.get(`/graphql?${query}`))).toEqual({ data: { echo: [1] } });
  });

  test('GET refuses mutations', async () => {
    const query = new URLSearchParams({ query: 'mutation { write(text: "x") }' });
    const response = await door.get(`/graphql?${query}`);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await codeOf(response)).toEqual([405, 'INVALID_INPUT']);
  });

  test('GET refuses a field said twice, and bad variables', async () => {
    expect(await codeOf(await door.get('/graphql?query=%7Bhello%7D&query=%7Bbug%7D'))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
    expect(await codeOf(await door.get('/graphql?query=%7Bhello%7D&variables=%7B'))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
  });

  test.each(['OPTIONS', 'PUT', 'DELETE', 'PATCH'])('%s is refused, without a CORS header', async (method) => {
    const headers = { authorization: `Bearer ${door.adminKey}`, origin: 'https://example.com' };
    const response = await fetch(`${door.url}/graphql`, { method, headers });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await codeOf(response)).toEqual([405, 'INVALID_INPUT']);
  });

  test.each([
    '/graphql/',
    '/',
    '/graphiql',
    '/graphql/x',
    '//graphql',
    '/healthz/',
    '/metrics/',
    '/snapshots/x',
  ])('%s is nowhere', async (path) => {
    expect(await codeOf(await door.get(path))).toEqual([404, 'NOT_FOUND']);
  });

  test('a browser gets no page at /graphql', async () => {
    const headers = { authorization: `Bearer ${door.adminKey}`, accept: 'text/html' };
    expect((await fetch(`${door.url}/graphql`, { headers })).headers.get('content-type')).not.toContain(
      'html',
    );
  });
});

describe('headers', () => {
  test('the request id is the caller’s when it is one word', async () => {
    const send = (id: string) => door.post({ query: '{ hello }' }, { headers: { 'x-request-id': id } });
    expect((await send('trace:1.2-3_4')).headers.get('x-request-id')).toBe('trace:1.2-3_4');
    expect((await send('two words')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await send('x'.repeat(129))).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['/graphql?query=%7Bhello%7D', '/healthz', '/nowhere'])(
    '%s is neither sniffed nor stored',
    async (path) => {
      const { headers } = await door.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test('the answer has the type that was asked for', async () => {
    const type = async (accept: string) =>
      (await door.post({ query: '{ hello }' }, { headers: { accept } })).headers.get('content-type');
    expect(await type('application/graphql-response+json')).toBe(
      'application/graphql-response+json; charset=utf-8',
    );
    expect(await type('application/json')).toBe('application/json; charset=utf-8');
  });
});

describe('errors', () => {
  test('of the document are INVALID_INPUT and suggest nothing', async () => {
    const response = await door.post({ query: '{ helo }' });
    expect(response.status).toBe(400);
    const [error] = (await read(response)).errors ?? [];
    expect(error).toMatchObject({ extensions: { code: 'INVALID_INPUT', number: -32602, retryable: false } });
    expect(error?.message).toBe('Cannot query field "helo" on type "Query".');
  });

  test.each([
    ['syntax', { query: '{' }],
    ['a missing variable', { query: 'mutation ($t: String!) { write(text: $t) }' }],
    ['an operation that is not there', { query: 'query a { hello } query b { hello }', operationName: 'c' }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    ['introspection of one type', { query: '{ __type(name: "Query") { name } }' }],
  ])('%s', async (_, body) => {
    expect(await codeOf(await door.post(body))).toEqual([400, 'INVALID_INPUT']);
  });

  test('a bug is masked, and told to the log with the request id', async () => {
    const response = await door.post({ query: '{ bug hello }' }, { headers: { 'x-request-id': 'bug-1' } });
    const { data, errors } = await read(response);
    expect(response.status).toBe(200);
    expect(data).toEqual({ bug: null, hello: 'world' });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'Unexpected error',
        path: ['bug'],
        extensions: { code: 'INTERNAL', number: -32603, retryable: false, requestId: 'bug-1' },
      }),
    ]);
    expect(JSON.stringify(door.logged)).toContain('secret in table api_key');
    expect(JSON.stringify(door.logged)).not.toContain(door.adminKey);
  });

  test('a fault beside data keeps 200, one that leaves none has its status', async () => {
    const beside = await door.post({ query: '{ limited }' });
    expect(await read(beside)).toMatchObject({
      data: { limited: null },
      errors: [{ extensions: { code: 'RATE_LIMITED', number: -31429, retryable: true, retryAfterMs: 1500 } }],
    });
    expect(beside.status).toBe(200);
    expect(await codeOf(await door.post({ query: 'mutation { refused }' }))).toEqual([403, 'FORBIDDEN']);
  });

  test('a lost connection is UNAVAILABLE', async () => {
    expect(await read(await door.post({ query: '{ away }' }))).toMatchObject({
      errors: [{ extensions: { code: 'UNAVAILABLE', retryable: true, retryAfterMs: 1000 } }],
    });
  });

  test('a GraphQL error of a field is told', async () => {
    expect(await read(await door.post({ query: '{ wrong }' }))).toMatchObject({
      errors: [{ message: 'the cursor is none', extensions: { code: 'INVALID_INPUT' } }],
    });
  });
});

test('with the setting on, the schema may be asked for and names are suggested', async () => {
  const open = await openDoor(db, smallSchema, { introspection: true });
  const asked = await read(await open.post({ query: '{ __schema { queryType { name } } }' }));
  expect(asked).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
  const [error] = (await read(await open.post({ query: '{ helo }' }))).errors ?? [];
  expect(error?.message).toContain('Did you mean "hello"?');
  await open.close();
});
