import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../../../test/requirements.js';
import type { Door } from '../../../test/support/door.js';
import { subscribe } from '../../../test/support/subscriber.js';
import { createWorld, type Scene, type World } from '../../../test/support/world.js';

let w: World;
let door: Door;
let scene: Scene;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  scene = await w.to('active');
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

/** Every figure by its name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`${door.url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^([a-z_]+(?:\{(?:[a-z_]+="[^"]*",?)*\})?) (\S+)$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, Number(value)];
    }),
  );
}

test(`${shows('O1')}requests, moves, streams and the feed are counted`, async () => {
  const before = await scrape();
  const added = (after: Map<string, number>, name: string) =>
    (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const query = `mutation ($input: TransferTerminateInput!) {
    transferTerminate(input: $input) { __typename ... on Refusal { code } } }`;
  const key = scene.orchestrator.key as string;
  const terminate = () =>
    door.post({ query, variables: { input: { id: scene.id, reason: 'done' } } }, { key });
  expect((await terminate()).status).toBe(200);
  expect(await (await terminate()).json()).toMatchObject({
    data: { transferTerminate: { code: 'TRANSFER_TERMINAL' } },
  });
  expect((await door.post({ query }, { key: 'btn_wrong' })).status).toBe(401);
  const stream = await subscribe(door.url, (await w.integrator()).key as string, {
    query: 'subscription { events { cursor } }',
  });
  await expect.poll(() => door.app.streams.subscribers).toBe(1);
  const after = await scrape();
  await stream.end();

  expect(added(after, 'baton_move_seconds_count{move="transfer_terminate",outcome="done"}')).toBe(1);
  expect(
    added(after, 'baton_move_seconds_count{move="transfer_terminate",outcome="TRANSFER_TERMINAL"}'),
  ).toBe(1);
  expect(added(after, 'baton_refusals_total{code="TRANSFER_TERMINAL"}')).toBe(1);
  expect(added(after, 'baton_refusals_total{code="UNAUTHENTICATED"}')).toBe(1);
  expect(added(after, 'baton_http_request_seconds_count{door="graphql",method="POST",status="200"}')).toBe(2);
  expect(added(after, 'baton_http_request_seconds_count{door="graphql",method="POST",status="401"}')).toBe(1);
  expect(after.get('baton_subscribers')).toBe(1);
  expect(after.get('baton_executions')).toBe(1);
  expect(after.get('baton_sockets')).toBe(1);
  expect(after.get('baton_database_waiting')).toBe(0);
  expect(after.get('baton_feed_lag_seconds')).toBeLessThan(30);
  await expect.poll(async () => (await scrape()).get('baton_feed_position')).toBeGreaterThan(0);
});

test('nobody and nothing is named in them', async () => {
  const page = await (await fetch(`${door.url}/metrics`)).text();
  for (const secret of [
    scene.id,
    w.organisationId,
    scene.agent.id,
    scene.orchestrator.key as string,
    scene.leaseSecret,
  ])
    expect(page).not.toContain(secret);
});

describe(`${shows('D1')}/metrics`, () => {
  const statusOf = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      request(`${door.url}/metrics`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  const bearer = (key: string | null) => ({ authorization: `Bearer ${key}` });

  test('is for this machine, under its own name', async () => {
    for (const host of ['localhost', '127.0.0.1:4000', '[::1]:4000', 'localhost:1'])
      expect(await statusOf({ host }), host).toBe(200);
    for (const host of ['baton.example', '127.0.0.1.example', 'localhost.example:80', '192.0.2.1', '127.1'])
      expect(await statusOf({ host }), host).toBe(401);
  });

  test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
    'asks what a proxy passes on, as %s says, for a credential',
    async (name) => {
      for (const value of ['127.0.0.1', '::1', 'x']) expect(await statusOf({ [name]: value })).toBe(401);
    },
  );

  test('asks this machine too, when the setting says so', async () => {
    const closed = await w.door({ metricsOnLoopback: false });
    expect((await fetch(`${closed.url}/metrics`)).status).toBe(401);
    expect((await closed.get('/metrics')).status).toBe(200);
    await closed.close();
  });

  test('with a credential is for those who read the audit log', async () => {
    const far = { 'x-forwarded-for': '192.0.2.1' };
    expect(await statusOf({ ...far, ...bearer(door.adminKey) })).toBe(200);
    const { agent, orchestrator, daemon, claimant } = scene;
    for (const { key } of [agent, orchestrator, daemon, claimant, await w.integrator()]) {
      expect(await statusOf({ ...far, ...bearer(key) })).toBe(403);
      // One that was sent is judged, wherever it comes from.
      expect(await statusOf(bearer(key))).toBe(403);
    }
    const { rows } = await w.db.pool.query(`SELECT code FROM audit WHERE action = 'metrics' AND actor = $1`, [
      agent.id,
    ]);
    expect(rows).toEqual([{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }]);
  });
});

test('a request keeps its id and its trace in every line of the log', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parentId = '00f067aa0ba902b7';
  const lines = (requestId: string) => door.logged.filter((line) => line.requestId === requestId);
  await fetch(`${door.url}/healthz`, {
    headers: { 'x-request-id': 'traced', traceparent: `00-${traceId}-${parentId}-01` },
  });
  await expect.poll(() => lines('traced')).toMatchObject([{ traceId, parentId, door: 'healthz' }]);
  for (const [at, traceparent] of [
    '',
    `ff-${traceId}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
    `00-${traceId}-${parentId}`,
    `00-${traceId}-${parentId}-01x`,
  ].entries()) {
    await fetch(`${door.url}/healthz`, { headers: { 'x-request-id': `bad-${at}`, traceparent } });
    await expect.poll(() => lines(`bad-${at}`).length).toBe(1);
    expect(lines(`bad-${at}`)[0]).not.toHaveProperty('traceId');
  }
});

test('so does a socket, for all it asks', async () => {
  const traceId = '5bf92f3577b34da6a3ce929d0e0e4736';
  const broken = await w.door({ run: () => Promise.reject(new Error('broken')) });
  const ws = new WebSocket(`${broken.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-request-id': 'over-a-socket', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  const send = (message: object): void => ws.send(JSON.stringify(message));
  ws.on('open', () =>
    send({ type: 'connection_init', payload: { authorization: `Bearer ${scene.orchestrator.key}` } }),
  );
  const answered = new Promise<void>((resolve) => {
    ws.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === 'connection_ack') {
        const query = `mutation { transferTerminate(input: { id: "${scene.id}", reason: "x" }) { __typename } }`;
        send({ id: '1', type: 'subscribe', payload: { query } });
      }
      if (['error', 'complete'].includes(type)) resolve();
    });
  });
  await answered;
  const lines = broken.logged.filter(({ msg }) => msg === 'unexpected');
  expect(lines).toMatchObject([{ requestId: 'over-a-socket', traceId }]);
  ws.terminate();
  await broken.close();
});
