import { isObjectType } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Door, openDoor } from '../support/door.js';

/** Root fields that were resolved or subscribed to. */
let called: string[] = [];
for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
  for (const field of Object.values(isObjectType(root) ? root.getFields() : {})) {
    for (const step of ['resolve', 'subscribe'] as const) {
      const real = field[step];
      if (real === undefined) continue;
      field[step] = (...call) => {
        called.push(field.name);
        return real(...call);
      };
    }
  }
}

let db: TestDatabase;
let door: Door;
beforeAll(async () => {
  db = await createTestDatabase();
  door = await openDoor(db, undefined);
});
afterAll(async () => {
  await door?.close();
  await db.drop();
});
beforeEach(() => {
  called = [];
});

interface Body {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}
interface Answer {
  /** Of HTTP, or the code a socket was closed with. */
  readonly status?: number;
  readonly data?: unknown;
  readonly errors?: readonly { message: string; extensions: Record<string, unknown> }[];
  readonly extensions?: Record<string, unknown>;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const [, streamed] = /^event: next\ndata: (.*)$/m.exec(text) ?? [];
  const json = streamed ?? text;
  return { status: response.status, ...(json.startsWith('{') && (JSON.parse(json) as Answer)) };
}

/** One operation, asked at each door. */
const ASK: Record<string, (body: Body) => Promise<Answer>> = {
  POST: async (body) => answerOf(await door.post(body)),
  GET: async ({ query, variables }) => {
    const fields = new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) });
    return answerOf(await door.get(`/graphql?${fields}`));
  },
  SSE: async (body) => answerOf(await door.post(body, { headers: { accept: 'text/event-stream' } })),
  socket: async (body) => {
    const client = createClient({
      url: `${door.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${door.adminKey}` },
      retryAttempts: 0,
    });
    const answer = await new Promise<Answer>((resolve) => {
      let last: Answer = {};
      client.subscribe(body as never, {
        next: (result) => {
          last = result as Answer;
        },
        error: (error) =>
          resolve(Array.isArray(error) ? { errors: error } : { status: (error as { code: number }).code }),
        complete: () => resolve(last),
      });
    });
    await client.dispose();
    return answer;
  },
};
const doors = Object.entries(ASK);

const many = (count: number, word: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => word(index)).join(' ');
const principals = (inner: string) => `principals(first: 1) { edges { node { ${inner} } } }`;
/** Forty fragments, each spreading the next one more than once. */
const bomb = (spread: (next: string) => string) =>
  `{ ${principals('...f0')} } ${many(40, (index) => `fragment f${index} on Principal { ${spread(`...f${index + 1}`)} }`)}
   fragment f40 on Principal { id }`;
const events = (size: string) => `events(first: ${size}) { edges { node { id type at } } }`;
const page = (size: string, inner: string) => `transfers(first: ${size}) { edges { node { id ${inner} } } }`;

