import { createClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { CHANGE, listen, type Subscriber, subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, ok, type Scene, type World } from '../support/world.js';

const EVENTS = `subscription ($after: String) { events(after: $after) { ${CHANGE} } }`;
const TRANSFERS = `subscription ($after: String) { transfersChanged(after: $after) { ${CHANGE} } }`;
const WITHIN = { timeout: 1_000, interval: 20 };

let w: World;
let door: Door;
let scene: Scene;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door({ databasePool: 8 });
  scene = await w.to('active');
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const open: Subscriber[] = [];
afterEach(async () => {
  for (const subscriber of open.splice(0)) await subscriber.end();
  await expect.poll(() => door.app.streams.broadcasts).toBe(0);
});
async function following(who: Actor, query: string, variables = {}, how: typeof subscribe = subscribe) {
  const subscriber = await how(door.url, who.key as string, { query, variables });
  open.push(subscriber);
  return subscriber;
}

/** Makes one event and returns when it stands. */
async function topUp(): Promise<void> {
  ok(await scene.orchestrator.topUp(scene.id, '0.01'));
  door.app.hint();
}
const lastEvent = async () =>
  (await w.db.pool.query<{ id: string }>('SELECT max(id)::text AS id FROM event')).rows[0]?.id;

/** Tops up until the subscriber, which may not listen yet, has heard of it. */
async function untilLive({ changes }: Subscriber): Promise<void> {
  await expect
    .poll(async () => {
      await topUp();
      return changes.length;
    })
    .toBeGreaterThan(0);
}

describe(`${shows('F5')}a credential that loses its rights in mid-stream`, () => {
  const LOSSES: Record<string, (who: Actor) => Promise<unknown>> = {
    revoked: (who) =>
      w.db.pool.query('UPDATE api_key SET revoked_at = baton_now() WHERE id = $1', [who.viewer.keyId]),
    expired: (who) =>
      w.db.pool.query('UPDATE api_key SET expires_at = baton_now() WHERE id = $1', [who.viewer.keyId]),
    disabled: (who) =>
      w.db.pool.query('UPDATE principal SET disabled_at = baton_now() WHERE id = $1', [who.id]),
    'of fewer scopes': (who) =>
      w.db.pool.query(`UPDATE api_key SET scopes = '{transfer:read}' WHERE id = $1`, [who.viewer.keyId]),
  };
  test.each(Object.entries(LOSSES))('%s: closed within a second, no event after', async (_, lose) => {
    const who = await w.integrator();
    const other = await following(await w.integrator(), EVENTS);
    const socket = await following(who, EVENTS);
    const stream = await following(who, EVENTS, {}, listen);
    const codes: unknown[] = [];
    void socket.closed.then((code) => codes.push(code));
    void stream.closed.then((code) => codes.push(code));
    await untilLive(other);
    await untilLive(socket);
    await untilLive(stream);
    await lose(who);
    await expect.poll(() => [...codes].sort(), WITHIN).toEqual([4401, 'UNAUTHENTICATED']);
    const [had, heard] = [socket.changes.length + stream.changes.length, other.changes.length];
    await topUp();
    await expect.poll(() => other.changes.length).toBeGreaterThan(heard);
    expect(socket.changes.length + stream.changes.length).toBe(had);
  });
});

describe(`${shows('F5')}what is committed after the loss of rights`, () => {
  const LOSSES = {
    revoked: 'UPDATE api_key SET revoked_at = baton_now() WHERE id = $1',
    expired: `UPDATE api_key SET expires_at = baton_now() + interval '1 microsecond' WHERE id = $1`,
  };
  /** No word of the loss comes before the event: only the order of the two commits can tell. */
  let noteRights = '';
  beforeAll(async () => {
    const { rows } = await w.db.pool.query(`SELECT pg_get_functiondef('note_rights'::regproc) AS text`);
    noteRights = rows[0].text;
    await w.db.pool.query(noteRights.replace('NOTIFY baton_rights;', ''));
  });
  afterAll(() => w.db.pool.query(noteRights));

  test.each(Object.entries(LOSSES))('is never told: %s', { timeout: 60_000 }, async (_, sql) => {
    const other = await following(await w.integrator(), EVENTS);
    await untilLive(other);
    for (let turn = 0; turn < 20; turn += 1) {
      const who = await w.integrator();
      const stream = await following(who, EVENTS, {}, turn % 2 === 0 ? subscribe : listen);
      await untilLive(stream);
      await w.db.pool.query(sql, [who.viewer.keyId]);
      await topUp();
      const after = await lastEvent();
      await expect.poll(() => other.changes.at(-1)?.event.id).toBe(after);
      expect(await stream.closed).toBe(turn % 2 === 0 ? 4401 : 'UNAUTHENTICATED');
      expect(stream.changes.map(({ event }) => event.id)).not.toContain(after);
    }
  });
});

test('who lacks the scope does not join the stream of one who has it', async () => {
  const first = await following(await w.integrator(), EVENTS);
  await untilLive(first);
  const lacking = await w.integrator(['transfer:read']);
  for (const how of [subscribe, listen]) {
    const refused = await following(lacking, EVENTS, {}, how);
    await expect.poll(() => refused.refusals).toEqual(['FORBIDDEN']);
    await topUp();
    expect(refused.changes).toEqual([]);
  }
});

describe(`${shows('F3')}cursors`, () => {
  const codeOf = async (after: string): Promise<string[]> => {
    const subscriber = await following(await w.integrator(), EVENTS, { after });
    await expect.poll(() => subscriber.refusals.length).toBe(1);
    return subscriber.refusals;
  };
  const head = async (change = '0') =>
    (
      await w.db.pool.query<{ cursor: string }>(
        `SELECT feed_id || '.' || (position + ${change}) AS cursor FROM feed_head`,
      )
    ).rows[0]?.cursor ?? '';

  test('that are none, of another feed, or beyond the head are INVALID_INPUT', async () => {
    const beyond = await head('1000');
    for (const after of ['', 'x', '0123456789ab.1', `${beyond} `, beyond, beyond.toUpperCase()])
      expect(await codeOf(after), after).toEqual(['INVALID_INPUT']);
  });

  test('below the floor are CURSOR_EXPIRED, at the floor they are good', async () => {
    const floor = await head('-1');
    const below = await head('-2');
    await w.db.pool.query('UPDATE feed_head SET floor = position - 1');
    expect(await codeOf(below)).toEqual(['CURSOR_EXPIRED']);
    const resumed = await following(await w.integrator(), EVENTS, { after: floor });
    await expect.poll(() => resumed.changes.length).toBe(1);
    await w.db.pool.query('UPDATE feed_head SET floor = 0');
  });
});

test('each event is shown what stands behind it now, nothing that was read for an earlier one', async () => {
  const moving = await w.to('verified');
  const query = `subscription { transferChanged(id: "${moving.id}") { cursor event { id type } entity { session { epoch } } } }`;
  const follower = await following(await w.integrator(), query);
  await expect.poll(() => door.app.streams.subscribers).toBe(1);
  await moving.verified();
  const verified = await lastEvent();
  await expect.poll(() => follower.changes.at(-1)?.event.id).toBe(verified);
  await moving.active();
  await expect.poll(() => follower.changes.at(-1)?.event.type).toBe('activated');
  expect(follower.changes.slice(-2).map(({ entity }) => entity)).toEqual([
    { session: { epoch: 0 } },
    { session: { epoch: 1 } },
  ]);
});

describe(`${shows('F5')}what one credential may hold open`, () => {
  test('256 streams: one more is RATE_LIMITED, on a socket and by events, until one is given back', async () => {
    const who = await w.integrator();
    const holder = createClient({
      url: `${door.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${who.key}` },
      retryAttempts: 0,
    });
    const ends: (() => void)[] = [];
    for (let at = 0; at < 256; at += 1) {
      const sink = { next: () => undefined, error: () => undefined, complete: () => undefined };
      ends.push(holder.subscribe({ query: EVENTS }, sink));
    }
    await expect.poll(() => door.app.streams.subscribers).toBe(256);
    const refused = await following(who, EVENTS);
    await expect.poll(() => refused.refusals).toEqual(['RATE_LIMITED']);
    expect((await listen(door.url, who.key as string, { query: EVENTS })).status).toBe(429);
    ends[0]?.();
    await expect.poll(() => door.app.streams.subscribers).toBe(255);
    await untilLive(await following(who, EVENTS));
    await untilLive(await following(await w.integrator(), EVENTS));
    await holder.dispose();
  });

  test('64 sockets: one more is closed with 4429, until one is given back', async () => {
    const who = await w.integrator();
    const held = await holdSockets(who, 64);
    expect(await connect(who, held)).toBe(4429);
    held[0]?.terminate();
    await expect.poll(() => connect(who, held)).toBe(0);
    for (const socket of held) socket.terminate();
  });
});

