import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../requirements.js';
import { type Door, openDoor } from '../support/door.js';
import { openRelay } from '../support/relay.js';
import { settled } from '../support/settled.js';
import { listen, subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, type Scene, type World } from '../support/world.js';

const MIB = 1024 * 1024;
const EVENTS = 'subscription ($after: String) { events(after: $after) { cursor event { id data } } }';

let w: World;
let door: Door;
let scene: Scene;
/** What nobody caught: each would end a server's process. */
const uncaught: unknown[] = [];
const onUncaught = (error: unknown): void => void uncaught.push(error);
let before: NodeJS.UncaughtExceptionListener[];
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 8 });
  scene = await w.to('active');
  before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', onUncaught);
});
afterEach(async () => {
  expect(uncaught.splice(0)).toEqual([]);
  await expect.poll(() => door.app.streams.subscribers).toBe(0);
});
afterAll(async () => {
  process.removeAllListeners('uncaughtException');
  for (const listener of before) process.on('uncaughtException', listener);
  await door?.close();
  await w.close();
});

const port = () => Number(new URL(door.url).port);
async function dial(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
/** A socket that was let in, and reads no further. */
async function deafSocket(key: string): Promise<WebSocket> {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await once(socket, 'message');
  socket.pause();
  return socket;
}
const ask = (socket: WebSocket, id: string, query: string) =>
  socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query } }));
/** Server-sent events behind a cursor, begun and not read. */
const unreadStream = (key: string, after: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    };
    httpRequest(`${door.url}/graphql`, { method: 'POST', headers })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify({ query: EVENTS, variables: { after } }));
  });
const place = () => `${door.app.services.feed.id}.${door.app.services.feed.position}`;

let aggregates = 0;
/** So many events of so many bytes, told to whoever listens. */
async function writeEvents(many: number, bytes = 10): Promise<void> {
  aggregates += 1;
  await w.db.pool.query(
    `INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at, data)
     SELECT $1, 'handoff', $2, n, 'test_event', 'test', baton_now(), jsonb_build_object('text', repeat('x', $4))
       FROM generate_series(1, $3::int) n`,
    [w.organisationId, `agg_${aggregates}`, many, bytes],
  );
  door.app.hint();
}
const revoke = ({ viewer }: Actor) =>
  w.db.pool.query('UPDATE api_key SET revoked_at = baton_now() WHERE id = $1', [viewer.keyId]);

