import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { accountOf, askAuth, browserOf, cookieOf } from '../support/signed-in.js';
import { CHANGE, listen, type Subscriber, subscribe } from '../support/subscriber.js';
import { type Actor, createWorld, type Scene, type World } from '../support/world.js';

let w: World;
let door: Door;
/** Behind a proxy that hides by which name it is reached. */
let hidden: Door;
let scene: Scene;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  hidden = await w.door({ origins: ['https://baton.example'] });
  scene = await w.to('active');
});
afterAll(async () => {
  await door?.close();
  await hidden?.close();
  await w.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const WHO = '{ viewer { id } }';
const INBOX = `subscription { inboxChanged { ${CHANGE} } }`;
const CREATE = `mutation { principalCreate(input: { kind: PERSON, name: "made by a page", role: ADMIN }) { __typename } }`;

type Headers = Record<string, string>;
/** Every way in that takes a session: true when the call went through as the person. */
const WAYS: Record<string, (url: string, headers: Headers) => Promise<boolean>> = {
  'POST of a mutation': async (url, headers) => {
    const init = {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ query: CREATE }),
    };
    const text = await (await fetch(`${url}/graphql`, init)).text();
    return text.includes('PrincipalCreateSuccess') || text.includes('"InvalidInput"');
  },
  'GET of a query': async (url, headers) =>
    (await fetch(`${url}/graphql?${new URLSearchParams({ query: WHO })}`, { headers })).status === 200,
  'POST of a stream': async (url, headers) => {
    const stream = await listen(url, null, { query: INBOX }, headers);
    stream.cut();
    return stream.status === 200;
  },
  'GET of a stream': async (url, headers) => {
    const abort = new AbortController();
    const { status } = await fetch(`${url}/graphql?${new URLSearchParams({ query: INBOX })}`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: abort.signal,
    });
    abort.abort();
    return status === 200;
  },
  'a socket': async (url, headers) => {
    const socket = await subscribe(url, null, { query: INBOX }, headers);
    // Acknowledged or closed by now.
    const code = await Promise.race([socket.closed, Promise.resolve('open')]);
    if (code === 'open') await socket.end();
    else expect(code).toBe(4401);
    return code === 'open';
  },
  'bytes of a part': async (url, headers) =>
    (await fetch(`${url}/snapshots/${scene.id}/parts/messages.json`, { headers })).status === 200,
  '/auth': async (url, headers) => (await fetch(`${url}/auth/session`, { headers })).status === 200,
};

const FOREIGN: Record<string, (own: string) => Headers> = {
  'another site': () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }),
  'another host of this site': () => ({ 'sec-fetch-site': 'same-site' }),
  'an address that was typed': () => ({ 'sec-fetch-site': 'none' }),
  'another site, in an old browser': () => ({ origin: 'https://elsewhere.example' }),
  'a page without an origin': () => ({ origin: 'null' }),
  'another port': () => ({ origin: 'http://127.0.0.1:1' }),
  'this host, said by another site': (own) => ({ 'sec-fetch-site': 'cross-site', origin: own }),
  'nobody says': () => ({}),
};

