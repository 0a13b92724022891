import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../requirements.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Door, openDoor } from '../support/door.js';

let db: TestDatabase;
let closed: Door;
let open: Door;
beforeAll(async () => {
  db = await createTestDatabase();
  closed = await openDoor(db, undefined);
  open = await openDoor(db, undefined, { introspection: true });
});
afterAll(async () => {
  await closed?.close();
  await open?.close();
  await db.drop();
});

const WRITE = 'mutation { organisationCreate(input: { slug: "from-a-page" }) { __typename } }';
/** What another site's page can make a browser send along. */
const PAGE = {
  origin: 'https://elsewhere.example',
  referer: 'https://elsewhere.example/',
  'sec-fetch-site': 'cross-site',
};
const bearer = () => ({ authorization: `Bearer ${closed.adminKey}` });
const written = async () =>
  (await db.pool.query(`SELECT FROM organisation WHERE slug = 'from-a-page'`)).rowCount;
const send = (path: string, init: RequestInit & { headers?: Record<string, string> }) =>
  fetch(`${closed.url}${path}`, { ...init, headers: { ...PAGE, ...init.headers } });

describe(`${shows('D4')}another site's page`, () => {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: WRITE }));
  const BODIES: Record<string, [BodyInit, Record<string, string>]> = {
    'text/plain': [JSON.stringify({ query: WRITE }), { 'content-type': 'text/plain' }],
    'text/plain that says JSON too': [
      JSON.stringify({ query: WRITE }),
      { 'content-type': 'text/plain; application/json' },
    ],
    'a form': [new URLSearchParams({ query: WRITE }), {}],
    'a form of several parts': [form, {}],
    'no type at all': [new Blob([JSON.stringify({ query: WRITE })]), {}],
  };
  test.each(Object.entries(BODIES))(
    'changes nothing by %s, whatever credential came along',
    async (_, [body, headers]) => {
      for (const accept of ['application/json', 'text/event-stream']) {
        const init = { method: 'POST', body };
        const cookie = `authorization=Bearer ${closed.adminKey}; key=${closed.adminKey}`;
        expect(
          (await send('/graphql', { ...init, headers: { ...headers, accept, ...bearer() } })).status,
        ).toBe(415);
        expect((await send('/graphql', { ...init, headers: { ...headers, accept, cookie } })).status).toBe(
          401,
        );
      }
      expect(await written()).toBe(0);
    },
  );

  test('changes nothing by an address, read as an answer or as a stream', async () => {
    for (const accept of ['*/*', 'text/event-stream', 'text/html', 'image/png']) {
      const response = await send(`/graphql?${new URLSearchParams({ query: WRITE })}`, {
        headers: { accept, ...bearer() },
      });
      expect(accept === 'text/html' || accept === 'image/png' ? [405, 406] : [405], accept).toContain(
        response.status,
      );
    }
    expect(await written()).toBe(0);
  });

  test('has no credential: neither a cookie nor an address carries one', async () => {
    const query = new URLSearchParams({ query: '{ viewer { id } }' });
    for (const [name, headers] of [
      ['cookie', { cookie: `authorization=Bearer ${closed.adminKey}` }],
      ['basic', { authorization: `Basic ${Buffer.from(`admin:${closed.adminKey}`).toString('base64')}` }],
    ] as const) {
      expect((await send(`/graphql?${query}`, { headers })).status, name).toBe(401);
    }
    for (const parameter of ['authorization', 'access_token', 'key', 'token']) {
      query.set(parameter, closed.adminKey);
      expect((await send(`/graphql?${query}`, {})).status, parameter).toBe(401);
    }
  });

  test('is allowed nothing by CORS, and given no cookie', async () => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answers = [
      await send('/graphql', { method: 'OPTIONS', headers: preflight }),
      await send('/graphql?query=%7B__typename%7D', { headers: bearer() }),
      await send('/healthz', {}),
      await send('/nowhere', {}),
    ];
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => /^access-control-|^set-cookie$/.test(name))).toEqual([]);
    }
  });

  test('opens a socket as nobody: it is closed before anything runs', async () => {
    const headers = { ...PAGE, cookie: `authorization=Bearer ${closed.adminKey}`, ...bearer() };
    for (const first of [
      { type: 'connection_init' },
      { type: 'connection_init', payload: { authorization: 'Bearer ' } },
      { id: '1', type: 'subscribe', payload: { query: WRITE } },
    ]) {
      const socket = new WebSocket(`${closed.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers,
      });
      await new Promise((resolve) => socket.on('open', resolve));
      const code = new Promise((resolve) => socket.on('close', resolve));
      socket.send(JSON.stringify(first));
      expect(await code).toBe(4401);
    }
    expect(await written()).toBe(0);
  });
});

/** Asks at each door; the text of whatever was answered. */
const EVERYWHERE: Record<string, (door: Door, query: string) => Promise<string>> = {
  POST: async (door, query) => (await door.post({ query })).text(),
  GET: async (door, query) => (await door.get(`/graphql?${new URLSearchParams({ query })}`)).text(),
  SSE: async (door, query) =>
    (await door.post({ query }, { headers: { accept: 'text/event-stream' } })).text(),
  socket: async (door, query) => {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const text = new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        const message = String(data);
        if (!message.includes('"connection_ack"')) resolve(message);
        else socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      });
    });
    await new Promise((resolve) => socket.on('open', resolve));
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${door.adminKey}` } }),
    );
    const answer = await text;
    socket.close();
    return answer;
  },
};

describe.each(Object.entries(EVERYWHERE))(`${shows('D4')}the schema, by %s`, (_, ask) => {
  test('is told to nobody unless the setting is on', async () => {
    for (const query of [
      getIntrospectionQuery(),
      '{ __schema { types { name } } }',
      '{ __type(name: "Query") { name } }',
    ]) {
      const text = await ask(closed, query);
      expect(text).toContain('INVALID_INPUT');
      expect(text).not.toContain('"types":');
      expect(text).not.toContain('"data":{');
      expect(text).not.toContain('"http":');
    }
  });

  test('is told whole with the setting on', async () => {
    for (const query of [
      getIntrospectionQuery(),
      getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }),
    ]) {
      const text = await ask(open, query);
      expect(text).toContain('TransferChange');
      expect(text).not.toContain('"errors"');
    }
  });

  test('is not guessed from errors unless the setting is on', async () => {
    for (const query of [
      '{ transfr(id: "x") { id } }',
      '{ viewer { nme } }',
      '{ transfer(idd: "x") { id } }',
      '{ transfers(filter: { statuss: [STAGED] }) { edges { cursor } } }',
      '{ transfers(filter: { status: [STAGD] }) { edges { cursor } } }',
      '{ node(id: "x") { ... on Transfr { id } } }',
    ]) {
      expect(await ask(closed, query), query).not.toMatch(/did you mean/i);
      expect(await ask(open, query), query).toMatch(/did you mean/i);
    }
  });
});
