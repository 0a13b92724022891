import type { Viewer } from '../principal/viewer.js';

/** Which credentials are no longer what they were when their streams began, and when the next one expires. */
export type ReadStanding = (
  viewers: readonly Viewer[],
) => Promise<{ readonly lost: readonly Viewer[]; readonly nextExpiry: Date | null }>;

/** Covers a lost wake-up, and keys that expire by themselves. */
const EVERY_MS = 400;

/** Watches the credentials of all that is open, with one query for all of them. */
export interface RightsWatch {
  /** Calls `onLost` once when the viewer's credential was revoked, expired or changed; returns how to stop watching. */
  watch(viewer: Viewer, onLost: () => void): () => void;
  /** Something about credentials changed: look now. */
  check(): void;
  /**
   * Before what was read at this mark is told: resolves when everybody who had lost rights by then has been told so.
   * Looks only when something can have changed since the last look.
   */
  settle(mark: { readonly version: bigint; readonly at: Date }): Promise<void>;
  stop(): void;
}

export function startRightsWatch(readStanding: ReadStanding, onError: (error: unknown) => void): RightsWatch {
  const watched = new Map<Viewer, Set<() => void>>();
  let looking = false;
  let again = false;
  /** Up to which change of credentials all who are watched are known to stand; null: somebody is new. */
  let settled: bigint | null = null;
  let nextExpiry: Date | null = null;

  /** One at a time: an older answer must not come after a newer one. */
  let looked: Promise<void> = Promise.resolve();
  function look(): Promise<void> {
    const next = looked.then(lookNow);
    looked = next.catch(() => undefined);
    return next;
  }

  async function lookNow(): Promise<void> {
    if (watched.size === 0) return;
    const standing = await readStanding([...watched.keys()]);
    nextExpiry = standing.nextExpiry;
    for (const viewer of standing.lost) {
      const told = watched.get(viewer) ?? [];
      watched.delete(viewer);
      for (const onLost of told) onLost();
    }
  }

  async function settle({ version, at }: { readonly version: bigint; readonly at: Date }): Promise<void> {
    const stands = settled === version && (nextExpiry === null || nextExpiry > at);
    if (stands || watched.size === 0) return;
    // Set before the look: whoever comes during it is new again.
    settled = version;
    try {
      await look();
    } catch (error) {
      settled = null;
      throw error;
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
      settled = null;
      return () => {
        set.delete(onLost);
        if (set.size === 0) watched.delete(viewer);
      };
    },
    check,
    settle,
    stop: () => clearInterval(timer),
  };
}
