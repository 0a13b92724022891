import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../api/src/principal/sign-in-secret.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { type Account, accountOf, askAuth, linkFor, signIn } from '../support/signed-in.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
let account: Account;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  account = await accountOf(w, door.url);
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const ask: (
  ...call: Parameters<typeof askAuth> extends [string, ...infer Rest] ? Rest : never
) => ReturnType<typeof askAuth> = (...call) => askAuth(door.url, ...call);
const codeOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors?.[0]?.extensions.code ?? 'OK';
const audited = (action: string) =>
  w.judge.rows<{ actor: string; subject: string | null; outcome: string; code: string | null }>(
    'SELECT actor, subject, outcome, code FROM audit WHERE action = $1 ORDER BY id',
    [action],
  );
const GOOD = 'a password of some length';
const MINUTES = 60_000;

describe('a set-up link', () => {
  test('sets a password once', async () => {
    const person = await w.teammate('once@web');
    const secret = await linkFor(w, person);
    expect(await ask('set-up', { secret, password: GOOD })).toMatchObject({ status: 200, login: 'once@web' });
    const again = await ask('set-up', { secret, password: 'another password, later' });
    expect([again.status, codeOf(again)]).toEqual([401, 'UNAUTHENTICATED']);
    const typed = { ...account.typed, login: 'once@web' };
    expect((await ask('sign-in', { ...typed, password: GOOD })).status).toBe(200);
    expect((await ask('sign-in', { ...typed, password: 'another password, later' })).status).toBe(401);
    expect(await audited('passwordSet')).toContainEqual({
      actor: person.id,
      subject: person.id,
      outcome: 'done',
      code: null,
    });
  });

  test('of twenty who use it at once lets one through', async () => {
    const secret = await linkFor(w, await w.teammate('raced@web'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask('set-up', { secret, password: `the password of caller ${n}` }),
      ),
    );
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    const login = { ...account.typed, login: 'raced@web' };
    expect((await ask('sign-in', { ...login, password: `the password of caller ${won[0]}` })).status).toBe(
      200,
    );
  });

  test('is good for 15 minutes, and no longer', async () => {
    const [early, late] = [await w.teammate('early@web'), await w.teammate('late@web')];
    const secrets = { early: await linkFor(w, early), late: await linkFor(w, late) };
    await w.db.advanceClock(15 * MINUTES - 5_000);
    expect((await ask('set-up', { secret: secrets.early, password: GOOD })).status).toBe(200);
    await w.db.advanceClock(5_000);
    expect(codeOf(await ask('set-up', { secret: secrets.late, password: GOOD }))).toBe('UNAUTHENTICATED');
  });

  test('ends with a newer one, and with its person', async () => {
    const person = await w.teammate('newer@web');
    const [first, second] = [await linkFor(w, person), await linkFor(w, person)];
    expect((await ask('set-up', { secret: first, password: GOOD })).status).toBe(401);
    await w.admin.mutate('principalDisable', { id: person.id });
    expect((await ask('set-up', { secret: second, password: GOOD })).status).toBe(401);
  });

  test('stays good when the password is none', async () => {
    const secret = await linkFor(w, await w.teammate('weak@web'));
    for (const password of ['eleven char', 'aaaaaaaaaaaaaaaa', 'my name is Weak@Web!', 'x'.repeat(257)]) {
      const answer = await ask('set-up', { secret, password });
      const [path, code] = password.length > 256 ? ['password', 'INVALID_TYPE'] : ['password', 'WEAK'];
      expect(answer, password).toMatchObject({
        status: 400,
        errors: [{ extensions: { code: 'INVALID_INPUT', issues: [{ path, code }] } }],
      });
      expect(answer.text).not.toContain(password);
    }
    expect((await ask('set-up', { secret, password: GOOD })).status).toBe(200);
  });

  test('sets a forgotten password anew, and ends what was signed in by the old one', async () => {
    const mine = await accountOf(w, door.url);
    const session = await signIn(door.url, mine);
    expect((await ask('session', undefined, { session })).status).toBe(200);
    const again = await accountOf(w, door.url, mine.person);
    expect((await ask('session', undefined, { session })).status).toBe(401);
    expect((await ask('sign-in', mine.typed)).status).toBe(401);
    expect((await ask('sign-in', again.typed)).status).toBe(200);
  });
});

