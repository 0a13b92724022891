import type { Driver } from './driver.js';

export interface RuntimeOptions {
  /** Where Baton listens. */
  readonly url: string;
  /** Key of a runtime: it names the pool, and may do nothing but claim. */
  readonly key: string;
  /** Directory for the daemon's own state, made with mode 0700. One daemon at a time. */
  readonly dir: string;
  /** Program and arguments, run in the restored session's directory. */
  readonly command: readonly [string, ...string[]];
  /** Tiers it can serve; default all. */
  readonly tiers?: readonly string[] | undefined;
  /** Transfers at a time, those that run and those that wait for their push. Default 4. */
  readonly concurrency?: number | undefined;
  /** Leaves the restored files and the command's output when a transfer is over. Its teardown is then not proven. */
  readonly keepFiles?: boolean | undefined;
  /** What the command inherits; default: PATH, language and time zone of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Default: plain processes. */
  readonly driver?: Driver | undefined;
  /** Stops the daemon, as `stop()` does. */
  readonly signal?: AbortSignal | undefined;
  readonly log?: RuntimeLog | undefined;
  readonly timing?: Partial<Timing> | undefined;
}

/** All in milliseconds. */
export interface Timing {
  /** Between looks at the API: for work, for the push, for the activation, and while frozen. Default 1000. */
  readonly pollMs: number;
  /** Between renewals of a lease. Default 8000: with a call's own time it stays under ten seconds. */
  readonly renewMs: number;
  /** Life of a lease after its renewal was sent, less a margin: past it nothing may act. Default 27000 of 30000. */
  readonly leaseMs: number;
  /** Between looks at the command's usage file. Default 100. */
  readonly usageMs: number;
  /** From SIGTERM to SIGKILL. Default 5000. */
  readonly endGraceMs: number;
}

export const DEFAULT_TIMING: Timing = {
  pollMs: 1_000,
  renewMs: 8_000,
  leaseMs: 27_000,
  usageMs: 100,
  endGraceMs: 5_000,
};

/** What a daemon tells of its work, in the order in which it comes to be. */
export type RuntimeEventName =
  | 'started'
  | 'stopped'
  | 'key_refused'
  | 'api_unreachable'
  | 'api_reachable'
  | 'claimed'
  | 'claim_refused'
  | 'adopted'
  | 'restored'
  | 'restore_failed'
  | 'verified'
  | 'verification_refused'
  | 'activated'
  | 'command_started'
  | 'command_failed_to_start'
  | 'command_exited'
  | 'usage_reported'
  | 'usage_warning'
  | 'frozen'
  | 'continued'
  | 'ended'
  | 'teardown_reported'
  | 'teardown_refused'
  | 'dropped'
  | 'failed';

export interface RuntimeEvent {
  readonly event: RuntimeEventName;
  readonly transferId?: string;
  /** What there is to say of it; never a secret. */
  readonly [detail: string]: unknown;
}

export type RuntimeLog = (event: RuntimeEvent) => void;
