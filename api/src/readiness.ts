import type { DatabaseReadiness, Unstamped } from './db/readiness.js';

/** Whether this instance is fit to serve, and the figures that say so. `/readyz` shows it to strangers. */
export interface Readiness {
  /** Why requests should go elsewhere; empty when they should not. */
  readonly reasons: readonly string[];
  /** Null: the database did not say. */
  readonly unstamped: Unstamped | null;
  /** Milliseconds since a pass last found every committed event numbered and told. */
  readonly feedLagMs: number;
  /** Milliseconds since a sweep last went through; null: this process runs no reaper. */
  readonly reaperAgeMs: number | null;
}

export interface ReadinessParts {
  database(): Promise<DatabaseReadiness>;
  feedLagMs(): number;
  reaperAgeMs(): number | null;
  /** Passes and sweeps take milliseconds, about once a second: what took longer than this is stuck. */
  readonly stalledAfterMs: number;
}

export async function judgeReadiness(parts: ReadinessParts): Promise<Readiness> {
  const { reasons, unstamped } = await parts.database();
  const feedLagMs = parts.feedLagMs();
  const reaperAgeMs = parts.reaperAgeMs();
  const tooOld = (ms: number | null | undefined): boolean => (ms ?? 0) > parts.stalledAfterMs;
  return {
    reasons: [
      ...reasons,
      ...(tooOld(unstamped?.oldestMs) ? ['committed events are not numbered'] : []),
      ...(tooOld(feedLagMs) ? ['the feed has stalled'] : []),
      ...(tooOld(reaperAgeMs) ? ['the reaper has stalled'] : []),
    ],
    unstamped,
    feedLagMs,
    reaperAgeMs,
  };
}
