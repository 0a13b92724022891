import { Fault } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';

/** What one credential may hold open at once, over all sockets and streams of this instance. */
const SOCKETS = 64;
const STREAMS = 256;
const RETRY_MS = 5_000;

/** Counts what each credential holds open. */
export class StreamLimits {
  readonly #open = { socket: new Map<string, number>(), stream: new Map<string, number>() };

  /** Takes a place; the returned function gives it back. Throws RATE_LIMITED when none is free. */
  take(what: 'socket' | 'stream', viewer: Viewer): () => void {
    const most = what === 'socket' ? SOCKETS : STREAMS;
    const counts = this.#open[what];
    const holder = viewer.keyId ?? viewer.signInId ?? viewer.id;
    const held = counts.get(holder) ?? 0;
    if (held >= most)
      throw new Fault('RATE_LIMITED', `A credential holds at most ${most} ${what}s open`, RETRY_MS);
    counts.set(holder, held + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (counts.get(holder) ?? 1) - 1;
      if (left === 0) counts.delete(holder);
      else counts.set(holder, left);
    };
  }
}
