import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataDir, ownTokenSecret } from './token-secret.js';

let parent: string;
let dataDir: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'baton-secret-'));
  dataDir = join(parent, 'a', 'data');
  makeDataDir(dataDir);
});
afterEach(() => rmSync(parent, { recursive: true }));

test('is made once, for its owner alone, and leaves no draft', () => {
  const made = ownTokenSecret(dataDir);
  expect(made.secret.length).toBeGreaterThanOrEqual(32);
  expect(ownTokenSecret(dataDir)).toEqual(made);
  expect(readdirSync(dataDir)).toEqual(['transfer-token-secret']);
  expect(statSync(join(dataDir, 'transfer-token-secret')).mode & 0o777).toBe(0o600);
  // Nobody but the owner lists the directory; root lets the database's user pass.
  expect(statSync(dataDir).mode & 0o066).toBe(0);
});

test('one that is too short stops the start', () => {
  writeFileSync(join(dataDir, 'transfer-token-secret'), 'short');
  expect(() => ownTokenSecret(dataDir)).toThrow('must hold at least 32 bytes');
});
