import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveParts } from './save-parts.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-save-parts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const part = (path: string, content: string) => ({
  path,
  length: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});
const serve = (content: string) => async () => new Blob([content]).stream();

test('parts in folders, byte for byte', async () => {
  const out = join(folder, 'good');
  await saveParts(out, [part('side/agents/1.jsonl', 'a\r\n')], serve('a\r\n'));
  expect(readFileSync(join(out, 'side/agents/1.jsonl'), 'utf8')).toBe('a\r\n');
});

test.each(['../escape', '/etc/escape', 'a/../../escape', 'C:escape', 'a\\..\\escape', 'a//b', ''])(
  'the path %j writes nothing at all',
  async (path) => {
    const out = join(folder, 'bad');
    await expect(saveParts(out, [part('fine', 'x'), part(path, 'x')], serve('x'))).rejects.toMatchObject({
      facts: { code: 'INVALID_INPUT' },
    });
    expect(existsSync(out)).toBe(false);
  },
);

test.each([
  ['other bytes', 'xy', 'xz'],
  ['bytes cut off', 'xy', 'x'],
])('%s are refused, and their file is removed', async (name, promised, sent) => {
  const out = join(folder, name);
  await expect(saveParts(out, [part('p', promised)], serve(sent))).rejects.toMatchObject({
    facts: { code: 'CHECKSUM_MISMATCH' },
  });
  expect(readdirSync(out)).toEqual([]);
});
