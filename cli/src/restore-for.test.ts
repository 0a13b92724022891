import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreFor } from './restore-for.js';

const ID = '3b0e6c52-6f0d-4c1e-9a57-2d1c8f4b7e10';
let place: string;
let home: string;
let cwd: string;
let folder: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'baton-restore-for-')));
  home = join(place, 'home');
  cwd = join(place, 'new-place');
  folder = join(place, 'parts');
  for (const path of [cwd, folder]) mkdirSync(path);
});
afterEach(() => rmSync(place, { recursive: true }));

const line = (more: object) =>
  `${JSON.stringify({ sessionId: ID, cwd: '/old/place', version: '2.1.197', isSidechain: false, ...more })}\n`;
const SAID = line({ type: 'user', uuid: 'u1', message: { role: 'user', content: 'look into /old/place' } });
const CALL = line({
  type: 'assistant',
  uuid: 'u2',
  parentUuid: 'u1',
  message: {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__baton__snapshot_state', input: {} }],
  },
});
function saved() {
  writeFileSync(join(folder, `${ID}.jsonl`), SAID + CALL);
  return {
    folder,
    label: ID,
    cwd: '/old/place',
    parts: [{ path: `${ID}.jsonl`, mediaType: 'application/jsonl' }],
  };
}
const file = () => join(home, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${ID}.jsonl`);

test('a session of Claude Code lies where it is resumed, told where it went on, its words as they were', async () => {
  const restored = await restoreFor('claude-code', saved(), { home, cwd });
  const lines = readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(lines.length).toBe(3);
  expect(lines.map(({ cwd: at }) => at)).toEqual([cwd, cwd, cwd]);
  expect(lines[0].message.content).toBe('look into /old/place');
  expect(lines[2].message.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1' });
  expect(restored).toMatchObject({
    session: ID,
    resume: `claude --resume ${ID}`,
    leftOpen: [],
    unmappedCwds: [],
    edits: expect.arrayContaining([
      expect.objectContaining({ kind: 'cwd', from: '/old/place', to: cwd }),
      expect.objectContaining({ kind: 'answer', callId: 'toolu_1', own: true }),
    ]),
  });
});

test('what is there is not overwritten, and nothing else is left behind', async () => {
  await restoreFor('claude-code', saved(), { home, cwd });
  const before = readFileSync(file(), 'utf8');
  await expect(restoreFor('claude-code', saved(), { home, cwd })).rejects.toMatchObject({
    facts: { code: 'INVALID_INPUT', message: expect.stringContaining('is there already') },
  });
  expect(readFileSync(file(), 'utf8')).toBe(before);
});

test('a link on the way is not followed', async () => {
  const elsewhere = join(place, 'elsewhere');
  mkdirSync(elsewhere);
  mkdirSync(home);
  symlinkSync(elsewhere, join(home, 'projects'));
  await expect(restoreFor('claude-code', saved(), { home, cwd })).rejects.toMatchObject({
    facts: { message: expect.stringContaining('is no folder') },
  });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('what is no session of the client, or has no place to go on, is refused in words', async () => {
  const other = { ...saved(), parts: [{ path: 'notes.txt', mediaType: 'text/plain' }] };
  await expect(restoreFor('codex', other, { home, cwd })).rejects.toMatchObject({
    facts: { code: 'INVALID_INPUT' },
  });
  await expect(
    restoreFor('claude-code', saved(), { home, cwd: join(place, 'absent') }),
  ).rejects.toMatchObject({
    facts: { code: 'USAGE' },
  });
});
