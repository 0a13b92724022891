import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockStateDir } from './dir-lock.js';
import { bootId } from './process-table.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('is one daemon’s at a time', () => {
  const release = lockStateDir(dir);
  expect(() => lockStateDir(dir)).toThrow(`in use by process ${process.pid}`);
  release();
  lockStateDir(dir)();
  expect(readdirSync(dir)).toEqual([]);
});

test.for([
  ['has ended', { pid: 2 ** 22 + 1, startedAt: '1', boot: bootId() }],
  ['has a pid that was given again', { pid: process.pid, startedAt: '1', boot: bootId() }],
  ['ran before the machine was started anew', { pid: process.pid, startedAt: '1', boot: 'another' }],
])('is taken over from an owner that %s', ([, owner]) => {
  writeFileSync(join(dir, 'owner.4.lock'), JSON.stringify(owner));
  lockStateDir(dir);
  expect(readdirSync(dir)).toEqual(['owner.5.lock']);
});

test('is taken over when a power cut tore its record', () => {
  writeFileSync(join(dir, 'owner.1.lock'), '{"pi');
  lockStateDir(dir);
  expect(readdirSync(dir)).toEqual(['owner.2.lock']);
});
