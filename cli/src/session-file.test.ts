import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSessionFile } from './session-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-session-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('a .jsonl of Claude Code names client and session; another one does not', async () => {
  const line = { type: 'user', uuid: 'u', version: '2.1.197', sessionId: 'abc', message: {} };
  const seen = await readSessionFile(
    file('a.jsonl', `{"type":"queue-operation","sessionId":"abc"}\n${JSON.stringify(line)}\n`),
  );
  expect(seen).toMatchObject({ client: 'claude-code', label: 'abc' });
  expect(await readSessionFile(file('b.jsonl', '{"role":"user","content":"x"}\n'))).toMatchObject({
    client: 'unknown',
    label: undefined,
    input: { files: [{ path: 'b.jsonl', mediaType: 'application/jsonl' }] },
  });
});

test('bytes that are no text stay as they are', async () => {
  const bytes = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a, 0xed, 0xa0, 0x80);
  const { input } = await readSessionFile(file('broken.jsonl', bytes));
  expect(Buffer.from(input.files?.[0]?.base64 ?? '', 'base64').equals(bytes)).toBe(true);
});

test('a .json without an inline key is one part', async () => {
  const { input } = await readSessionFile(file('other.json', '{"role":"user"}'));
  expect(input.files).toMatchObject([{ path: 'other.json', mediaType: 'application/json' }]);
});

test('a .json that strict JSON refuses is refused, with a way to carry it all the same', async () => {
  const odd = file('odd.json', '{"role":"user","content":"x\\ud83d y"}');
  await expect(readSessionFile(odd)).rejects.toMatchObject({
    exitCode: 1,
    facts: { code: 'INVALID_INPUT', issues: [{ path: 'content', code: 'LONE_SURROGATE' }] },
  });
  expect((await readSessionFile(odd, true)).input.files).toHaveLength(1);
});

test('a field beside the four is refused rather than left behind', async () => {
  await expect(readSessionFile(file('more.json', '{"toolState":1,"memory":2}'))).rejects.toMatchObject({
    facts: { issues: [{ path: 'memory', code: 'UNKNOWN_FIELD' }] },
  });
});

test('`__proto__` in tool state is data', async () => {
  const { input } = await readSessionFile(file('proto.json', '{"toolState":{"__proto__":{"x":1}}}'));
  expect(JSON.stringify(input)).toBe('{"toolState":{"__proto__":{"x":1}}}');
});
