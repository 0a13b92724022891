import type pg from 'pg';
import { Fault, type Refusal } from '../errors.js';
import { invalid } from '../input.js';
import type { Attempts, Caller } from './attempt.js';
import { type Passwords, passwordFault } from './password.js';
import { personOfLink, useSetUpLink } from './set-up-store.js';
import { hashSecret } from './sign-in-secret.js';
import { recordAttempt } from './store.js';

/** Sets a person's password by a link, once, and ends the sessions they had. A refusal leaves the link as it was. */
export type SetUp = (
  secret: string,
  password: string,
  caller: Caller,
) => Promise<Refusal | { readonly ok: true; readonly login: string }>;

export function createSetUp(pool: pg.Pool, passwords: Passwords, attempt: Attempts): SetUp {
  return async (secret, password, caller) => {
    const secretHash = hashSecret(secret);
    const { requestId: request } = caller;
    const taken = await attempt('passwordSet', null, caller);
    const found = await personOfLink(pool, secretHash);
    const fault = found === null ? null : passwordFault(password, found.login);
    if (fault !== null) {
      await taken.giveBack();
      return invalid('password', 'WEAK', fault);
    }
    // A stranger's guess costs no hash.
    const hash = found === null ? null : await passwords.hash(password);
    if (found !== null && hash !== null) {
      const { organisation, person, login } = found;
      if (await useSetUpLink(pool, { organisation, person, request, secretHash, hash })) {
        await taken.giveBack();
        return { ok: true, login };
      }
    }
    await recordAttempt(pool, { action: 'passwordSet', code: 'UNAUTHENTICATED', requestId: request });
    throw new Fault('UNAUTHENTICATED', 'The link is unknown, used or expired: ask for a new one');
  };
}
