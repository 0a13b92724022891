import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../../api/src/http/network.js';
import { createPasswords, type Passwords } from '../../api/src/principal/password.js';
import { createSignIns } from '../../api/src/principal/sign-in.js';
import { shows } from '../requirements.js';
import type { Door } from '../support/door.js';
import { type Account, accountOf, askAuth, signIn } from '../support/signed-in.js';
import { createWorld, type World } from '../support/world.js';

let w: World;
let door: Door;
/** Ways to fail, by why. */
let failures: Record<string, Account['typed']>;
beforeAll(async () => {
  w = await createWorld();
  door = await w.door();
  failures = await waysToFail();
});
afterAll(async () => {
  await door?.close();
  await w.close();
});

const WINDOW = 15 * 60_000;
const wrong = (account: Account, n: number | string = 0) => ({
  ...account.typed,
  password: `a guess, number ${n}`,
});
const times = <Result>(count: number, call: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const statuses = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

async function waysToFail(): Promise<Record<string, Account['typed']>> {
  const account = await accountOf(w, door.url);
  const disabled = await accountOf(w, door.url);
  await w.admin.mutate('principalDisable', { id: disabled.person.id });
  await w.teammate('without@web');
  return {
    'a wrong password': wrong(account),
    'a person without a password': { ...account.typed, login: 'without@web' },
    'a disabled person, by their password': disabled.typed,
    'an unknown login': { ...account.typed, login: 'nobody@web' },
    'an unknown organisation': { ...account.typed, organisation: 'no-such-place' },
  };
}

describe(`${shows('E2')}who is turned away`, () => {
  test('is told the same, whatever the reason', async () => {
    const told = new Set<string>();
    for (const [why, typed] of Object.entries(failures)) {
      const { status, text, headers } = await askAuth(door.url, 'sign-in', typed);
      expect(status, why).toBe(401);
      const requestId = headers['x-request-id'] as string;
      const { date, 'x-request-id': _, ...others } = headers;
      told.add(JSON.stringify([text.replace(requestId, ''), others]));
    }
    expect([...told]).toHaveLength(1);
  });

  test('costs the same statements and one comparison, whatever the reason', async () => {
    const done: string[] = [];
    const real = createPasswords();
    const passwords: Passwords = {
      hash: real.hash,
      matches: (...call) => {
        done.push('compare');
        return real.matches(...call);
      },
    };
    const pool = new Proxy(w.db.pool, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name);
        return (config: { name: string; text: string }) => {
          done.push(config.name);
          return target.query(config);
        };
      },
    });
    const signIns = createSignIns({ pool, passwords, onUseNotNoted: () => undefined });
    const works = new Map<string, string>();
    for (const [why, call] of Object.entries(failures)) {
      done.length = 0;
      const caller = { address: '192.0.2.1', requestId: 'r' };
      await expect(signIns.signIn({ ...call, replaces: null }, caller)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
      works.set(why, done.join(' '));
    }
    expect([...new Set(works.values())]).toEqual([
      'sign_in_attempt_take person_by_login compare audit_insert_attempt',
    ]);
  });

  test('waits as long for nobody as for somebody', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('the password that is kept');
    const took = async (known: string | null): Promise<number> => {
      const start = performance.now();
      expect(await passwords.matches('another one than that', known)).toBe(false);
      return performance.now() - start;
    };
    await took(null);
    // Without the decoy it would be thousands of times less; the quickest of several, since machines pause.
    const quickest = async (known: string | null) =>
      Math.min(await took(known), await took(known), await took(known));
    expect(await quickest(null)).toBeGreaterThan((await quickest(hash)) / 4);
  });

  test('leaves a line that tells who, when that is somebody, and nothing that was typed', async () => {
    const [typed] = Object.values(failures);
    const { rows: before } = await w.db.pool.query('SELECT max(id) AS id FROM audit');
    await askAuth(door.url, 'sign-in', typed);
    await askAuth(door.url, 'sign-in', { ...typed, login: 'my password, in the wrong field' });
    await askAuth(door.url, 'sign-in', { ...typed, organisation: 'somewhere' });
    const { rows } = await w.db.pool.query(
      `SELECT a.actor, t.handle AS subject, o.slug, a.code FROM audit a JOIN organisation o ON o.id = a.organisation_id
       LEFT JOIN teammate t ON t.person_id = a.subject WHERE a.id > $1 ORDER BY a.id`,
      [before[0].id],
    );
    const line = { actor: 'anonymous', code: 'UNAUTHENTICATED' };
    expect(rows).toEqual([
      { ...line, subject: typed?.login, slug: typed?.organisation },
      { ...line, subject: null, slug: typed?.organisation },
      { ...line, subject: null, slug: 'default' },
    ]);
  });
});

