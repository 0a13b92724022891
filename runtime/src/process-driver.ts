import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver, Running, StartSpec } from './driver.js';
import { LAUNCHER, type Launch, launchPath, readLaunch, settleLaunches } from './launch-record.js';
import { ProcessGroup } from './process-group.js';

type Exit = { readonly code: number | null };

/** Between looks for the record that a command's first process writes; it takes milliseconds. */
const LOOK_MS = 5;

/**
 * Runs the command as plain processes of the daemon's own user: it can read what the daemon can, its claim's credential
 * and lease secret among it. For commands that are trusted.
 */
export const processDriver: Driver = {
  name: 'process',
  ceilings: 'ADVISORY',
  adopt: async (root) => {
    const launch = await settleLaunches(root);
    return typeof launch === 'number' ? null : adopted(launch);
  },
  start: async (spec) => {
    const attempt = await settleLaunches(spec.root);
    if (typeof attempt !== 'number') return adopted(attempt);
    const child = launch(spec, attempt);
    const exit = { seen: null as Exit | null };
    child.once('exit', (code) => {
      exit.seen = { code };
    });
    await once(child, 'spawn');
    // A daemon that stops leaves it behind.
    child.unref();
    for (;;) {
      const record = await readLaunch(spec.root, attempt);
      if (record !== null) return running(new ProcessGroup(record.pid, record.startedAt), () => exit.seen);
      if (exit.seen !== null) return over(exit.seen.code);
      await wait(LOOK_MS);
    }
  },
};

function launch(spec: StartSpec, attempt: number): ChildProcess {
  const files = [spec.stdout, spec.stderr, spec.usage].map((path) => openSync(path, 'a', 0o600));
  try {
    const [out, err, usage] = files;
    return spawn('/bin/sh', ['-c', LAUNCHER, 'baton', launchPath(spec.root, attempt), ...spec.command], {
      cwd: spec.cwd,
      env: { ...spec.env },
      // A session of its own: signals reach all of it, and none of the daemon's reach it.
      detached: true,
      stdio: ['ignore', out, err, usage],
    });
  } finally {
    for (const file of files) closeSync(file);
  }
}

function adopted({ pid, startedAt, otherBoot }: Launch): Running {
  if (otherBoot) return over(null);
  const group = new ProcessGroup(pid, startedAt);
  // A child's exit is told to its parent; what was adopted can only be looked for.
  return running(group, () => (group.isLeaderAlive() ? null : { code: null }));
}

function running(group: ProcessGroup, exited: () => Exit | null): Running {
  return {
    freeze: () => group.freeze(),
    resume: () => group.resume(),
    exited,
    end: (graceMs) => group.end(graceMs),
  };
}

function over(code: number | null): Running {
  return { freeze: () => {}, resume: () => {}, exited: () => ({ code }), end: async () => true };
}
