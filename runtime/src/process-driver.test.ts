import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Running } from './driver.js';
import { LAUNCHER, launchPath, settleLaunches } from './launch-record.js';
import { processDriver } from './process-driver.js';
import { ProcessGroup } from './process-group.js';
import { processFacts } from './process-table.js';

const BOUND = { timeout: 10_000, interval: 10 };

let root: string;
let runs: Running[];
const at = (name: string) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-driver-'));
  mkdirSync(at('session'));
  runs = [];
});
afterEach(async () => {
  for (const running of runs) expect(await running.end(0)).toBe(true);
  rmSync(root, { recursive: true });
});

async function start(...command: [string, ...string[]]): Promise<Running> {
  const running = await processDriver.start({
    transferId: 'trf_test',
    command,
    cwd: at('session'),
    env: { PATH: '/usr/bin:/bin', MARK: 'here' },
    root,
    usage: at('usage.in'),
    stdout: at('stdout.log'),
    stderr: at('stderr.log'),
    tier: 'sandbox-small',
    limits: null,
  });
  runs.push(running);
  return running;
}

const shell = (script: string) => start('/bin/sh', '-c', script);
const written = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
const size = (name: string) => (existsSync(at(name)) ? statSync(at(name)).size : 0);
const pidIn = async (name: string): Promise<number> => {
  await expect.poll(() => written(name), BOUND).toMatch(/^\d+\n/);
  return Number.parseInt(written(name), 10);
};

test('gives the command its directory, environment and descriptors, and tells its exit', async () => {
  const running = await shell('pwd; env | grep -c .; echo "$MARK" >&2; echo line >&3; exit 7');
  await expect.poll(() => running.exited(), BOUND).toEqual({ code: 7 });
  expect(written('stdout.log').split('\n')[0]).toBe(at('session'));
  expect(written('stderr.log')).toBe('here\n');
  expect(written('usage.in')).toBe('line\n');
});

test('tells the exit of a program that does not exist', async () => {
  const running = await start('no-such-program');
  await expect.poll(() => running.exited(), BOUND).toEqual({ code: 127 });
  expect(written('stderr.log')).toContain('no-such-program');
});

test('freezes every process of the command, those of other groups too, and lets them go on', async () => {
  // `set -m` gives each background job a group of its own.
  const running = await shell('set -m; (while :; do echo . >&3; done) & while :; do echo . ; done');
  await expect.poll(() => [size('usage.in') > 0, size('stdout.log') > 0], BOUND).toEqual([true, true]);
  running.freeze();
  const states = () => {
    const leader = Number.parseInt(written('launch.2'), 10);
    return new ProcessGroup(leader, processFacts(leader)?.startedAt ?? '')
      .members()
      .map(({ state }) => state);
  };
  await expect.poll(states, BOUND).toEqual(['T', 'T']);
  const [one, two] = [size('usage.in'), size('stdout.log')];
  running.resume();
  await expect.poll(() => [size('usage.in') > one, size('stdout.log') > two], BOUND).toEqual([true, true]);
});

test('ends a frozen command by SIGTERM, which it may answer', async () => {
  const running = await shell('trap "echo bye; exit 0" TERM; echo ready; while :; do sleep 0.01; done');
  await expect.poll(() => written('stdout.log'), BOUND).toBe('ready\n');
  running.freeze();
  expect(await running.end(5_000)).toBe(true);
  expect(written('stdout.log')).toBe('ready\nbye\n');
});

test('ends what ignores SIGTERM by SIGKILL, children that outlive their parent among it', async () => {
  const running = await shell(
    'trap "" TERM; (trap "" TERM; while :; do sleep 0.01; done) & echo $! >&3; exit 0',
  );
  const child = await pidIn('usage.in');
  await expect.poll(() => running.exited(), BOUND).toEqual({ code: 0 });
  expect(processFacts(child)).not.toBeNull();
  expect(await running.end(100)).toBe(true);
  expect(['Z', undefined]).toContain(processFacts(child)?.state);
});

test('adopts what it started before, running or not', async () => {
  const running = await shell('while :; do sleep 0.01; done');
  const adopted = await processDriver.adopt(root);
  expect(adopted?.exited()).toBeNull();
  expect(await adopted?.end(5_000)).toBe(true);
  expect(adopted?.exited()).toEqual({ code: null });
  await expect.poll(() => running.exited(), BOUND).toEqual({ code: null });
  expect((await processDriver.adopt(root))?.exited()).toEqual({ code: null });
});

test('leaves alone a process that was given the pid of ours', async () => {
  const running = await shell('while :; do sleep 0.01; done');
  const leader = Number.parseInt(written('launch.2'), 10);
  expect(await new ProcessGroup(leader, 'another start').end(0)).toBe(true);
  expect(running.exited()).toBeNull();
  expect(new ProcessGroup(leader, processFacts(leader)?.startedAt ?? '').members()).not.toEqual([]);
});

test('a launch that comes late, after the next daemon looked, runs nothing', async () => {
  expect(await processDriver.adopt(root)).toBeNull();
  const late = spawnSync('/bin/sh', ['-c', LAUNCHER, 'baton', launchPath(root, 1), 'touch', at('ran')]);
  expect(late.status).toBe(126);
  expect(existsSync(at('ran'))).toBe(false);
  const inTime = spawnSync('/bin/sh', ['-c', LAUNCHER, 'baton', launchPath(root, 2), 'touch', at('ran')]);
  expect(inTime.status).toBe(0);
  expect(await settleLaunches(root)).toMatchObject({ otherBoot: false });
});