/** Opens a socket with its credential; 0, or the code it was closed with. */
async function connect(who: Actor, held: WebSocket[]): Promise<number> {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  held.push(socket);
  await new Promise((resolve) => socket.once('open', resolve));
  const answer = new Promise<number>((resolve) => {
    socket.once('message', () => resolve(0)).once('close', resolve);
  });
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${who.key}` } }));
  return answer;
}
const openSockets = (): Promise<number> =>
  new Promise((resolve, reject) =>
    door.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
async function holdSockets(who: Actor, many: number): Promise<WebSocket[]> {
  const held: WebSocket[] = [];
  for (let at = 0; at < many; at += 1) expect(await connect(who, held), `socket ${at + 1}`).toBe(0);
  return held;
}

test('streams begun and dropped at once leave nothing behind', async () => {
  const who = await w.integrator();
  for (let turn = 0; turn < 50; turn += 1) {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await new Promise((resolve) => socket.once('open', resolve));
    const answers = [
      { type: 'connection_init', payload: { authorization: `Bearer ${who.key}` } },
      { type: 'subscribe', id: '1', payload: { query: turn % 2 === 0 ? EVENTS : TRANSFERS } },
    ];
    socket.send(JSON.stringify(answers[0]));
    if (turn % 3 > 0) {
      await new Promise((resolve) => socket.once('message', resolve));
      socket.send(JSON.stringify(answers[1]));
    }
    // Some before the source is open, some while it opens.
    if (turn % 3 > 1) await new Promise((resolve) => setImmediate(resolve));
    socket.terminate();
  }
  await expect.poll(() => openSockets()).toBe(0);
  await expect.poll(() => door.app.streams.subscribers).toBe(0);
  await expect.poll(() => door.app.streams.broadcasts).toBe(0);
  await expect.poll(() => door.app.services.feed.listeners).toBe(0);
  for (const socket of await holdSockets(who, 64)) socket.terminate();
});
