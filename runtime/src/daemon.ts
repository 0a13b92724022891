import { resolve } from 'node:path';
import { type ApiClient, createApiClient } from './api-client.js';
import { claimable, claimTransfer } from './claim.js';
import { lockStateDir } from './dir-lock.js';
import { inheritedEnvironment } from './env.js';
import { DEFAULT_TIMING, type RuntimeOptions, type Timing } from './options.js';
import { pause } from './pause.js';
import { processDriver } from './process-driver.js';
import type { Run } from './run.js';
import { type ClaimRecord, makeStateDir, standingClaims, transferPaths } from './state-dir.js';
import { runTransfer } from './transfer-run.js';

export interface RuntimeHandle {
  /** Stops claiming and freezes what runs, for the next daemon on this directory to adopt. */
  stop(): Promise<void>;
  /** Resolves when the daemon has stopped. */
  readonly done: Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;
const RETRY_MS = 5_000;

/**
 * The destination daemon: claims transfers of its key's pool, runs each, ends each. First it adopts what an earlier one
 * left in `dir`. After an orderly stop the commands are frozen; after a kill they run on, unmetered past their usage
 * file, until the next daemon adopts them. Throws when the directory cannot be used.
 */
export async function runRuntime(options: RuntimeOptions): Promise<RuntimeHandle> {
  const dir = resolve(options.dir);
  await makeStateDir(dir);
  const release = lockStateDir(dir);
  const daemon = new Daemon({ ...options, dir });
  const standing = await standingClaims(dir);
  options.signal?.addEventListener('abort', () => daemon.abort(), { once: true });
  if (options.signal?.aborted) daemon.abort();
  const done = daemon.work(standing).finally(release);
  return {
    done,
    stop: () => {
      daemon.abort();
      return done;
    },
  };
}

interface Active {
  /** Set when the server offers the transfer again: its claim has lapsed. */
  abandoned: boolean;
  readonly ended: Promise<void>;
}

class Daemon {
  private readonly stopping = new AbortController();
  private readonly active = new Map<string, Active>();
  private readonly api: ApiClient;
  private readonly timing: Timing;
  private trouble: string | null = null;

  constructor(private readonly options: RuntimeOptions) {
    this.timing = { ...DEFAULT_TIMING, ...options.timing };
    this.api = createApiClient({ url: options.url, key: options.key, signal: this.stopping.signal });
  }

  abort(): void {
    this.stopping.abort();
  }

  async work(standing: readonly ClaimRecord[]): Promise<void> {
    const { signal } = this.stopping;
    this.log({ event: 'started', adopting: standing.length });
    for (const claim of standing) {
      this.log({ event: 'adopted', transferId: claim.transferId });
      this.begin(claim);
    }
    while (!signal.aborted) {
      await this.claimMore();
      await pause(this.timing.pollMs, signal);
    }
    await Promise.all([...this.active.values()].map(({ ended }) => ended));
    this.log({ event: 'stopped' });
  }

  /** Asks even when no more can be taken: what is offered again was lost by us. */
  private async claimMore(): Promise<void> {
    const offered = await claimable(this.api, this.options.tiers);
    if (this.stopping.signal.aborted) return;
    if (offered.kind !== 'offered') return this.tellTrouble(offered.kind, offered.message);
    this.tellTrouble(null);
    for (const transfer of offered.transfers) {
      const mine = this.active.get(transfer.id);
      if (mine !== undefined) {
        mine.abandoned = true;
        continue;
      }
      if (
        this.active.size >= (this.options.concurrency ?? DEFAULT_CONCURRENCY) ||
        this.stopping.signal.aborted
      )
        return;
      const claim = await claimTransfer(this.api, this.options.dir, transfer, (event) => this.log(event));
      if (claim !== null) this.begin(claim);
    }
  }

  private begin(claim: ClaimRecord): void {
    const id = claim.transferId;
    const run = this.runOf(claim, () => this.active.get(id)?.abandoned ?? false);
    const ended = this.untilOver(run).finally(() => this.active.delete(id));
    this.active.set(id, { abandoned: false, ended });
  }

  /** What fails here, such as a full disk, is tried again from where it stands: its commands are frozen meanwhile. */
  private async untilOver(run: Run): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        return await runTransfer(run);
      } catch (error) {
        run.log('failed', { message: error instanceof Error ? error.message : String(error) });
        await pause(RETRY_MS, this.stopping.signal);
      }
    }
  }

  private runOf(claim: ClaimRecord, isAbandoned: () => boolean): Run {
    const { url, dir, command, environment, driver, keepFiles } = this.options;
    const id = claim.transferId;
    return {
      id,
      paths: transferPaths(dir, id),
      claim,
      api: createApiClient({ url, key: claim.credential, signal: this.stopping.signal }),
      driver: driver ?? processDriver,
      command,
      environment: environment ?? inheritedEnvironment(),
      keepFiles: keepFiles ?? false,
      timing: this.timing,
      stopping: this.stopping.signal,
      isAbandoned,
      log: (event, detail = {}) => this.log({ event, transferId: id, ...detail }),
    };
  }

  /** Once when it begins, once when it ends. */
  private tellTrouble(trouble: 'key_refused' | 'api_unreachable' | null, message?: string): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.log(trouble === null ? { event: 'api_reachable' } : { event: trouble, message });
  }

  private log(event: Parameters<NonNullable<RuntimeOptions['log']>>[0]): void {
    this.options.log?.(event);
  }
}
