import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { follow } from '../../cli/src/client/feed.js';
import { WatchInsolvencyDocument } from '../../cli/src/gen/graphql.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { openRelay } from '../support/relay.js';
import { subscribe } from '../support/subscriber.js';
import { createWorld, ok, type Scene, type World } from '../support/world.js';

const KEEP_ALIVE_MS = 50;
const INSOLVENCY =
  'subscription ($after: String) { insolvencyRaised(after: $after) { cursor event { id } } }';
const EVENTS = 'subscription ($after: String) { events(after: $after) { cursor event { id } } }';

let w: World;
let door: Door;
let scene: Scene;
let key: string;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ keepAliveMs: KEEP_ALIVE_MS, databasePool: 8 });
  scene = await w.to('active');
  key = (await w.integrator()).key as string;
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const positionOf = (cursor: string): number => Number(cursor.split('.')[1]);
const head = async (): Promise<number> => {
  const unstamped = 'SELECT count(*)::int AS n FROM event WHERE position IS NULL';
  await expect.poll(async () => (await w.db.pool.query<{ n: number }>(unstamped)).rows[0]?.n).toBe(0);
  const { rows } = await w.db.pool.query<{ position: string }>('SELECT position FROM feed_head');
  return Number(rows[0]?.position);
};
/** Something that is no crossing. */
const topUp = async (): Promise<void> => void ok(await scene.orchestrator.topUp(scene.id, '0.01'));

function openStream(query: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    };
    httpRequest(`${door.url}/graphql`, { method: 'POST', headers })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify({ query }));
  });
}

/** What a socket says, one object a message. */
async function openSocket(query: string): Promise<{ socket: WebSocket; said: Record<string, never>[] }> {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const said: Record<string, never>[] = [];
  socket.on('message', (text) => said.push(JSON.parse(String(text))));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await expect.poll(() => said.length).toBeGreaterThan(0);
  socket.send(JSON.stringify({ type: 'subscribe', id: 's', payload: { query } }));
  return { socket, said };
}
const placesOf = (said: readonly unknown[]): string[] =>
  said.flatMap((message) => {
    const { type, payload } = message as { type: string; payload?: { cursors?: { s?: string } } };
    return type === 'ping' && payload?.cursors?.s !== undefined ? [payload.cursors.s] : [];
  });

describe(`${shows('F3')}a stream that stays quiet while others have much`, () => {
  test('is told on both doors where it stands, and resumes there though all before was purged', async () => {
    const stream = await openStream(INSOLVENCY);
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const { socket, said } = await openSocket(INSOLVENCY);
    await expect.poll(() => door.app.streams.subscribers).toBe(2);
    for (let turn = 0; turn < 5; turn += 1) await topUp();
    const place = await head();
    const byStream = () =>
      [...text.matchAll(/^id: (\S+)\n\n/gm)].map(([, cursor]) => positionOf(cursor ?? ''));
    await expect.poll(() => byStream().at(-1)).toBe(place);
    await expect.poll(() => placesOf(said).map(positionOf).at(-1)).toBe(place);
    expect(text).not.toContain('event: next');
    stream.destroy();
    socket.terminate();

    await w.db.pool.query('UPDATE feed_head SET floor = position');
    const after = placesOf(said).at(-1) as string;
    const resumed = await subscribe(door.url, key, { query: INSOLVENCY, variables: { after } });
    ok(await scene.report(`all-${place}`, '5.00'));
    await expect.poll(() => resumed.changes.length).toBe(1);
    expect(resumed.refusals).toEqual([]);
    await resumed.end();
    await w.db.pool.query('UPDATE feed_head SET floor = 0');
    ok(await scene.orchestrator.topUp(scene.id, '50.00'));
  });

  test('nothing is told twice, and a place that is told again is not repeated', async () => {
    const { socket, said } = await openSocket(INSOLVENCY);
    await expect.poll(() => placesOf(said).length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5 * KEEP_ALIVE_MS));
    expect(placesOf(said).length).toBe(1);
    socket.terminate();
  });
});

test(`${shows('F3')}no place is told before an event that belongs behind it`, {
  timeout: 60_000,
}, async () => {
  const { socket, said } = await openSocket(EVENTS);
  await expect.poll(() => placesOf(said).length).toBe(1);
  const writers = Array.from({ length: 4 }, async () => {
    for (let turn = 0; turn < 60; turn += 1) await topUp();
  });
  await Promise.all(writers);
  const place = await head();
  await expect.poll(() => placesOf(said).map(positionOf).at(-1)).toBe(place);
  let reached = 0;
  for (const message of said as unknown as { type: string; payload: never }[]) {
    if (message.type === 'next') {
      const { cursor } = (message.payload as { data: { events: { cursor: string } } }).data.events;
      expect(positionOf(cursor)).toBeGreaterThan(reached);
      reached = positionOf(cursor);
    } else if (message.type === 'ping') {
      const [cursor] = placesOf([message]);
      if (cursor !== undefined) reached = positionOf(cursor);
    }
  }
  expect(placesOf(said).length).toBeGreaterThan(1);
  socket.terminate();
});

test('the command line comes back from a cut to where it stood, not to its last event', async () => {
  const relay = await openRelay(door.url);
  const cuts: string[] = [];
  const abort = new AbortController();
  const changes: string[] = [];
  const after = `${door.app.services.feed.id}.${await head()}`;
  const following = (async () => {
    const env = { url: relay.url.replace(/\/$/, ''), key, noColor: true, inherited: {} };
    const options = { after, signal: abort.signal, onCut: (why: string) => void cuts.push(why) };
    for await (const { event } of follow(env, { document: WatchInsolvencyDocument as never }, options))
      changes.push(event.id);
  })();
  await expect.poll(() => door.app.streams.subscribers).toBe(1);
  await topUp();
  // At least two signs of life behind the event.
  await head();
  await new Promise((resolve) => setTimeout(resolve, 4 * KEEP_ALIVE_MS));
  await relay.cut();
  await expect.poll(() => cuts.length).toBeGreaterThan(0);
  await w.db.pool.query('UPDATE feed_head SET floor = position');
  await relay.restore();
  await expect.poll(() => door.app.streams.subscribers).toBe(1);
  ok(await scene.report('all-of-it-again', '500.00'));
  await expect.poll(() => changes.length).toBe(1);
  abort.abort();
  await following;
  await relay.close();
  await w.db.pool.query('UPDATE feed_head SET floor = 0');
});
