import type { Viewer } from '../principal/viewer.js';

/** Whether a credential still is what it was when a stream began. Given the ids of keys, says which are not. */
export type FindLost = (viewers: readonly Viewer[]) => Promise<readonly Viewer[]>;

/** Covers a lost wake-up, and keys that expire by themselves. */
const EVERY_MS = 400;

/** Watches the credentials of all that is open, with one query for all of them. */
export interface RightsWatch {
  /** Calls `onLost` once when the viewer's credential was revoked, expired or changed; returns how to stop watching. */
  watch(viewer: Viewer, onLost: () => void): () => void;
  /** Something about credentials changed: look now. */
  check(): void;
  stop(): void;
}

export function startRightsWatch(findLost: FindLost, onError: (error: unknown) => void): RightsWatch {
  const watched = new Map<Viewer, Set<() => void>>();
  let looking = false;
  let again = false;

  async function look(): Promise<void> {
    const lost = watched.size === 0 ? [] : await findLost([...watched.keys()]);
    for (const viewer of lost) {
      const told = watched.get(viewer) ?? [];
      watched.delete(viewer);
      for (const onLost of told) onLost();
    }
  }

  function check(): void {
    again = true;
    if (looking) return;
    looking = true;
    void (async () => {
      while (again) {
        again = false;
        await look().catch(onError);
      }
      looking = false;
    })();
  }

  const timer = setInterval(check, EVERY_MS);
  timer.unref();
  return {
    watch(viewer, onLost) {
      const set = watched.get(viewer) ?? new Set();
      watched.set(viewer, set.add(onLost));
      return () => {
        set.delete(onLost);
        if (set.size === 0) watched.delete(viewer);
      };
    },
    check,
    stop: () => clearInterval(timer),
  };
}
