import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Fault } from '../errors.js';

/** Argon2id: 19 MiB, two passes. A hash keeps those it was made with. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each holds a thread of the four that files and compression need too. */
const AT_ONCE = 2;
const MOST_WAITING = 64;
const RETRY_MS = 2_000;

const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 256;

/** Why a person may not choose this password, or null. */
export function passwordFault(password: string, login: string): string | null {
  const length = [...password].length;
  if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) {
    return `has ${LEAST_CHARACTERS} to ${MOST_CHARACTERS} characters`;
  }
  if (new Set(password).size < 5) return 'has at least five different characters';
  if (password.toLowerCase().includes(login.toLowerCase())) return 'does not hold the name you sign in by';
  return null;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether it is the password of `hash`. Null, of whoever has none, takes the same work and is never right. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** Throws UNAVAILABLE when too many wait already. */
export function createPasswords(): Passwords {
  const turn = takeTurns();
  /** Of no password that anybody has. */
  const decoy = hash(randomBytes(32), COST);
  // The same characters, however the keyboard composed them.
  const bytes = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');
  return {
    hash: (password) => turn(() => hash(bytes(password), COST)),
    matches: async (password, known) => {
      const compared = known ?? (await decoy);
      const same = await turn(() => verify(compared, bytes(password)));
      return same && known !== null;
    },
  };
}

function takeTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) {
        throw new Fault('UNAVAILABLE', 'Too many passwords are being compared', RETRY_MS);
      }
      // Whoever ends passes its place on, so that nobody new comes between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
