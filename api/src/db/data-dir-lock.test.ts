import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSource } from '../../../test/support/source-process.js';
import { dataDirOwner, lockDataDir } from './data-dir-lock.js';
import { processIdentity } from './process-identity.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('who has it keeps others out until it is released', () => {
  const release = lockDataDir(dir);
  expect(dataDirOwner(dir)).toBe(process.pid);
  expect(() => lockDataDir(dir)).toThrow(`is in use by process ${process.pid}.`);
  release();
  expect(dataDirOwner(dir)).toBeUndefined();
  lockDataDir(dir);
});

test('a pid that another run of a process has now does not count', () => {
  const earlier = { pid: process.pid, identity: `${processIdentity(process.pid)}0` };
  writeFileSync(join(dir, 'owner.4.lock'), JSON.stringify(earlier));
  lockDataDir(dir);
  expect(readdirSync(dir)).toEqual(['owner.5.lock']);
});

test('a lock that a power cut has torn does not count', () => {
  writeFileSync(join(dir, 'owner.1.lock'), '');
  lockDataDir(dir);
  expect(dataDirOwner(dir)).toBe(process.pid);
});

test('of many that find a dead owner at once, one gets it', { timeout: 60_000 }, async () => {
  const starters = mkdtempSync(join(dir, 'starters-'));
  writeFileSync(join(dir, 'owner.7.lock'), JSON.stringify({ pid: process.pid, identity: 'gone' }));
  const processes = Array.from({ length: 5 }, () =>
    runSource('./take-data-dir.ts', [dir, join(starters, 'go')]),
  );
  try {
    for (const each of processes) expect(await each.line()).toBe('waiting');
    writeFileSync(join(starters, 'go'), '');
    const outcomes = await Promise.all(processes.map((each) => each.line()));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    const owner = processes[outcomes.indexOf('taken')]?.pid;
    expect(outcomes.filter((outcome) => outcome.includes(`in use by process ${owner}.`))).toHaveLength(4);
  } finally {
    for (const each of processes) await each.end('SIGKILL');
  }
});
