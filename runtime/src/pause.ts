import { setTimeout as wait } from 'node:timers/promises';

/** Waits, or returns early when `signal` is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
