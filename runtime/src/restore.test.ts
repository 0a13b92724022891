import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotChecksum, snapshotManifest } from '@baton/sessions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreSession, type StagedSnapshot } from './restore.js';

let dir: string;
const session = () => join(dir, 'session');
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'baton-restore-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const source = { host: 'h', client: 'c', cwd: '/w' };

function staged(files: Record<string, string>): StagedSnapshot {
  const parts = Object.entries(files).map(([path, text]) => ({
    path,
    mediaType: 'text/plain',
    length: Buffer.byteLength(text),
    sha256: sha256(text),
  }));
  return { transferId: 'trf_x', label: null, source, parts };
}

/** Serves these texts in pieces, whatever was staged. */
const serving = (files: Record<string, string>) => ({
  part: async (_id: string, path: string) => ({
    kind: 'bytes' as const,
    bytes: (async function* () {
      for (const piece of (files[path] ?? '').match(/.{1,3}/gs) ?? []) yield Buffer.from(piece);
    })(),
  }),
});

test('writes each part where it belongs and recomputes what the source said', async () => {
  const files = { 'a/b/log.jsonl': '{"n":1}\n{"n":2}\n', 'notes.txt': 'hello', empty: '' };
  const snapshot = staged(files);
  const facts = await restoreSession(serving(files), snapshot, session());
  expect(facts).toEqual({
    checksum: snapshotChecksum(snapshotManifest(null, source, snapshot.parts)),
    entries: 2,
    lastEntrySha256: sha256('{"n":2}'),
  });
  expect(readFileSync(join(session(), 'a/b/log.jsonl'), 'utf8')).toBe(files['a/b/log.jsonl']);
  expect(statSync(join(session(), 'notes.txt')).mode & 0o777).toBe(0o600);
  expect(statSync(session()).mode & 0o777).toBe(0o700);
});

test.for(['../out', '/etc/out', 'a/../../out', 'a\\..\\out', 'C:/out', 'a//out', 'nul\0'])(
  'writes nothing for a snapshot with the path %j',
  async (path) => {
    const files = { good: 'x', [path]: 'y' };
    await expect(restoreSession(serving(files), staged(files), session())).rejects.toMatchObject({
      retryable: false,
    });
    expect(existsSync(session())).toBe(false);
  },
);

test('writes nothing outside, though a link lay where the session goes', async () => {
  const outside = join(dir, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, session());
  const files = { 'a.txt': 'x' };
  await restoreSession(serving(files), staged(files), session());
  expect(existsSync(join(outside, 'a.txt'))).toBe(false);
  expect(readFileSync(join(session(), 'a.txt'), 'utf8')).toBe('x');
});

test('leaves nothing of an earlier try', async () => {
  mkdirSync(session());
  writeFileSync(join(session(), 'old'), 'x');
  await restoreSession(serving({ 'new.txt': 'y' }), staged({ 'new.txt': 'y' }), session());
  expect(existsSync(join(session(), 'old'))).toBe(false);
});

test.for([
  ['other bytes', 'hellx', false],
  ['more bytes', 'hello!', false],
  ['fewer bytes', 'hell', true],
] as const)('refuses %s than staged', async ([, served, retryable]) => {
  await expect(
    restoreSession(serving({ a: served }), staged({ a: 'hello' }), session()),
  ).rejects.toMatchObject({
    name: 'RestoreError',
    retryable,
  });
});

test('tells a broken connection and a missing part apart', async () => {
  const broken = {
    part: async () => ({
      kind: 'bytes' as const,
      bytes: (async function* () {
        yield Buffer.from('he');
        throw new Error('socket closed');
      })(),
    }),
  };
  await expect(restoreSession(broken, staged({ a: 'hello' }), session())).rejects.toMatchObject({
    retryable: true,
  });
  const fault = {
    kind: 'fault' as const,
    code: 'NOT_FOUND',
    message: 'There is no such part',
    status: 404,
    retryable: false,
    retryAfterMs: undefined,
    requestId: undefined,
  };
  await expect(
    restoreSession({ part: async () => fault }, staged({ a: 'hello' }), session()),
  ).rejects.toMatchObject({ message: 'a: There is no such part', retryable: false });
});
