import type { ApiClient } from './api-client.js';
import type { Driver } from './driver.js';
import type { RuntimeEventName, Timing } from './options.js';
import type { ClaimRecord, TransferPaths } from './state-dir.js';

/** One claimed transfer and what works on it. */
export interface Run {
  readonly id: string;
  readonly paths: TransferPaths;
  readonly claim: ClaimRecord;
  /** Speaks with the claim's own credential. */
  readonly api: ApiClient;
  readonly driver: Driver;
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  readonly keepFiles: boolean;
  readonly timing: Timing;
  /** Aborted when the daemon stops: leave everything as it is, frozen, for the next one. */
  readonly stopping: AbortSignal;
  /** Whether the server gives this transfer to others again: the claim has lapsed. */
  isAbandoned(): boolean;
  /** From the moment it holds a lease the claim cannot lapse any more. */
  log(event: RuntimeEventName, detail?: Record<string, unknown>): void;
}

/** The daemon stops: thrown to leave a run where it stands. */
export class Stopping extends Error {
  constructor() {
    super('The daemon is stopping');
    this.name = 'Stopping';
  }
}

export function throwIfStopping({ stopping }: Run): void {
  if (stopping.aborted) throw new Stopping();
}
