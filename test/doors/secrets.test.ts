import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { accountOf, askAuth, browserOf, cookieOf, linkFor } from '../support/signed-in.js';
import { createWorld, type Scene, type World } from '../support/world.js';

let w: World;
let door: Door;
let scene: Scene;
/** What must stay nowhere, by what it is. */
let secrets: Record<string, string>;
let good: string;
beforeAll(async () => {
  w = await createWorld();
  scene = await w.to('active');
  door = await w.door();
  good = (await w.orchestrator()).key as string;
  const { password } = await accountOf(w, door.url);
  secrets = {
    'a password in use': password,
    'a session': (await browserOf(w.db, w.admin)).secret,
    "a set-up link's secret": await linkFor(w, await w.teammate('reviewer@web')),
    'a key in use': (await w.orchestrator()).key as string,
    "an agent's key": scene.agent.key as string,
    'a key that nobody has': `baton_orchestrator_${randomBytes(32).toString('base64url')}`,
    'the key of the administrator': door.adminKey,
    'a transfer token': await scene.token('ACTIVATE', { redeemer: scene.orchestrator.id }),
    'a lease secret': scene.leaseSecret,
    'a password': `Tr0ub4dor-${randomBytes(8).toString('hex')}`,
  };
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Sends exactly this, and gives the status. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${door.url}${path}`, { method, headers, timeout: 20_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}

const post = (fields: Record<string, unknown>, key = good) =>
  send('POST', '/graphql', { ...JSON_TYPE, ...bearer(key) }, JSON.stringify(fields));

/** One socket on which these messages are sent, until as many answers as `answers` came or it was closed. */
async function socket(init: Record<string, unknown>, messages: readonly object[], path = '/graphql') {
  const ws = new WebSocket(`${door.url.replace('http', 'ws')}${path}`, 'graphql-transport-ws');
  const over = new Promise((resolve) => ws.on('close', resolve));
  ws.on('error', () => undefined);
  ws.on('open', () => ws.send(JSON.stringify({ type: 'connection_init', payload: init })));
  let answered = 0;
  ws.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string };
    if (type === 'connection_ack') for (const message of messages) ws.send(JSON.stringify(message));
    if (['error', 'complete'].includes(type)) answered += 1;
    if (answered === messages.length) ws.close();
  });
  await over;
}

const MUTATIONS = {
  activate: `mutation ($input: TransferActivateInput!) { transferActivate(input: $input) { __typename } }`,
  lease: `mutation ($input: TransferRenewLeaseInput!) { transferRenewLease(input: $input) { __typename } }`,
  revoke: `mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { __typename } }`,
};

async function plantEverywhere(secret: string): Promise<void> {
  const escaped = encodeURIComponent(secret);
  const agent = bearer(scene.agent.key as string);
  const id = scene.id;
  // Headers. The request id is the caller's to choose and is kept: only what is known as a secret is not taken for one.
  const named = /^(?:baton_|eyJ)/.test(secret) ? { 'x-request-id': secret } : {};
  for (const headers of [
    bearer(secret),
    { authorization: `Basic ${secret}` },
    { ...bearer(good), cookie: `session=${secret}`, 'user-agent': secret, referer: secret, ...named },
    { ...bearer(good), traceparent: `00-${secret}-00f067aa0ba902b7-01`, tracestate: secret },
    { ...bearer(good), accept: secret, 'x-forwarded-for': secret, 'last-event-id': secret },
  ]) {
    for (const path of ['/graphql?query={viewer{id}}', '/healthz', '/metrics', `/snapshots/${id}/parts/x`])
      await send('GET', path, headers);
  }
  await send('POST', '/graphql', { ...bearer(good), 'content-type': `application/${secret}` }, '{}');
  await send(
    'POST',
    '/graphql',
    { ...bearer(good), ...JSON_TYPE, 'last-event-id': secret, accept: 'text/event-stream' },
    JSON.stringify({ query: 'subscription { events(after: "x") { cursor } }' }),
  );
  // Addresses.
  for (const path of [
    `/${escaped}`,
    `/graphql/${escaped}`,
    `/graphql?${escaped}`,
    `/graphql?query=${escaped}`,
    `/metrics?key=${escaped}`,
    `/graphql?documentId=${escaped}`,
    `/graphql?query={viewer{id}}&operationName=${escaped}`,
    `/readyz?${escaped}`,
    `/graphql?query={viewer{id}}&variables=${escaped}`,
    `/snapshots/${escaped}/parts/x`,
    `/snapshots/${id}/parts/${escaped}`,
  ])
    for (const headers of [bearer(good), agent, {}]) await send('GET', path, headers);
  // Bodies and variables.
  await send('POST', '/graphql', { ...bearer(good), ...JSON_TYPE }, secret);
  const input = { id, transferToken: secret, idempotencyKey: null };
  for (const fields of [
    { query: secret },
    { query: `{ ${secret.replace(/\W/g, '_')} }` },
    { query: `query ($a: Int) { node(id: "${secret}") { id } }`, variables: { a: secret } },
    { documentId: secret },
    { extensions: { persistedQuery: { version: 1, sha256Hash: secret } } },
    { query: '{ viewer { id } }', operationName: secret },
    { query: '{ viewer { id } }', [secret]: 1 },
    { query: '{ viewer { id } }', variables: { [secret]: 1 } },
    { query: MUTATIONS.activate, variables: { input } },
    { query: MUTATIONS.activate, variables: { input: { ...input, id: secret } } },
    { query: MUTATIONS.activate, variables: { input: { ...input, [secret]: secret } } },
    { query: MUTATIONS.activate, variables: { input: secret } },
    { query: MUTATIONS.lease, variables: { input: { id, epoch: 1, leaseSecret: secret } } },
    { query: MUTATIONS.lease, variables: { input: { id, epoch: secret, leaseSecret: secret } } },
    { query: MUTATIONS.revoke, variables: { input: { id: secret } } },
    { query: `subscription { events(after: "${secret}") { cursor } }` },
  ])
    for (const key of [good, scene.agent.key as string, door.adminKey]) await post(fields, key);
  // Signing in.
  const { slug } = await w.judge.one<{ slug: string }>('SELECT slug FROM organisation WHERE id = $1', [
    w.organisationId,
  ]);
  const login = { organisation: slug, login: 'reviewer@web' };
  for (const [act, body] of [
    ['sign-in', { ...login, password: secret }],
    ['sign-in', { ...login, login: secret, password: 'x' }],
    ['sign-in', { login: secret, organisation: secret, password: secret }],
    ['sign-in', { ...login, [secret]: secret }],
    ['sign-in', secret],
    // Good for once, the second for nothing; the last is the password of what the first made good.
    ['set-up', { secret: `${secret}x`, password: secret }],
    ['set-up', { secret, password: `${secret}!` }],
    ['set-up', { secret, password: `${secret}!` }],
    ['sign-in', { ...login, password: `${secret}!` }],
    ['confirm', { password: secret }],
    ['sign-out', { [secret]: 1 }],
    [escaped, {}],
  ] as const) {
    await askAuth(door.url, act, body);
    await askAuth(door.url, act, body, { session: secret });
    await askAuth(door.url, act, body, { headers: { cookie: cookieOf(secret), origin: secret } });
  }
  const own = (await browserOf(w.db, w.admin)).secret;
  await askAuth(door.url, 'confirm', { password: secret }, { session: own });
  // Sockets.
  await socket({ authorization: `Bearer ${secret}x` }, []);
  await socket({ authorization: secret, [secret]: secret }, []);
  await socket({ authorization: `Bearer ${good}` }, [], `/graphql?${escaped}`);
  const messages = [
    { query: secret },
    { query: MUTATIONS.activate, variables: { input } },
    { query: MUTATIONS.revoke, variables: { input: { id: secret } } },
    { query: `subscription { events(after: "${secret}") { cursor } }` },
    { query: '{ viewer { id } }', extensions: { persistedQuery: { sha256Hash: secret } } },
  ];
  await socket(
    { authorization: `Bearer ${good}` },
    messages.map((payload, at) => ({ id: `${at}-${secret}`, type: 'subscribe', payload })),
  );
}

const tables = async (): Promise<string[]> =>
  (
    await w.judge.rows<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    )
  ).map(({ name }) => name);

/** All that stays of what was asked. */
async function kept(): Promise<Record<string, string>> {
  const rows = async (table: string) =>
    JSON.stringify((await w.db.pool.query(`SELECT to_jsonb(t) AS row FROM ${table} AS t`)).rows);
  return {
    log: JSON.stringify(door.logged),
    audit: await rows('audit'),
    events: await rows('event'),
    // All of it: what is kept of a secret is a hash.
    database: (await Promise.all((await tables()).map(rows))).join('\n'),
    metrics: await (await fetch(`${door.url}/metrics`)).text(),
    readiness: await (await fetch(`${door.url}/readyz`)).text(),
  };
}

test(`${shows('E2', 'O1')}no secret stays in log, database, audit log, events or figures, wherever it was pasted and however that went`, async () => {
  for (const secret of Object.values(secrets)) await plantEverywhere(secret);
  // Once more where every move ends as a fault of ours, which is logged in full.
  await w.db.pool.query('ALTER FUNCTION transfer_activate(jsonb) RENAME TO away');
  for (const secret of Object.values(secrets)) {
    const variables = { input: { id: scene.id, transferToken: secret } };
    expect(await post({ query: MUTATIONS.activate, variables })).toBe(500);
  }
  const all = await kept();
  for (const [what, secret] of Object.entries(secrets))
    for (const [where, text] of Object.entries(all))
      expect(text.includes(secret), `${what} in ${where}`).toBe(false);

  // It was written down, without the secret: lines of every outcome.
  for (const status of [200, 400, 401, 403, 404, 415])
    expect(all.log, String(status)).toContain(`"status":${status}`);
  expect(all.log).toContain('"msg":"unexpected"');
  expect(all.audit).toContain('"code":"FORBIDDEN"');
  expect(all.metrics).toContain('baton_refusals_total{code="UNAUTHENTICATED"}');
}, 120_000);
