import { createHash } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../db/pool.js';

/**
 * Wrong attempts within 15 minutes: from one address at one person, from one address, and at one person from anywhere.
 * The first is the tightest, so that nobody is shut out by a stranger's guesses before many addresses guessed.
 */
const MOST = { address: 100, person: 50, pair: 10 } as const;

const take = statement<{ wait: number | null; first: boolean }>(
  'sign_in_attempt_take',
  'SELECT * FROM sign_in_attempt_take($1, $2)',
);
const giveBack = statement<never>('sign_in_attempt_give_back', 'SELECT sign_in_attempt_give_back($1)');

export interface Attempt {
  /** Null: it may go on. */
  readonly retryAfterMs: number | null;
  /** It is the first to be stopped within its window. */
  readonly firstStopped: boolean;
  /** It was right: it counts no more. */
  giveBack(): Promise<void>;
}

/** Counts an attempt at `whom` before it is judged. Null: at nobody in particular. */
export async function takeAttempt(pool: pg.Pool, address: string, whom: string | null): Promise<Attempt> {
  const counted: [string, number][] = [
    [digest('address', address), MOST.address],
    // In this order always: two callers never wait for each other.
    ...(whom === null
      ? []
      : ([
          [digest('pair', address, whom), MOST.pair],
          [digest('person', whom), MOST.person],
        ] as [string, number][])),
  ];
  const names = counted.map(([name]) => name);
  const [row] = await take(pool, [names, counted.map(([, most]) => most)]);
  if (row === undefined) throw new Error('An attempt was not counted');
  return {
    retryAfterMs: row.wait === null ? null : Math.max(1_000, Math.ceil(row.wait * 1_000)),
    firstStopped: row.first,
    giveBack: async () => {
      await giveBack(pool, [names]);
    },
  };
}

const digest = (...words: readonly string[]): string =>
  `${words[0]}:${createHash('sha256').update(JSON.stringify(words)).digest('hex')}`;