const DEEP = principals(`${'owner { '.repeat(10)} id ${'}'.repeat(10)}`);
const TOO_MUCH: Record<string, Body> = {
  tokens: { query: `{ transfers(filter: { status: [${'STAGED '.repeat(2_000)}] }) { edges { cursor } } }` },
  depth: { query: `{ ${DEEP} }` },
  'depth through fragments': {
    query: `{ ${principals('...f0')} } ${many(9, (index) => `fragment f${index} on Principal { owner { ...f${index + 1} } }`)}
            fragment f9 on Principal { owner { id } }`,
  },
  '31 aliases': { query: `{ ${many(31, (index) => `a${index}: viewer { id }`)} }` },
  '31 aliases of __typename': { query: `{ ${many(31, (index) => `a${index}: __typename`)} }` },
  '5,000 aliases': { query: `{ ${many(5_000, (index) => `a${index}: viewer { id }`)} }` },
  '5,000 aliases of __typename': { query: `{ ${many(5_000, (index) => `a${index}: __typename`)} }` },
  'aliases in a fragment spread many times': {
    query: `{ viewer { ${'...f '.repeat(16)} } } fragment f on Viewer { a: id b: id }`,
  },
  '31 directives': { query: `{ viewer { ${'id @include(if: true) '.repeat(31)} } }` },
  'directives in a fragment spread many times': {
    query: `{ viewer { ${'...f '.repeat(16)} } } fragment f on Viewer { id @include(if: true) name @skip(if: false) }`,
  },
  '5,000 directives': { query: `{ viewer { id ${'@include(if: true) '.repeat(5_000)} } }` },
  '5,000 directives that nobody knows': { query: `{ viewer { id ${'@x '.repeat(5_000)} } }` },
  'directives on variables, known or not': {
    query: `query (${many(31, (index) => `$v${index}: Int @x`)}) { viewer { id } }`,
  },
  'a fragment within itself': { query: '{ viewer { ...f } } fragment f on Viewer { id ...f }' },
  'a cycle of fragments': {
    query: `{ ${principals('...a')} } fragment a on Principal { owner { ...b } } fragment b on Principal { id ...a }`,
  },
  'fragments that double at one level': { query: bomb((next) => `${next} ${next}`) },
  'fragments that double at each level': {
    query: bomb((next) => `owner { ${next} } name owner { ${next} }`),
  },
  'the cost of a page of pages': { query: `{ ${page('100', events('100'))} }` },
  'the cost by variables': {
    query: `query ($many: Int, $more: Int) { ${page('$many', events('$more'))} }`,
    variables: { many: 100, more: 100 },
  },
  "the cost by variables' defaults": {
    query: `query ($many: Int = 100) { ${page('$many', events('$many'))} }`,
  },
  'the cost of a mutation': {
    query: `mutation { transferTerminate(input: { id: "trf_x", reason: "r" }) {
      ... on TransferTerminateSuccess { transfer { ${events('9999')} } } } }`,
  },
  'the cost of a subscription': {
    query: `subscription { transfersChanged { entity { ${events('9999')} } } }`,
  },
  '10,000 variables declared': {
    query: `query (${many(10_000, (index) => `$v${index}: Int`)}) { viewer { id } }`,
  },
  '10,000 variables given': {
    query: '{ viewer { id } }',
    variables: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`v${index}`, index])),
  },
  'a text of 1 MB': { query: `{ viewer { id } } #${'x'.repeat(1_000_000)}` },
};
/** Over Node's own bound of a request's head, before anybody reads it. */
const HEAD_TOO_LARGE = 431;

describe.each(doors)(`${shows('D3')}%s`, (name, ask) => {
  test.each(Object.entries(TOO_MUCH))('%s is refused before any resolver', async (_, body) => {
    const { status, data, errors } = await ask(body);
    expect(called).toEqual([]);
    expect(data ?? null).toBeNull();
    if (name === 'GET' && status === HEAD_TOO_LARGE) return;
    expect(errors?.length).toBeGreaterThan(0);
    for (const { extensions } of errors ?? []) {
      expect(extensions).toMatchObject({
        code: expect.stringMatching(/^(?:INVALID_INPUT|TOO_LARGE)$/),
        retryable: false,
      });
    }
  });

  test('a document below every limit is answered, with what it cost', async () => {
    const aliases = many(30, (index) => `a${index}: __typename ${index < 29 ? '@include(if: true)' : ''}`);
    const answer = await ask({
      query: `{ ${aliases} ${principals(`${'owner { '.repeat(7)}id${' }'.repeat(7)}`)} ${page('100', '')} }`,
    });
    expect(answer.errors).toBeUndefined();
    expect(called.sort()).toEqual(['principals', 'transfers']);
    // 30 leaves; a page of one: itself, edge, node, seven owners, an id; a page of a hundred: itself, and three a row.
    expect(answer.extensions).toEqual({ cost: { requested: 30 + 11 + 301, limit: 20_000 } });
  });

  test('one that costs too much is told what it costs and what it may', async () => {
    const { errors } = await ask({ query: `{ ${page('100', events('100'))} }` });
    // A page, and for each of 100 rows: edge, node, id and a page of 100 with edge, node and three leaves.
    const requested = 1 + 100 * (3 + 1 + 100 * 5);
    expect(errors?.[0]?.message).toBe(
      `The document asks for ${requested} values; at most 20000 are answered`,
    );
    expect(errors?.[0]?.extensions.cost).toEqual({ requested, limit: 20_000 });
  });
});

