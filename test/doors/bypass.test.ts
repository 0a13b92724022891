import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { realLayers } from '../../api/src/layers.js';
import { loadManifests } from '../../api/src/manifests.js';
import { schema } from '../../api/src/schema/index.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { listen, subscribe } from '../support/subscriber.js';
import { createWorld, type Scene, type World } from '../support/world.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const manifests = fileURLToPath(new URL('../../api/manifests', import.meta.url));
const shipped = (kind: 'agent' | 'runtime') =>
  readdirSync(join(manifests, kind)).flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(join(manifests, kind, name), 'utf8')) as Record<string, string>),
  );

/** Would write an event and a key's row for whoever it is run for: each of the three may stage, or claim. */
const MUTATION = (who: Who) =>
  who === 'daemon'
    ? `mutation Take($input: TransferClaimInput!) { transferClaim(input: $input) { __typename } }`
    : `mutation Leave($input: TransferStageInput!) { transferStage(input: $input) { __typename } }`;
const WHO = ['agent', 'daemon', 'claimant'] as const;
type Who = (typeof WHO)[number];

let w: World;
let door: Door;
let scene: Scene;
let claimable: Scene;
beforeAll(async () => {
  w = await createWorld();
  scene = await w.to('active');
  claimable = await w.to('provisioned', { daemon: scene.daemon });
  door = await w.door();
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const key = (who: Who) => scene[who].key as string;
const input = (who: Who): Record<string, unknown> =>
  who === 'daemon'
    ? { id: claimable.id, idempotencyKey: 'bypass' }
    : {
        source: { host: 'h', client: 'c', cwd: '/' },
        toolState: {},
        ...(who === 'claimant' && { session: scene.sessionId, ...scene.lease }),
        idempotencyKey: 'bypass',
      };

/** A document of the manifest of `who`, as id and text: one that changes something. */
function known(who: Who): { id: string; text: string } {
  const field = who === 'daemon' ? 'transferClaim' : 'transferStage';
  const found = shipped(who === 'agent' ? 'agent' : 'runtime').find(([, text]) => text.includes(`${field}(`));
  if (found === undefined) throw new Error(`No manifest has ${field}`);
  return { id: found[0].replace('sha256:', ''), text: found[1] };
}

/** What must not have changed: everything but when keys were last used, and the lines that tell of refusals. */
async function stored(): Promise<unknown> {
  const tables = ['event', 'idempotency_key', 'transfer', 'session', 'snapshot', 'usage_ledger', 'api_key'];
  const counts = await Promise.all(
    tables.map(async (table) => [table, (await w.judge.rows(`SELECT count(*) FROM ${table}`))[0]]),
  );
  return [Object.fromEntries(counts), await w.judge.transfer(scene.id), await w.judge.transfer(claimable.id)];
}
const refusals = async (who: Who) =>
  (
    await w.judge.rows(
      `SELECT action, outcome, code FROM audit WHERE actor = '${scene[who].id}' AND action = 'document'`,
    )
  ).length;

type Fields = Record<string, unknown>;
/** Ways to name a document that is not the manifest's own text by its own id. */
const FORGED: Record<string, (who: Who) => Fields> = {
  'free text': (who) => ({ query: MUTATION(who) }),
  'the very text of its manifest': (who) => ({ query: known(who).text }),
  'the hash of a text that is in no manifest': (who) => ({ documentId: sha256(MUTATION(who)) }),
  'an unknown hash': () => ({ documentId: 'f'.repeat(64) }),
  'an empty hash': () => ({ documentId: '' }),
  'an upper-case hash': (who) => ({ documentId: known(who).id.toUpperCase() }),
  'a hash with a space': (who) => ({ documentId: ` ${known(who).id}` }),
  'a hash with its algorithm twice': (who) => ({ documentId: `sha256:sha256:${known(who).id}` }),
  'a name of every object': () => ({ documentId: '__proto__' }),
  'a known hash with another text': (who) => ({ documentId: known(who).id, query: MUTATION(who) }),
  'a known hash with its own text': (who) => ({ documentId: known(who).id, query: known(who).text }),
  'a known hash with no text at all': (who) => ({ documentId: known(who).id, query: '' }),
  'a persisted query with its text': (who) => ({
    query: MUTATION(who),
    extensions: { persistedQuery: { version: 1, sha256Hash: sha256(MUTATION(who)) } },
  }),
  'a known persisted query with another text': (who) => ({
    query: MUTATION(who),
    extensions: { persistedQuery: { version: 1, sha256Hash: known(who).id } },
  }),
  'an unknown id beside a known persisted query': (who) => ({
    documentId: 'f'.repeat(64),
    extensions: { persistedQuery: { version: 1, sha256Hash: known(who).id } },
  }),
  'a document of another kind': (who) => ({ documentId: known(who === 'daemon' ? 'agent' : 'daemon').id }),
};

const queryOf = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
/** GraphQL over a socket cannot send an empty text: it stands for none, and the rest decides. */
const onSocket = (name: string) => name !== 'a known hash with no text at all';

describe.each(WHO)(`${shows('D2', 'K4')}%s`, (who) => {
  test.each(Object.entries(FORGED))('%s: refused by POST, GET, SSE and socket', async (name, forge) => {
    const fields = { ...forge(who), variables: { input: input(who) } };
    const [before, told] = [await stored(), await refusals(who)];
    const post = await door.post(fields, { key: key(who) });
    expect(post.status, 'POST').toBe(403);
    expect(await post.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await door.get(`/graphql?${queryOf(fields)}`, key(who))).status, 'GET').toBe(403);
    expect((await listen(door.url, key(who), { more: fields })).status, 'SSE').toBe(403);
    const headers = { authorization: `Bearer ${key(who)}`, accept: 'text/event-stream' };
    expect((await fetch(`${door.url}/graphql?${queryOf(fields)}`, { headers })).status, 'SSE by GET').toBe(
      403,
    );
    if (onSocket(name)) {
      const socket = await subscribe(door.url, key(who), { more: fields });
      await expect.poll(() => socket.refusals, { message: 'socket' }).toEqual(['FORBIDDEN']);
      expect(socket.changes).toEqual([]);
      await socket.end();
    }
    expect(await stored()).toEqual(before);
    expect(await refusals(who)).toBe(told + (onSocket(name) ? 5 : 4));
  });

  const TEXT_FORMS: Record<string, (who: Who) => [path: string, init: RequestInit, status: number]> = {
    'a batch of text': (one) => [
      '/graphql',
      json([{ query: MUTATION(one), variables: { input: input(one) } }]),
      400,
    ],
    'a batch of known hashes': (one) => [
      '/graphql',
      json([{ documentId: known(one).id, variables: { input: input(one) } }]),
      400,
    ],
    'a trailing slash': (one) => [
      '/graphql/',
      json({ query: MUTATION(one), variables: { input: input(one) } }),
      404,
    ],
    'another case of the path': (one) => ['/GraphQL', json({ query: MUTATION(one) }), 404],
    'an escaped path': (one) => ['/%67raphql', json({ query: MUTATION(one) }), 404],
    'a text in the query string of a POST with a known hash': (one) => [
      `/graphql?${queryOf({ query: MUTATION(one) })}`,
      json({ documentId: 'f'.repeat(64), variables: { input: input(one) } }),
      403,
    ],
    'a known hash in the query string of a POST with a text': (one) => [
      `/graphql?documentId=${known(one).id}`,
      json({ query: MUTATION(one), variables: { input: input(one) } }),
      403,
    ],
    'a form': (one) => [
      '/graphql',
      { method: 'POST', body: queryOf({ query: MUTATION(one), variables: { input: input(one) } }) },
      415,
    ],
    'a form of several parts': (one) => {
      const body = new FormData();
      body.set('operations', JSON.stringify({ query: MUTATION(one), variables: { input: input(one) } }));
      body.set('map', '{}');
      return ['/graphql', { method: 'POST', body }, 415];
    },
    'plain text': (one) => [
      '/graphql',
      {
        method: 'POST',
        body: JSON.stringify({ documentId: known(one).id, variables: { input: input(one) } }),
      },
      415,
    ],
    'a document as the body': (one) => [
      '/graphql',
      { method: 'POST', body: MUTATION(one), headers: { 'content-type': 'application/graphql' } },
      415,
    ],
    'a mutation of its manifest by GET': (one) => [
      `/graphql?${queryOf({ documentId: known(one).id, variables: { input: input(one) } })}`,
      {},
      405,
    ],
    'another method said in a header': (one) => [
      `/graphql?${queryOf({ documentId: known(one).id, variables: { input: input(one) } })}`,
      { headers: { 'x-http-method-override': 'POST', 'x-method-override': 'POST' } },
      405,
    ],
  };
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

  test.each(Object.entries(TEXT_FORMS))('%s is refused, as an answer and as a stream', async (_, form) => {
    const before = await stored();
    const [path, init, status] = form(who);
    for (const accept of ['application/json', 'text/event-stream', 'multipart/mixed']) {
      const headers = { ...(init.headers as object), accept, authorization: `Bearer ${key(who)}` };
      expect((await fetch(`${door.url}${path}`, { ...init, headers })).status, accept).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['another path', '/graphql/', ['graphql-transport-ws'], 404],
    [
      'a query string',
      `/graphql?query=${encodeURIComponent('{ viewer { id } }')}`,
      ['graphql-transport-ws'],
      404,
    ],
  ])('a socket at %s is refused', async (_, path, protocols, status) => {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}${path}`, protocols);
    const answered = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
      socket.on('error', () => undefined);
    });
    socket.terminate();
    expect(answered).toBe(status);
  });

  test('a socket of the older protocol is closed before it says anything', async () => {
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-ws');
    const closed = await new Promise((resolve) => {
      socket.on('close', resolve);
      socket.on('error', () => undefined);
    });
    expect([4406, 1006]).toContain(closed);
  });
});

describe(`${shows('D2')}the same calls`, () => {
  test.each(WHO)('of %s run by the one id they have, and are stored', async (who) => {
    const before = await stored();
    const body = { documentId: known(who).id, variables: { input: input(who) } };
    const response = await door.post(body, { key: key(who) });
    expect(await response.text()).toContain('"data":{');
    expect(await stored()).not.toEqual(before);
  });
});

describe(`${shows('D2')}releases of a manifest`, () => {
  const OLDER = 'query of_an_older_bridge { viewer { kind } }';
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'baton-releases-'));
    mkdirSync(join(folder, 'agent'));
    const [newest = ''] = readdirSync(join(manifests, 'agent')).slice(-1);
    writeFileSync(join(folder, 'agent', newest), readFileSync(join(manifests, 'agent', newest)));
    writeFileSync(
      join(folder, 'agent', '0.0.9.json'),
      JSON.stringify({ [`sha256:${sha256(OLDER)}`]: OLDER }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = async (at: Door) => {
    const more = { documentId: sha256(OLDER) };
    const asked = { key: key('agent') };
    const socket = await subscribe(at.url, asked.key, { more });
    await expect.poll(() => socket.refusals.length + socket.changes.length).toBe(1);
    await socket.end();
    const stream = await listen(at.url, asked.key, { more });
    return {
      POST: (await at.post(more, asked)).status,
      GET: (await at.get(`/graphql?${queryOf(more)}`, asked.key)).status,
      SSE: stream.status,
      socket: socket.refusals[0] ?? socket.changes[0],
    };
  };

  test('an older one that is installed is served on every door', async () => {
    const older = await w.door({ layers: realLayers(loadManifests(folder, schema)) });
    expect(await ask(older)).toEqual({ POST: 200, GET: 200, SSE: 200, socket: { kind: 'AGENT' } });
    await older.close();
  });

  test('one that was withdrawn is refused on every door', async () => {
    rmSync(join(folder, 'agent', '0.0.9.json'));
    const newer = await w.door({ layers: realLayers(loadManifests(folder, schema)) });
    expect(await ask(newer)).toEqual({ POST: 403, GET: 403, SSE: 403, socket: 'FORBIDDEN' });
    await newer.close();
  });
});