describe('who signs in', () => {
  test('is the person, until when they are told', async () => {
    const { secret, session, headers } = await ask('sign-in', account.typed);
    expect(headers['set-cookie']).toEqual([
      `__Host-baton=${secret}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=43200`,
    ]);
    const { login, organisation } = account.typed;
    expect(session).toMatchObject({
      person: { id: account.person.id, handle: login, role: 'developer', organisation },
      confirmedAt: null,
      confirmedUntil: null,
    });
    const [from = 0, ends = 0, expires = 0] = [session?.signedInAt, session?.endsAt, session?.expiresAt].map(
      (at) => Date.parse(at ?? ''),
    );
    expect(ends - from).toBe(60 * MINUTES);
    expect(expires - from).toBe(12 * 60 * MINUTES);
    expect((await ask('session', undefined, { session: secret ?? '' })).session).toEqual(session);
    expect(await audited('signIn')).toContainEqual(
      expect.objectContaining({ actor: account.person.id, outcome: 'done' }),
    );
  });

  test('gets on plain HTTP of this machine a cookie that browsers keep there, and elsewhere the bound one', async () => {
    const named = async (origin: string, more = {}) => {
      const { headers } = await ask('sign-in', account.typed, { headers: { origin, ...more } });
      return headers['set-cookie']?.[0]?.replace(/=[^;]+;/, ';');
    };
    const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=43200';
    expect(await named(door.url)).toBe(`baton-loopback; ${ATTRIBUTES}`);
    // A proxy before this server may hide everything but what the browser says.
    for (const origin of ['https://baton.example', 'http://baton.example', 'https://127.0.0.1:4000'])
      expect(await named(origin, { 'sec-fetch-site': 'same-origin' }), origin).toBe(
        `__Host-baton; ${ATTRIBUTES}`,
      );
  });

  test('has in the same browser no second session', async () => {
    const first = await signIn(door.url, account);
    const { secret: second } = await ask('sign-in', account.typed, { session: first });
    expect((await ask('session', undefined, { session: first })).status).toBe(401);
    expect((await ask('session', undefined, { session: second ?? '' })).status).toBe(200);
  });

  test('confirms by the password again, for five minutes', async () => {
    const session = await signIn(door.url, account);
    const wrong = await ask('confirm', { password: `${account.password}x` }, { session });
    expect([wrong.status, codeOf(wrong)]).toEqual([403, 'FORBIDDEN']);
    expect((await ask('session', undefined, { session })).session?.confirmedAt).toBeNull();
    const { session: confirmed } = await ask('confirm', { password: account.password }, { session });
    const [at = 0, until = 0] = [confirmed?.confirmedAt, confirmed?.confirmedUntil].map((text) =>
      Date.parse(text ?? ''),
    );
    expect(until - at).toBe(5 * MINUTES);
    expect((await audited('signInConfirm')).slice(-2)).toMatchObject([
      { actor: account.person.id, outcome: 'refused', code: 'FORBIDDEN' },
      { actor: account.person.id, outcome: 'done' },
    ]);
  });

  test('is signed out of one session, or of all', async () => {
    const mine = await accountOf(w, door.url);
    const [first, second, third] = [
      await signIn(door.url, mine),
      await signIn(door.url, mine),
      await signIn(door.url, mine),
    ];
    const standing = () =>
      Promise.all(
        [first, second, third].map(async (session) => (await ask('session', undefined, { session })).status),
      );
    const out = await ask('sign-out', {}, { session: first });
    expect(out.headers['set-cookie']).toEqual([
      '__Host-baton=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
    ]);
    expect(await standing()).toEqual([401, 200, 200]);
    expect((await ask('sign-out-everywhere', {}, { session: second })).ended).toBe(2);
    expect(await standing()).toEqual([401, 401, 401]);
    expect((await ask('sign-out', {}, { session: second })).status).toBe(401);
  });

  test('is nobody an hour after the last use, and 12 hours after signing in', async () => {
    const idle = await signIn(door.url, account);
    const busy = await signIn(door.url, account);
    const status = async (session: string) => (await ask('session', undefined, { session })).status;
    const unused = async () => {
      const { at } = await w.judge.one<{ at: Date }>(
        `SELECT last_used_at AS at FROM sign_in WHERE secret_hash = decode($1, 'hex')`,
        [hashSecret(busy)],
      );
      return (await w.db.now()).getTime() - at.getTime();
    };
    for (let minutes = 50; minutes < 12 * 60; minutes += 50) {
      await w.db.advanceClock(50 * MINUTES);
      expect(await status(busy), `${minutes} minutes`).toBe(200);
      // No answer waits for the note that it was used.
      await expect.poll(unused).toBeLessThan(MINUTES);
    }
    expect(await status(idle)).toBe(401);
    await w.db.advanceClock(20 * MINUTES);
    expect(await status(busy)).toBe(401);
  });

  test('is nobody once disabled', async () => {
    const mine = await accountOf(w, door.url);
    const session = await signIn(door.url, mine);
    await w.admin.mutate('principalDisable', { id: mine.person.id });
    expect((await ask('session', undefined, { session })).status).toBe(401);
    expect((await ask('sign-in', mine.typed)).status).toBe(401);
  });
});

describe(`${shows('D4')}/auth`, () => {
  const body = () => JSON.stringify(account.typed);

  test('takes JSON alone, of the fields it names, and no more than it needs', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ])
      expect((await ask('sign-in', body(), { headers: { 'content-type': type } })).status, type).toBe(415);
    for (const wrong of [
      '[]',
      '{',
      { ...account.typed, more: 1 },
      { ...account.typed, password: 1 },
      { ...account.typed, password: '' },
      { ...account.typed, login: 'x'.repeat(257) },
      { login: 'x' },
      { ...account.typed, login: 'a\0b' },
    ]) {
      expect((await ask('sign-in', wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await ask('sign-in', { ...account.typed, login: 'x'.repeat(20_000) })).status).toBe(413);
  });

  test("signs nobody in from another site's page", async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ]) {
      expect(codeOf(await ask('sign-in', body(), { headers })), JSON.stringify(headers)).toBe('FORBIDDEN');
    }
    expect((await ask('sign-in', body(), { headers: { origin: door.url } })).status).toBe(200);
  });

  test('is for no key, whoever holds it', async () => {
    const orchestrator = (await w.orchestrator()).key;
    for (const key of [door.adminKey, orchestrator]) {
      const headers = { authorization: `Bearer ${key}` };
      for (const [act, sent] of [['session'], ['confirm', { password: 'x' }], ['sign-out', {}]] as const)
        expect((await ask(act, sent, { headers })).status, act).toBe(401);
    }
  });
});