describe('guesses', () => {
  /** As the door asks, from an address that this machine does not have: a code, or OK. */
  const ask = (address: string, { password, login, organisation }: Account['typed']): Promise<string> =>
    createSignIns({ pool: w.db.pool, passwords: compared, onUseNotNoted: () => undefined })
      .signIn({ password, login, organisation, replaces: null }, { address, requestId: 'r' })
      .then(
        () => 'OK',
        (error: { code: string }) => error.code,
      );
  const compared = createPasswords();
  const counts = (codes: readonly string[]) => ({
    wrong: codes.filter((code) => code === 'UNAUTHENTICATED').length,
    stopped: codes.filter((code) => code === 'RATE_LIMITED').length,
  });

  test('at one person from one address are ten in a quarter of an hour, at once or not', async () => {
    await w.db.advanceClock(WINDOW);
    const account = await accountOf(w, door.url);
    const other = await accountOf(w, door.url);
    const here = (typed: Account['typed']) => askAuth(door.url, 'sign-in', typed);
    expect(statuses(await times(40, (n) => here(wrong(account, n))))).toEqual({ 401: 10, 429: 30 });
    // The right one, too, so that it does not tell itself.
    const stopped = await here(account.typed);
    expect(stopped).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    const seconds = Number(stopped.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(WINDOW / 1000);
    // Nobody else is: neither another person there, nor the person from elsewhere.
    expect((await here(other.typed)).status).toBe(200);
    expect(await ask('192.0.2.1', account.typed)).toBe('OK');
    expect(
      await w.judge.rows(`SELECT action FROM audit WHERE code = 'RATE_LIMITED' AND organisation_id = $1`, [
        w.organisationId,
      ]),
    ).toEqual([{ action: 'signIn' }]);
    await w.db.advanceClock(WINDOW);
    expect((await here(account.typed)).status).toBe(200);
  });

  test('at one person from many addresses are fifty', async () => {
    const account = await accountOf(w, door.url);
    const codes = await times(7, (n) => times(10, (m) => ask(`192.0.2.${n}`, wrong(account, `${n}-${m}`))));
    expect(counts(codes.flat())).toEqual({ wrong: 50, stopped: 20 });
    expect(await ask('192.0.2.100', account.typed)).toBe('RATE_LIMITED');
  });

  test('from all addresses of one IPv6 network are as many as from one', async () => {
    const account = await accountOf(w, door.url);
    const codes = await times(20, (n) => ask(networkOf(`2001:db8::${n + 1}:0:0:1`), wrong(account, n)));
    expect(counts(codes)).toEqual({ wrong: 10, stopped: 10 });
    expect(await ask(networkOf('2001:db8:0:1::1'), account.typed)).toBe('OK');
    expect(['::ffff:192.0.2.7', 'fe80::1%eth0', '2001:DB8::'].map(networkOf)).toEqual([
      '192.0.2.7',
      'fe80:0:0:0',
      '2001:db8:0:0',
    ]);
  });

  test('at everybody from one address are a hundred, set-up links among them', async () => {
    await w.db.advanceClock(WINDOW);
    const account = await accountOf(w, door.url);
    const answers = await times(60, (n) =>
      askAuth(door.url, 'sign-in', { ...wrong(account), login: `nobody-${n}@web` }),
    );
    const links = await times(60, (n) =>
      askAuth(door.url, 'set-up', { secret: `baton_setup_${n}`, password: account.password }),
    );
    expect(statuses([...answers, ...links])).toEqual({ 401: 100, 429: 20 });
    expect((await askAuth(door.url, 'sign-in', account.typed)).status).toBe(429);
    await w.db.advanceClock(WINDOW);
    expect((await askAuth(door.url, 'sign-in', account.typed)).status).toBe(200);
  });

  test('do not count when they are right', async () => {
    const account = await accountOf(w, door.url);
    for (let n = 0; n < 25; n += 1)
      expect((await askAuth(door.url, 'sign-in', account.typed)).status, String(n)).toBe(200);
  });

  test('at a confirmation are ten, too', async () => {
    const account = await accountOf(w, door.url);
    const session = await signIn(door.url, account);
    const confirm = (password: string) => askAuth(door.url, 'confirm', { password }, { session });
    expect(statuses(await times(15, (n) => confirm(`a guess, number ${n}`)))).toEqual({ 403: 10, 429: 5 });
    expect((await confirm(account.password)).status).toBe(429);
    await w.db.advanceClock(WINDOW);
    expect((await confirm(account.password)).status).toBe(200);
  });

  test('leave nothing behind when their window is over', async () => {
    await w.db.advanceClock(WINDOW);
    await w.db.pool.query('SELECT reap_keys(1000)');
    expect(await w.judge.rows('SELECT counted_by FROM sign_in_attempt')).toEqual([]);
  });
});
