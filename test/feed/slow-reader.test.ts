import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, type World } from '../support/world.js';

/** What may wait unread for one subscriber, and the frame that goes beyond. */
const MOST_QUEUED = 1024 * 1024 + 64 * 1024;
const EVENTS = 3_000;
const BYTES_EACH = 16 * 1024;
const QUERY = 'subscription { events { cursor sequence event { id type aggregateId data } } }';

let w: World;
let door: Door;
let reader: Actor;
/** The most that waited in the server for any one connection. */
let queued = 0;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 8 });
  reader = await w.integrator();
  door.app.server.on('connection', (socket: Socket) => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    socket.write = ((...args: unknown[]) => {
      const done = write(...args);
      queued = Math.max(queued, socket.writableLength);
      return done;
    }) as Socket['write'];
  });
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

/** Big events about nothing in particular, in commits of fifty. */
async function writeEvents(): Promise<void> {
  for (let from = 1; from <= EVENTS; from += 50) {
    await w.db.pool.query(
      `INSERT INTO event (organisation_id, aggregate, aggregate_id, sequence, type, actor, at, data)
       SELECT $1, 'handoff', $2, n, 'test_event', 'test', baton_now(), jsonb_build_object('text', repeat('x', $4))
         FROM generate_series($3::int, $3::int + 49) n`,
      [w.organisationId, `agg_${aggregate}`, from, BYTES_EACH],
    );
    door.app.hint();
  }
}
let aggregate = 0;

/** A socket that stops reading as soon as it is subscribed; says what code it is closed with once it reads on. */
async function slowSocket(): Promise<{ code: Promise<number>; readOn: () => void }> {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const code = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(
    JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${reader.key}` } }),
  );
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: QUERY } }));
  socket.pause();
  return { code, readOn: () => socket.resume() };
}

/** A stream that is not read; says what its `error` names once it is. */
async function slowStream(): Promise<{ code: Promise<string>; readOn: () => void }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = httpRequest(`${door.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${reader.key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
    });
    asked.on('response', resolve).on('error', reject);
    asked.end(JSON.stringify({ query: QUERY }));
  });
  let onCode: (code: string) => void = () => undefined;
  const code = new Promise<string>((resolve) => {
    onCode = resolve;
  });
  return {
    code,
    readOn: () => {
      let text = '';
      response.on('data', (chunk) => {
        text = (text + chunk).slice(-1_000);
        const named = /^event: error\ndata: \{"code":"(\w+)"\}/m.exec(text)?.[1];
        if (named !== undefined) onCode(named);
      });
      response.on('error', () => undefined);
    },
  };
}

test.each([
  ['socket', slowSocket, 4510],
  ['stream', slowStream, 'SLOW_CONSUMER'],
] as const)(
  `${shows('F5')}a %s that is not read is dropped with at most 1 MiB queued; the others get everything`,
  { timeout: 120_000 },
  async (kind, open, expected) => {
    aggregate += 1;
    queued = 0;
    const other = await subscribe(door.url, reader.key as string, { query: QUERY });
    const slow = await open();
    await expect.poll(() => door.app.streams.subscribers).toBe(2);
    const [heap, from] = [process.memoryUsage().rss, performance.now()];
    await writeEvents();
    await expect.poll(() => other.changes.length, { timeout: 60_000 }).toBe(EVENTS);
    const seconds = (performance.now() - from) / 1_000;
    expect(door.app.streams.subscribers, 'the slow one was dropped').toBe(1);
    slow.readOn();
    expect(await slow.code).toBe(expected);
    expect(queued).toBeGreaterThan(512 * 1024);
    expect(queued).toBeLessThanOrEqual(MOST_QUEUED);
    const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
    console.log(
      `${mib(queued)} MiB queued at most; the other got ${mib(EVENTS * BYTES_EACH)} MiB at ${Math.round(EVENTS / seconds)}/s; process ${mib(process.memoryUsage().rss - heap)} MiB larger`,
    );
    const figures = await (await fetch(`${door.url}/metrics`)).text();
    expect(figures).toContain(`baton_slow_readers_dropped_total{door="${kind}"} 1\n`);
    await other.end();
  },
);