describe('who breaks off', () => {
  test.each(['/nope', '/graphql'])('in an upgrade of %s harms nobody', async (path) => {
    for (let turn = 0; turn < 30; turn += 1) {
      const socket = await dial();
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n`,
      );
      if (turn % 3 > 0) await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
    }
    expect((await fetch(`${door.url}/healthz`)).status).toBe(200);
  });

  test('in a request for events leaves nothing behind', async () => {
    const { key } = await w.integrator();
    const query = encodeURIComponent('subscription { events { cursor } }');
    for (let turn = 0; turn < 40; turn += 1) {
      const socket = await dial();
      socket.write(
        `GET /graphql?query=${query} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: Bearer ${key}\r\n\r\n`,
      );
      // From before the key is looked up to after the stream has begun.
      if (turn % 4 > 0) await pause(turn % 4);
      socket.destroy();
    }
    await expect.poll(() => door.app.streams.subscribers).toBe(0);
    const held = await Promise.all(
      Array.from({ length: 256 }, () => listen(door.url, key as string, { query: EVENTS })),
    );
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(held.map((stream) => stream.end()));
  });
});

describe(`${shows('F5')}a credential that was revoked`, () => {
  test('does nothing more on a socket whose peer does not answer the close', async () => {
    const who = await w.orchestrator();
    const allocated = async () => (await w.judge.transfer(scene.id)).allocated;
    const socket = await deafSocket(who.key as string);
    const had = await allocated();
    const topUp = `mutation { budgetTopUp(input: { id: "${scene.id}", amountUsd: "1", reason: "late" }) { __typename } }`;
    await revoke(who);
    // At once, before anybody noticed, and when the socket is closing.
    ask(socket, 'first', topUp);
    await expect.poll(() => door.app.metrics.page()).toMatch(/code="UNAUTHENTICATED"/);
    ask(socket, 'second', topUp);
    // The server gives it up by itself.
    await expect.poll(socketsOpen, { timeout: 15_000 }).toBe(0);
    expect(await allocated()).toEqual(had);
    socket.terminate();
  });

  test('is judged again when the body comes late: no event, no move', async () => {
    for (const accept of ['text/event-stream', 'application/json']) {
      const who = await w.integrator();
      await settled(door, w.db);
      const body = JSON.stringify({ query: EVENTS, variables: { after: place() } });
      const socket = await dial();
      let got = '';
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\ncontent-type: application/json\r\nauthorization: Bearer ${who.key}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      await pause(300);
      await revoke(who);
      await writeEvents(5);
      await settled(door, w.db);
      socket.write(body);
      await expect.poll(() => got).toMatch(/ 401 /);
      expect(got).not.toContain('event: next');
      socket.destroy();
    }
  });
});

async function socketsOpen(): Promise<number> {
  return Number(/^baton_sockets (\d+)$/m.exec(await door.app.metrics.page())?.[1]);
}

describe(`${shows('F3')}wherever its cursor stands, a second subscriber misses nothing either`, () => {
  const DOCUMENTS: Record<string, (after: string) => { query: string; variables?: Record<string, unknown> }> =
    {
      variable: (after) => ({ query: EVENTS, variables: { after } }),
      'required variable': (after) => ({
        query: 'subscription ($after: String!) { events(after: $after) { cursor event { id } } }',
        variables: { after },
      }),
      literal: (after) => ({ query: `subscription { events(after: "${after}") { cursor event { id } } }` }),
      'default of a variable': (after) => ({
        query: `subscription ($after: String = "${after}") { events(after: $after) { cursor event { id } } }`,
      }),
      'inline fragment': (after) => ({
        query: 'subscription ($after: String) { ... { events(after: $after) { cursor event { id } } } }',
        variables: { after },
      }),
      fragment: (after) => ({
        query:
          'subscription ($after: String) { ...All } fragment All on Subscription { events(after: $after) { cursor event { id } } }',
        variables: { after },
      }),
      'variable used twice': (after) => ({
        query:
          'subscription ($after: String!) { events(after: $after, filter: { types: [$after, "test_event"] }) { cursor event { id } } }',
        variables: { after },
      }),
      'one of several operations': (after) => ({
        query: `query Other { viewer { id } } subscription One($after: String) { events(after: $after) { cursor event { id } } }`,
        variables: { after },
      }),
    };
  test.each(Object.entries(DOCUMENTS))('%s', async (name, asked) => {
    const { key } = await w.integrator();
    await settled(door, w.db);
    const more = name.startsWith('one of') ? { more: { operationName: 'One' } } : {};
    const first = await subscribe(door.url, key as string, { ...asked(place()), ...more });
    await expect.poll(() => door.app.streams.subscribers).toBe(1);
    const from = place();
    await writeEvents(6);
    await expect.poll(() => first.changes.length).toBe(6);
    const second = await subscribe(door.url, key as string, { ...asked(from), ...more });
    await expect.poll(() => second.changes.length).toBe(6);
    await writeEvents(2);
    for (const { changes, refusals } of [first, second]) {
      await expect.poll(() => changes.length).toBe(8);
      expect(refusals).toEqual([]);
      expect(new Set(changes.map(({ cursor }) => cursor)).size).toBe(8);
    }
    for (const subscriber of [first, second]) await subscriber.end();
  });

  test('a literal of long ago beside a Last-Event-ID replays from the latter alone', async () => {
    const { key } = await w.integrator();
    await settled(door, w.db);
    const from = place();
    await writeEvents(6);
    await settled(door, w.db);
    const [feed, position] = from.split('.');
    const query = `subscription { events(after: "${from}") { cursor event { id } } }`;
    const headers = { 'last-event-id': `${feed}.${Number(position) + 4}` };
    const stream = await listen(door.url, key as string, { query }, headers);
    await expect.poll(() => stream.changes.length).toBe(2);
    await writeEvents(1);
    await expect.poll(() => stream.changes.length).toBe(3);
    await stream.end();
  });
});

describe('what waits for one who does not read', () => {
  test('answers of queries on a socket: about 1 MiB and the answer that was too much', async () => {
    const { key } = await w.integrator();
    const sockets: Socket[] = [];
    door.app.server.on('connection', (socket) => sockets.push(socket));
    const socket = await deafSocket(key as string);
    await writeEvents(100, 16 * 1024);
    let most = 0;
    const query = '{ events(last: 60) { edges { node { id data } } } }';
    for (let asked = 0; asked < 40 && (await socketsOpen()) > 0; asked += 1) {
      ask(socket, `q${asked}`, query);
      await pause(50);
      most = Math.max(most, ...sockets.map((one) => one.writableLength));
    }
    await expect.poll(socketsOpen, { timeout: 15_000 }).toBe(0);
    expect(most).toBeGreaterThan(MIB / 2);
    expect(most).toBeLessThan(4 * MIB);
    socket.terminate();
  });

  test('a replay of events: it waits, is live again when it is read, and ends no process', async () => {
    const { key } = await w.integrator();
    await settled(door, w.db);
    const from = place();
    await writeEvents(1_500, 16 * 1024);
    await settled(door, w.db);
    const response = await unreadStream(key as string, from);
    await expect.poll(() => door.app.streams.subscribers).toBe(1);
    // More than is held back for it comes while it is stuck.
    for (let turn = 0; turn < 10; turn += 1) await writeEvents(60, 16 * 1024);
    await settled(door, w.db);
    expect(door.app.streams.subscribers).toBe(1);
    const ids: string[] = [];
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const id = /^id: \w+\.(\d+)$/m.exec(message)?.[1];
        if (id !== undefined) ids.push(id);
      }
    });
    await expect.poll(() => ids.length, { timeout: 30_000 }).toBe(2_100);
    await writeEvents(1);
    await expect.poll(() => ids.length).toBe(2_101);
    const first = Number(from.split('.')[1]);
    expect(ids).toEqual(Array.from({ length: 2_101 }, (_, n) => String(first + 1 + n)));
    response.destroy();
  });
});

test(`${shows('T10')}a replay whose events are purged while it waits ends with CURSOR_EXPIRED, on both doors`, async () => {
  const { key } = await w.integrator();
  await settled(door, w.db);
  const after = place();
  await writeEvents(1_500, 16 * 1024);
  await settled(door, w.db);
  const socket = await deafSocket(key as string);
  socket.send(
    JSON.stringify({ type: 'subscribe', id: 's', payload: { query: EVENTS, variables: { after } } }),
  );
  const stream = await unreadStream(key as string, after);
  await expect.poll(() => door.app.streams.subscribers).toBe(2);
  // The replay has begun: its start was judged by the old floor.
  await once(stream, 'readable');
  await w.db.pool.query('UPDATE feed_head SET floor = position');
  const messages: { type: string; payload?: { extensions?: { code?: string } }[] }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.resume();
  let tail = '';
  stream.on('data', (chunk) => {
    tail = (tail + chunk).slice(-500);
  });
  await expect.poll(() => tail).toContain('event: error\ndata: {"code":"CURSOR_EXPIRED"}');
  await expect
    .poll(() => messages.find(({ type }) => type === 'error')?.payload?.[0]?.extensions?.code)
    .toBe('CURSOR_EXPIRED');
  await w.db.pool.query('UPDATE feed_head SET floor = 0');
  stream.destroy();
  socket.terminate();
});

test('a database that is away while a socket comes is told in our words, never in its own', async () => {
  const relay = await openRelay(w.db.url);
  const other = await openDoor({ ...w.db, url: relay.url }, undefined, { tokenSecrets: w.tokenSecrets });
  const { key } = await w.integrator();
  await relay.cut();
  const socket = new WebSocket(`${other.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const closed = once(socket, 'close') as Promise<[number, Buffer]>;
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  const [code, reason] = await closed;
  expect([code, reason.toString()]).toEqual([1013, 'The database cannot be reached']);
  await relay.restore();
  await other.close();
  await relay.close();
});

describe('a socket that sends and does not read', () => {
  test('pings with a payload, without a key: nothing of them comes back', async () => {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    const heard = new Set<string>();
    socket.on('message', (text) => heard.add(String(text)));
    const closed = once(socket, 'close') as Promise<[number]>;
    const ping = JSON.stringify({ type: 'ping', payload: { x: 'x'.repeat(100_000) } });
    for (let at = 0; at < 20; at += 1) socket.send(ping);
    expect((await closed)[0]).toBe(4408);
    expect([...heard]).toEqual(['{"type":"pong"}']);
  });

  test('refused subscriptions: at most about 1 MiB of refusals', async () => {
    const { key } = await w.integrator();
    const socket = await deafSocket(key as string);
    const query = `{ ${'x'.repeat(50_000)} }`;
    const before = await dropped();
    const closed = once(socket, 'close') as Promise<[number]>;
    for (let at = 0; at < 600; at += 1) ask(socket, `r${at}`, query);
    await expect.poll(dropped).toBe(before + 1);
    socket.resume();
    expect((await closed)[0]).toBe(4510);
  });

  const dropped = async (): Promise<number> => {
    const text = await (await fetch(`${door.url}/metrics`)).text();
    return Number(/baton_slow_readers_dropped_total\{door="socket"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
});

describe('ids of a socket', () => {
  test('an id that is freed while its stream begins leaves no stream behind', async () => {
    const { key } = await w.integrator();
    for (let turn = 0; turn < 20; turn += 1) {
      const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      const closed = once(socket, 'close');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
      await once(socket, 'message');
      for (let again = 0; again < 5; again += 1) {
        ask(socket, 'a', EVENTS);
        socket.send(JSON.stringify({ type: 'complete', id: 'a' }));
      }
      ask(socket, 'a', EVENTS);
      await pause(turn * 2);
      socket.terminate();
      await closed;
    }
    await expect.poll(() => door.app.streams.subscribers).toBe(0);
    expect(door.app.services.feed.listeners).toBe(0);
  });
});

test(`${shows('F3')}a required cursor that is left out is refused, not taken for "from now on"`, async () => {
  const { key } = await w.integrator();
  const query = 'subscription ($after: String!) { events(after: $after) { cursor } }';
  for (const how of [subscribe, listen]) {
    const subscriber = await how(door.url, key as string, { query });
    await expect.poll(() => subscriber.refusals).toEqual(['INVALID_INPUT']);
    await subscriber.end();
  }
});

describe('when the server stops', () => {
  test('a socket that does not answer the close delays it by no more than requests may take', async () => {
    const other = await w.door();
    const { key } = await w.integrator();
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
    await once(socket, 'message');
    socket.pause();
    const from = performance.now();
    await other.close();
    expect(performance.now() - from).toBeLessThan(4_000);
    socket.terminate();
  });

  test('who follows server-sent events is told to come back', async () => {
    const other = await w.door();
    const stream = await listen(other.url, (await w.integrator()).key as string, { query: EVENTS });
    await expect.poll(() => other.app.streams.subscribers).toBe(1);
    await other.close();
    expect(await stream.closed).toBe('UNAVAILABLE');
  });
});