describe.each(Object.entries(WAYS))(`${shows('D4')}a session, by %s`, (way, goes) => {
  test.each(Object.entries(FOREIGN))('is of no use to a page of %s', async (_, headersOf) => {
    const { id, secret } = await browserOf(w.db, w.admin);
    expect(await goes(door.url, { cookie: cookieOf(secret), ...headersOf(door.url) })).toBe(false);
    if (way === 'POST of a mutation')
      expect(await w.judge.rows(`SELECT id FROM principal WHERE name = 'made by a page'`)).toEqual([]);
    expect(
      await w.judge.rows(
        `SELECT actor, outcome, code FROM audit WHERE action = 'signInUse' AND subject = $1`,
        [id],
      ),
    ).toEqual([{ actor: w.admin.id, outcome: 'refused', code: 'FORBIDDEN' }]);
  });

  test('is the person on a page of this server, as each kind of browser says it', async () => {
    const { secret } = await browserOf(w.db, w.admin);
    const cookie = cookieOf(secret);
    expect(await goes(door.url, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(await goes(door.url, { cookie, origin: door.url })).toBe(true);
    expect(await goes(hidden.url, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(await goes(hidden.url, { cookie, origin: 'https://baton.example' })).toBe(true);
    expect(await goes(hidden.url, { cookie, origin: hidden.url })).toBe(false);
  });

  test('on plain HTTP of this machine comes without the prefix, and counts nowhere else', async () => {
    const { secret } = await browserOf(w.db, w.admin);
    const cookie = `baton-loopback=${secret}`;
    expect(await goes(door.url, { cookie, origin: door.url })).toBe(true);
    expect(await goes(door.url, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(true);
    for (const headers of [
      { origin: 'https://127.0.0.1' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://baton.example' },
      { 'sec-fetch-site': 'cross-site', origin: door.url },
      { origin: 'http://127.0.0.1.elsewhere.example' },
    ])
      expect(await goes(door.url, { cookie, ...headers }), JSON.stringify(headers)).toBe(false);
    expect(await goes(hidden.url, { cookie, 'sec-fetch-site': 'same-origin' })).toBe(false);
  });

  test('is nobody when the cookie is another, or none, or two', async () => {
    const { secret } = await browserOf(w.db, w.admin);
    for (const cookie of [
      `baton=${secret}`,
      `__Host-baton=${secret}x`,
      `__Host-baton=`,
      `__host-baton=${secret}`,
      `${cookieOf(secret)}; ${cookieOf(secret)}`,
      `authorization=Bearer ${secret}`,
    ])
      expect(await goes(door.url, { cookie, 'sec-fetch-site': 'same-origin' }), cookie).toBe(false);
  });
});

test(`${shows('D4')}a secret of a session is no key, and a key is no session`, async () => {
  const { secret } = await browserOf(w.db, w.admin);
  expect((await door.post({ query: WHO }, { key: secret })).status).toBe(401);
  const key = (await w.orchestrator()).key as string;
  const headers = { cookie: cookieOf(key), 'sec-fetch-site': 'same-origin' };
  expect((await door.post({ query: WHO }, { key: null, headers })).status).toBe(401);
});

test(`${shows('D1')}a key that was sent counts, whatever cookie came along`, async () => {
  const orchestrator = await w.orchestrator();
  const { secret } = await browserOf(w.db, w.admin);
  const headers = { cookie: cookieOf(secret), 'sec-fetch-site': 'cross-site' };
  const answer = await door.post({ query: WHO }, { key: orchestrator.key as string, headers });
  expect(await answer.json()).toMatchObject({ data: { viewer: { id: orchestrator.id } } });
});

describe(`${shows('F5')}what is open in a session ends within a second`, () => {
  const ENDINGS: Record<
    string,
    (person: Actor, session: { id: string; secret: string }) => Promise<unknown>
  > = {
    'by signing out': (_, { secret }) => askAuth(door.url, 'sign-out', {}, { session: secret }),
    'by signing out everywhere, elsewhere': async (person) =>
      askAuth(door.url, 'sign-out-everywhere', {}, { session: (await browserOf(w.db, person)).secret }),
    'when the person is disabled': (person) => w.admin.mutate('principalDisable', { id: person.id }),
    'when the password is set anew': (person) => accountOf(w, door.url, person),
    'an hour after its last use': () => w.db.advanceClock(60 * 60_000),
    '12 hours after it began': (_, { id }) =>
      w.db.pool.query('UPDATE sign_in SET expires_at = baton_now() WHERE id = $1', [id]),
    // Signed in still, with other rights: what is open must be asked for anew.
    'when the role is another': (person) =>
      w.db.pool.query(`UPDATE principal SET role = 'operator' WHERE id = $1`, [person.id]),
  };

  test.each(Object.entries(ENDINGS))('%s', async (how, end) => {
    const person = await w.teammate(`reader-${randomUUID().slice(0, 8)}@web`);
    const bystander = await browserOf(w.db, await w.teammate(`other-${randomUUID().slice(0, 8)}@web`));
    const session = await browserOf(w.db, person);
    const open = (headers: Headers): Promise<Subscriber[]> =>
      Promise.all([
        listen(door.url, null, { query: INBOX }, headers),
        subscribe(door.url, null, { query: INBOX }, headers),
      ]);
    const mine = await open(session.headers);
    const others = await open(bystander.headers);
    const start = performance.now();
    await end(person, session);
    const asked = performance.now();
    expect(await Promise.all(mine.map(({ closed }) => closed))).toEqual(['UNAUTHENTICATED', 4401]);
    expect(performance.now() - asked).toBeLessThan(1_000);
    expect(asked - start).toBeLessThan(5_000);
    for (const subscriber of others) subscriber.cut();
    expect((await door.post({ query: WHO }, { key: null, headers: session.headers })).status).toBe(
      how === 'when the role is another' ? 200 : 401,
    );
  });
});
