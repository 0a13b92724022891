import { setTimeout as pause } from 'node:timers/promises';

/** Asks `condition` every 20 ms until it holds (true) or `boundMs` have passed (false). */
export async function until(condition: () => boolean | Promise<boolean>, boundMs: number): Promise<boolean> {
  const deadline = performance.now() + boundMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await pause(20);
  }
  return true;
}
