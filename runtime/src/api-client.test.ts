import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiClient } from './api-client.js';
import { RenewLeaseDocument, WatchTransferDocument } from './gen/graphql.js';

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

let server: Server;
let url: string;
let reply: Reply;
const asked: { request: IncomingMessage; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ request, body });
      if (reply.status !== 0) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const client = (more = {}) => createApiClient({ url, key: 'the-key', ...more });
const renew = (more = {}) =>
  client(more).mutate(RenewLeaseDocument, { input: { id: 'trf_x', epoch: 1, leaseSecret: 's' } });
const answering = (body: unknown, status = 200) => {
  reply = { status, body: JSON.stringify(body) };
};

test('sends the id of a document, or its text where that is allowed', async () => {
  answering({ data: { transfer: null } });
  expect(await client().query(WatchTransferDocument, { id: 'trf_x' })).toEqual({
    kind: 'data',
    data: { transfer: null },
  });
  await client({ send: 'text' }).query(WatchTransferDocument, { id: 'trf_x' });
  expect(asked.map(({ request }) => [request.url, request.headers.authorization])).toEqual([
    ['/graphql', 'Bearer the-key'],
    ['/graphql', 'Bearer the-key'],
  ]);
  expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
    { documentId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), variables: { id: 'trf_x' } },
    { query: expect.stringContaining('query WatchTransfer'), variables: { id: 'trf_x' } },
  ]);
});

test('tells a success from a refusal', async () => {
  answering({ data: { transferRenewLease: { status: 'ACTIVE', epoch: 1, replayed: false } } });
  expect(await renew()).toEqual({ kind: 'done', value: { status: 'ACTIVE', epoch: 1, replayed: false } });
  const refusal = { code: 'FENCED', message: 'm', retryable: false, replayed: false, currentEpoch: 2 };
  answering({ data: { transferRenewLease: refusal } });
  expect(await renew()).toEqual({ kind: 'refused', refusal });
});

test('tells a fault with what the server says of it', async () => {
  const extensions = { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1500, requestId: 'req-1' };
  answering({ errors: [{ message: 'Slower', extensions }] }, 429);
  expect(await renew()).toEqual({ kind: 'fault', message: 'Slower', status: 429, ...extensions });
});

test('holds that what broke in the server may work again', async () => {
  answering(
    { errors: [{ message: 'Unexpected error', extensions: { code: 'INTERNAL', retryable: false } }] },
    500,
  );
  expect(await renew()).toMatchObject({ kind: 'fault', code: 'INTERNAL', retryable: true });
});

test.for<[string, Reply]>([
  ['a proxy’s page', { status: 502, body: '<html>' }],
  ['half an answer', { status: 200, body: '{"data":' }],
  [
    'a redirect, which would take the key elsewhere',
    { status: 307, headers: { location: '/other' }, body: '' },
  ],
])('takes %s for no answer', async ([, given]) => {
  reply = given;
  expect(await renew()).toMatchObject({ kind: 'unreachable' });
  expect(asked).toHaveLength(1);
});

test('gives up when the time is over, and when it is told to', async () => {
  reply = { status: 0, body: '' };
  expect(await renew({ timeoutMs: 50 })).toMatchObject({ kind: 'unreachable' });
  expect(await renew({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'unreachable' });
});

test('asks for a part by its path, each segment escaped', async () => {
  reply = { body: 'bytes' };
  const part = await client().part('trf_x', 'a b/ü?#.txt');
  if (part.kind !== 'bytes') throw new Error(part.message);
  expect(await text(Readable.from(part.bytes))).toBe('bytes');
  expect(asked[0]?.request.url).toBe('/snapshots/trf_x/parts/a%20b/%C3%BC%3F%23.txt');
  answering(
    { errors: [{ message: 'There is no such part', extensions: { code: 'NOT_FOUND', retryable: false } }] },
    404,
  );
  expect(await client().part('trf_x', 'none')).toMatchObject({
    kind: 'fault',
    code: 'NOT_FOUND',
    status: 404,
  });
});
