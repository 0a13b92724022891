import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ServerAddress } from './embedded-address.js';
import type { PostgresBinaries } from './embedded-binaries.js';
import type { ServerUser } from './embedded-user.js';
import { until } from './until.js';

/** Recovery after a crash replays the write-ahead log before the server lets anybody in. */
const readyBoundMs = 60_000;
/** The whole process has 5 s to end after SIGTERM. */
const fastShutdownMs = 3_000;
const logRotatesAtBytes = 16 * 1024 * 1024;

const settings: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '5min',
  fsync: 'on',
  synchronous_commit: 'on',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

export interface ServerPlan {
  home: string;
  cluster: string;
  binaries: PostgresBinaries;
  address: ServerAddress;
  user: ServerUser | undefined;
  /** Settings that go over the usual ones. */
  settings: Record<string, string>;
}

export interface RunningServer {
  /** Resolves when the server has ended, however it came. */
  ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back. At most about 4 s. */
  stop(): Promise<void>;
}

/** Starts the server and waits until it answers. Throws with the end of its log when it does not. */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const logFile = join(plan.home, 'postgres.log');
  for (const deadline = performance.now() + 10_000; ; ) {
    rotate(logFile);
    const logFrom = sizeOf(logFile);
    const child = launch(plan, logFile);
    if (await answers(child, plan.address.url('postgres'))) return running(child, plan);
    await end(child, plan);
    const said = readFileSync(logFile).subarray(logFrom).toString();
    // Backends of a killed server leave by themselves, a moment after it.
    const stillLeaving = said.includes('pre-existing shared memory block');
    if (!stillLeaving || performance.now() > deadline) {
      throw new Error(`The embedded database did not start. The end of ${logFile}:\n${said.slice(-2_000)}`);
    }
  }
}

function launch(plan: ServerPlan, logFile: string): ChildProcess {
  const output = openSync(logFile, 'a', 0o600);
  const flags = Object.entries({ ...settings, ...plan.address.settings, ...plan.settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  // Its own process group: Ctrl-C in a terminal must reach us alone, who stop it last.
  const child = spawn(plan.binaries.postgres, ['-D', plan.cluster, ...flags], {
    ...plan.user,
    cwd: plan.home,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  closeSync(output);
  child.unref();
  return child;
}

async function answers(child: ChildProcess, url: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  let ready = false;
  await until(async () => {
    if (failure) throw failure;
    ready = await connects(url);
    return ready || hasEnded(child);
  }, readyBoundMs);
  return ready;
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch {
    // Not yet: the caller asks again, and reports the server's own log when its patience ends.
    return false;
  } finally {
    await client.end();
  }
}

function running(child: ChildProcess, plan: ServerPlan): RunningServer {
  // Last resort when the process ends without having called stop().
  const onExit = () => child.kill('SIGINT');
  process.once('exit', onExit);
  const ended = new Promise<void>((resolve) =>
    hasEnded(child) ? resolve() : child.once('exit', () => resolve()),
  );
  void ended.then(() => process.off('exit', onExit));
  return { ended, stop: () => end(child, plan) };
}

async function end(child: ChildProcess, plan: ServerPlan): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  child.ref();
  if (process.platform === 'win32') {
    spawnSync(plan.binaries.pgCtl, ['stop', '-D', plan.cluster, '-m', 'fast', '-W'], { windowsHide: true });
  } else {
    child.kill('SIGINT');
  }
  if (await until(() => hasEnded(child), fastShutdownMs)) return;
  child.kill('SIGQUIT');
  if (await until(() => hasEnded(child), 1_000)) return;
  child.kill('SIGKILL');
  await until(() => hasEnded(child), 1_000);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function rotate(logFile: string): void {
  if (sizeOf(logFile) > logRotatesAtBytes) renameSync(logFile, `${logFile}.1`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
