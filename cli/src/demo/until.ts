import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.js';

const POLL_MS = 100;
const INTERRUPTED = 130;

/**
 * Looks until there is something, and gives it. Throws when `signal` is aborted, and after `withinMs` milliseconds
 * with `what` was waited for.
 */
export async function until<T>(
  what: string,
  signal: AbortSignal,
  look: () => Promise<T | undefined> | T | undefined,
  withinMs = 30_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    if (signal.aborted)
      throw new Failure({ code: 'INTERRUPTED', message: 'ended by a signal', retryable: true }, INTERRUPTED);
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() >= end) {
      throw new Failure(
        { code: 'DEMO_FAILED', message: `waited ${withinMs / 1000} s in vain: ${what}`, retryable: true },
        1,
      );
    }
    await sleep(POLL_MS);
  }
}
