import { describe, expect, test } from 'vitest';
import { createPasswords, passwordFault } from './password.js';

describe('a password', () => {
  test('is kept as Argon2id with a salt of its own', async () => {
    const passwords = createPasswords();
    const [one, two] = [
      await passwords.hash('a password of mine'),
      await passwords.hash('a password of mine'),
    ];
    for (const hash of [one, two]) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await passwords.matches('a password of mine', hash)).toBe(true);
      expect(await passwords.matches('a password of mine ', hash)).toBe(false);
      expect(await passwords.matches('A password of mine', hash)).toBe(false);
    }
    expect(one).not.toBe(two);
  });

  test('is the same, however a keyboard composed its characters', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('pâsswörd of mine'.normalize('NFD'));
    expect(await passwords.matches('pâsswörd of mine'.normalize('NFC'), hash)).toBe(true);
  });

  test('that nobody has is nobody’s, not even the empty one', async () => {
    const passwords = createPasswords();
    for (const password of ['', 'a password of mine'])
      expect(await passwords.matches(password, null)).toBe(false);
  });

  test('is compared with two at once, sixty-four waiting, and no more', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a password of mine');
    const asked = Array.from({ length: 80 }, (_, n) =>
      passwords.matches(n % 2 === 0 ? 'a password of mine' : 'another', hash).catch((error: Error) => error),
    );
    const answers = await Promise.all(asked);
    expect(answers.slice(0, 66)).toEqual(Array.from({ length: 66 }, (_, n) => n % 2 === 0));
    for (const turnedAway of answers.slice(66))
      expect(turnedAway).toMatchObject({ code: 'UNAVAILABLE', retryable: true, retryAfterMs: 2_000 });
    expect(await passwords.matches('a password of mine', hash)).toBe(true);
  });
});

test.each([
  ['eleven char', 'has 12 to 256 characters'],
  ['🚀'.repeat(11), 'has 12 to 256 characters'],
  ['x'.repeat(257), 'has 12 to 256 characters'],
  ['abababababab', 'has at least five different characters'],
  ['this is REVIEWER@web', 'does not hold the name you sign in by'],
  ['twelve chars', null],
])('of the password %s it is said: %s', (password, fault) => {
  expect(passwordFault(password, 'reviewer@web')).toBe(fault);
});