describe.each(doors)(`${shows('E2')}values that nobody could store, by %s`, (_, ask) => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  test.each<[string, unknown]>([
    ['U+0000', 'a\u0000b'],
    ['a lone surrogate', '\ud800'],
    ['U+0000 as a key', { 'a\u0000': 1 }],
    ['nesting without end', deep(100)],
  ])('%s is refused as no valid request', async (_name, systemPrompt) => {
    const input = { source: { host: 'h', client: 'c', cwd: '/' }, systemPrompt };
    const query = 'mutation ($input: TransferStageInput!) { transferStage(input: $input) { __typename } }';
    const { errors } = await ask({ query, variables: { input } });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', issues: [{}] } }]);
    expect(called).toEqual([]);
  });
});

test(`${shows('D3')}a hundred operations at once are refused, as a body and as a message`, async () => {
  const batch = JSON.stringify(Array.from({ length: 100 }, () => ({ query: '{ viewer { id } }' })));
  const headers = { accept: 'text/event-stream' };
  expect((await door.post(batch)).status).toBe(400);
  expect((await door.post(batch, { headers })).status).toBe(400);
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const acknowledged = new Promise((resolve) => socket.once('message', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(
    JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${door.adminKey}` } }),
  );
  await acknowledged;
  const payload = { query: '{ viewer { id } }' };
  socket.send(
    JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id: String(id), type: 'subscribe', payload }))),
  );
  expect(await closed).toBe(4400);
  expect(called).toEqual([]);
});

test(`${shows('D3')}a subscription asked like a query is refused, whatever stream it would accept`, async () => {
  const query = 'subscription { transfersChanged { cursor } }';
  for (const accept of [
    '*/*',
    'application/json',
    'multipart/mixed',
    'text/*',
    'application/graphql-response+json',
  ]) {
    const response = await door.post({ query }, { headers: { accept } });
    const text = await response.text();
    if (response.status === 406) expect(text, accept).toBe('');
    else expect(text, accept).toContain('"code":"INVALID_INPUT"');
  }
  expect(called).toEqual([]);
});

test.each([
  ['skipped', 'subscription { events @skip(if: true) { cursor } }'],
  ['skipped by a variable', 'subscription ($no: Boolean = true) { events @skip(if: $no) { cursor } }'],
  [
    'left out with its fragment',
    'subscription { ...f @include(if: false) } fragment f on Subscription { events { cursor } }',
  ],
  ['left out within one', 'subscription { ... @include(if: false) { events { cursor } } }'],
  [
    'one of two',
    'subscription ($b: Boolean = true) { events @include(if: $b) { cursor } events @skip(if: $b) { cursor } }',
  ],
])('a subscription whose field may be %s is INVALID_INPUT, and no bug of ours', async (_, query) => {
  for (const ask of [ASK.SSE, ASK.socket]) {
    const { errors } = (await ask?.({ query })) ?? {};
    expect(errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
  }
  expect(called).toEqual([]);
});

test('within a subscription fields may be skipped', async () => {
  const answer = await ASK.SSE?.({
    query: 'subscription { events(after: "x") { cursor event @skip(if: true) { id } } }',
  });
  expect(answer?.errors?.[0]?.message).toBe('after is not a cursor of this feed');
});
