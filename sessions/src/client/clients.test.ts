import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findClaudeCodeSessions,
  findCodexSessions,
  type Home,
  NoRestoreError,
  type Part,
  planClaudeCodeRestore,
  planCodexRestore,
  projectFolder,
  type RestoreTarget,
  readHead,
  readSession,
  type SnapshotOutline,
  snapshotReport,
  validatePartPath,
} from '../index.js';

const fixture = (path: string): Buffer =>
  readFileSync(new URL(`../../../test/fixtures/sessions/${path}`, import.meta.url));

/** A home in memory; `piece` is how many bytes are read at once. */
function memoryHome(files: Record<string, string | Buffer>, piece = 1000): Home {
  const at = (path: string): Buffer => Buffer.from(files[path] ?? '');
  return {
    files: async (folder) =>
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => ({ path, bytes: at(path).length })),
    has: async (path) => Object.hasOwn(files, path),
    read: (path) => pieces(at(path), piece),
  };
}
async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all);
}
const HERE = { host: 'b', at: '2026-12-01T12:00:00.000Z', ownCallId: null };
const PLANS = { 'claude-code': planClaudeCodeRestore, codex: planCodexRestore };
type Client = keyof typeof PLANS;

async function restore(
  client: Client,
  parts: Part[],
  target: Partial<RestoreTarget>,
  more: Partial<SnapshotOutline> = {},
) {
  const main = parts.find(({ path }) => path.endsWith('.jsonl'));
  const head = await readHead(pieces(main?.bytes ?? Buffer.alloc(0)));
  const outline = { label: head.session, declaredCwd: head.cwd, parts, ...more };
  const plan = PLANS[client](outline, head, { cwd: head.cwd ?? '/w', repair: null, ...target });
  const written: Record<string, string> = {};
  const bytes: Record<string, Buffer> = {};
  for (const { part, to, content } of plan.files) {
    const source = parts.find(({ path }) => path === part)?.bytes ?? Buffer.alloc(0);
    bytes[to] = await collect(content(pieces(source, 777)));
    written[to] = bytes[to].toString();
  }
  return { plan, written, bytes, outcome: plan.outcome() };
}
async function readParts(
  home: Home,
  found: Awaited<ReturnType<typeof findCodexSessions>>[number] | undefined,
) {
  if (found === undefined) throw new Error('no session was found');
  const reading = await readSession(home, found);
  const parts: Part[] = [];
  for (const { path, mediaType, bytes } of reading.parts)
    parts.push({ path, mediaType, bytes: await collect(bytes()) });
  return { ...reading, parts };
}
const jsonl = (...records: unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const ID = '3b0e6c52-6f0d-4c1e-9a57-2d1c8f4b7e10';
const OTHER = '8d5f2a94-17c3-4b68-8e2f-60a9b3c4d5e6';
const line = (sessionId: string, cwd: string, more: object = {}) => ({
  type: 'user',
  sessionId,
  cwd,
  version: '2.1.197',
  uuid: 'u1',
  message: { role: 'user', content: `in ${cwd}` },
  ...more,
});
const made = (id: string, name = 'Bash') => ({
  type: 'assistant',
  uuid: `maker-${id}`,
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
});

const CLAUDE_HOME: Record<string, string | Buffer> = {
  [`projects/-work-shop/${ID}.jsonl`]: jsonl(line(ID, '/work/shop'), made('call-1')),
  [`projects/-work-shop/${ID}/subagents/agent-a1.jsonl`]: jsonl(line(ID, '/work/shop'), made('call-2')),
  [`projects/-work-shop/${ID}/tool-results/r1.txt`]: 'long result',
  'projects/-work-shop/agent-old.jsonl': jsonl(line(ID, '/work/shop')),
  'projects/-work-shop/agent-foreign.jsonl': jsonl(line(OTHER, '/work/shop')),
  [`projects/-work-shop/${OTHER}.jsonl`]: jsonl(line(OTHER, '/work.shop')),
  'projects/-work-shop/memory/notes.md': 'mine',
  [`file-history/${ID}/abc@v1`]: Buffer.from([0, 255, 1]),
  [`file-history/${OTHER}/abc@v1`]: 'x',
  [`todos/${ID}-agent-${ID}.json`]: '[]',
  'settings.json': '{}',
};

describe('a session of Claude Code is found', () => {
  const home = memoryHome(CLAUDE_HOME);
  const found = async (wanted: Parameters<typeof findClaudeCodeSessions>[1]) =>
    (await findClaudeCodeSessions(home, wanted)).map(({ session }) => session);

  it('by its id, with everything that is its own and nothing else', async () => {
    const [session] = await findClaudeCodeSessions(home, { session: ID });
    expect(session?.files.map(({ part }) => part)).toEqual([
      `${ID}.jsonl`,
      `${ID}/subagents/agent-a1.jsonl`,
      `${ID}/tool-results/r1.txt`,
      'agent-old.jsonl',
      `file-history/${ID}/abc@v1`,
      `todos/${ID}-agent-${ID}.json`,
    ]);
  });

  it('by the directory it names itself, though two share a folder', async () => {
    expect(await found({ cwd: '/work/shop' })).toEqual([ID]);
    expect(await found({ cwd: '/work.shop' })).toEqual([OTHER]);
  });

  it('by a call that it or its sub-agent made, not by one it speaks of', async () => {
    expect(await found({ callId: 'call-1' })).toEqual([ID]);
    expect(await found({ callId: 'call-2' })).toEqual([ID]);
    const spoken = memoryHome({
      [`projects/-w/${ID}.jsonl`]: jsonl(
        line(ID, 'call-9', { message: { role: 'user', content: 'call-9' } }),
      ),
    });
    expect(await findClaudeCodeSessions(spoken, { callId: 'call-9' })).toEqual([]);
  });

  it('or not at all', async () => {
    expect(await found({ session: 'none' })).toEqual([]);
    expect(await found({ session: ID, cwd: '/elsewhere' })).toEqual([]);
    expect(await findClaudeCodeSessions(memoryHome({}), {})).toEqual([]);
  });
});

const rollout = (id: string, cwd: string, more: object = {}, ...records: object[]) =>
  jsonl(
    {
      timestamp: '2026-05-06T07:08:09.000Z',
      type: 'session_meta',
      payload: { id, cwd, cli_version: '0.171.0', timestamp: '2026-05-06T07:08:09.000Z', ...more },
    },
    ...records,
  );
const NAME = `rollout-2026-05-06T07-08-09-${ID}.jsonl`;
const CHILD = `rollout-2026-05-06T07-09-00-${OTHER}.jsonl`;
const CODEX_HOME = {
  [`sessions/2026/05/06/${NAME}`]: rollout(
    ID,
    '/work/shop',
    {},
    { type: 'response_item', payload: { type: 'function_call', call_id: 'call-1', name: 'shell' } },
  ),
  [`sessions/2026/05/06/${CHILD}`]: rollout(
    OTHER,
    '/work/shop',
    { source: { subagent: { thread_spawn: { parent_thread_id: ID } } } },
    { type: 'response_item', payload: { type: 'function_call', call_id: 'call-2', name: 'shell' } },
  ),
  'sessions/rollout-2025-05-06-old.jsonl': `${JSON.stringify({ id: 'old', timestamp: '2025-05-06T00:00:00Z', instructions: null })}\n`,
  'session_index.jsonl': `{"id":"x","thread_name":"other"}\n{"id" : "${ID}","thread_name":"shop"}\n`,
  'auth.json': '{}',
};

describe('a session of Codex is found', () => {
  const home = memoryHome(CODEX_HOME);

  it('by its id, with the agents it spawned and its row of the index, byte for byte', async () => {
    const [session] = await findCodexSessions(home, { session: ID });
    const { parts, label, version, cwd } = await readParts(home, session);
    expect({ label, version, cwd }).toEqual({ label: ID, version: '0.171.0', cwd: '/work/shop' });
    expect(parts.map(({ path }) => path)).toEqual([NAME, `spawned/${CHILD}`, 'session_index.jsonl']);
    expect(Buffer.from(parts[2]?.bytes ?? []).toString()).toBe(`{"id" : "${ID}","thread_name":"shop"}\n`);
  });

  it('by directory, by a call of its own or of an agent it spawned, and in the older form', async () => {
    const ids = async (wanted: object) =>
      (await findCodexSessions(home, wanted)).map(({ session }) => session);
    expect(await ids({ cwd: '/work/shop' })).toEqual([ID]);
    expect(await ids({ callId: 'call-1' })).toEqual([ID]);
    expect(await ids({ callId: 'call-2' })).toEqual([ID]);
    expect(await ids({ session: 'old' })).toEqual(['old']);
  });
});

describe('what was read goes back byte for byte, and its report is the same', () => {
  it.each<[Client, string, string]>([
    [
      'claude-code',
      `projects/${projectFolder('/tmp/baton-recording/project')}/${ID}.jsonl`,
      'claude-code-2.1.197/inventory.jsonl',
    ],
    [
      'claude-code',
      `projects/${projectFolder('/tmp/baton-recording/project')}/${OTHER}.jsonl`,
      'claude-code-2.1.197/signed-thinking.jsonl',
    ],
    [
      'codex',
      'sessions/2026/11/30/rollout-2026-11-30T22-52-23-01a22ea8-cb33-7b82-9792-ee89e9680acc.jsonl',
      'codex-0.171.0/shell-inventory.jsonl',
    ],
  ])('%s: %s', async (client, path, recorded) => {
    const files = { [path]: fixture(recorded) };
    const home = memoryHome(files);
    const [found] =
      client === 'codex' ? await findCodexSessions(home, {}) : await findClaudeCodeSessions(home, {});
    const { parts } = await readParts(home, found);
    const { bytes, outcome } = await restore(client, parts, {});
    expect(Object.keys(bytes)).toEqual([path]);
    expect(bytes[path]?.equals(files[path] as Buffer)).toBe(true);
    expect(outcome).toEqual({ edits: [], unmappedCwds: [], leftOpen: [] });
    const again = parts.map((part) => ({ ...part, bytes: bytes[path] as Buffer }));
    expect(snapshotReport(again)).toEqual(snapshotReport(parts));
  });

  it('a whole home, side files and bytes that are no text among them', async () => {
    for (const [client, files, find] of [
      ['claude-code', CLAUDE_HOME, findClaudeCodeSessions],
      ['codex', CODEX_HOME, findCodexSessions],
    ] as const) {
      const home = memoryHome(files, 7);
      const [found] = await find(home, { session: ID });
      const { parts } = await readParts(home, found);
      const { plan, bytes } = await restore(client, parts, {});
      expect(plan.unplaced).toEqual([]);
      for (const { from, only } of found?.files ?? []) {
        if (only === undefined)
          expect(bytes[from]?.equals(Buffer.from((files as Record<string, string>)[from] ?? ''))).toBe(true);
      }
    }
  });

  it('any lines at all, in pieces of any size', async () => {
    const piece = fc.constantFrom(
      ...[
        '{"cwd":"/w',
        '{"a":1}\n',
        '\r\n',
        '\n',
        '"cwd"\n',
        '7\n',
        '\u0000',
        '\ufeff',
        `${JSON.stringify(line(ID, '/w'))}\n`,
        '{"cwd":"\\ud83d"}\n',
        '{"type":"turn_context","payload":{"cwd":7}}\n',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.uint8Array({ maxLength: 5 }), async (texts, tail) => {
        const bytes = Buffer.concat([Buffer.from(texts.join('')), tail]);
        const part = { path: 's.jsonl', mediaType: 'application/jsonl', bytes };
        for (const client of ['claude-code', 'codex'] as const) {
          const written = await restore(client, [part], { cwd: '/w' }, { label: ID });
          expect(Object.values(written.bytes)[0]?.equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a session goes on in another directory', () => {
  it('of Claude Code: structural fields alone name it, every edit is told, text stays', async () => {
    const cwd = '/work/shop';
    const bytes = Buffer.from(
      `${jsonl(line(ID, cwd), line(ID, cwd))}{ "cwd" : "\\/work\\/shop\\/sub" ,"n":1.50,"sessionId":"${ID}","type":"x" }\n${jsonl(
        line(ID, '/elsewhere', { toolUseResult: { cwd } }),
      )}`,
    );
    const { written, outcome } = await restore(
      'claude-code',
      [{ path: `${ID}.jsonl`, mediaType: 'x', bytes }],
      { cwd: '/srv/b' },
    );
    const [[path = '', text = ''] = []] = Object.entries(written);
    expect(path).toBe(`projects/-srv-b/${ID}.jsonl`);
    expect(text.split('\n')[2]).toBe(`{ "cwd" : "/srv/b/sub" ,"n":1.50,"sessionId":"${ID}","type":"x" }`);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({ ...line(ID, cwd), cwd: '/srv/b' });
    expect(JSON.parse(text.split('\n')[3] ?? '')).toMatchObject({
      cwd: '/elsewhere',
      toolUseResult: { cwd },
    });
    expect(outcome).toEqual({
      edits: [
        { kind: 'cwd', part: `${ID}.jsonl`, field: 'cwd', from: '/work/shop', to: '/srv/b', lines: [[1, 2]] },
        {
          kind: 'cwd',
          part: `${ID}.jsonl`,
          field: 'cwd',
          from: '/work/shop/sub',
          to: '/srv/b/sub',
          lines: [[3, 3]],
        },
      ],
      unmappedCwds: ['/elsewhere'],
      leftOpen: [],
    });
  });

  it('of Codex: what the model was told stays', async () => {
    const bytes = fixture('codex-0.171.0/shell-inventory.jsonl');
    const from = '/tmp/baton-recording/project';
    const { written, outcome } = await restore('codex', [{ path: 's.jsonl', mediaType: 'x', bytes }], {
      cwd: '/srv/b',
    });
    const [text = ''] = Object.values(written);
    const before = bytes.toString().split('\n');
    text.split('\n').forEach((after, at) => {
      if (after !== before[at])
        expect(after).toBe(
          before[at]?.replaceAll(`:"${from}"`, ':"/srv/b"').replaceAll(`["${from}"]`, '["/srv/b"]'),
        );
    });
    expect(
      outcome.edits.map((edit) =>
        edit.kind === 'cwd' ? `${edit.field} ${JSON.stringify(edit.lines)}` : edit,
      ),
    ).toEqual([
      'payload.cwd [[1,1],[5,5],[33,33]]',
      'payload.runtime_workspace_roots[] [[1,1]]',
      'payload.thread_settings.cwd [[6,6],[31,31]]',
      'payload.thread_settings.runtime_workspace_roots[] [[6,6],[31,31]]',
    ]);
  });

  it('both the declared directory and the recorded one become it, and chosen ones what was chosen', async () => {
    const bytes = Buffer.from(
      jsonl(line(ID, '/real/shop'), line(ID, '/link/shop/a'), line(ID, '/lib'), line(ID, '/shopping')),
    );
    const { written } = await restore(
      'claude-code',
      [{ path: `${ID}.jsonl`, mediaType: 'x', bytes }],
      { cwd: '/b', cwdPairs: [{ from: '/lib', to: '/opt/lib' }] },
      { declaredCwd: '/link/shop' },
    );
    expect(Object.values(written)[0]?.match(/"cwd":"[^"]*"/g)).toEqual([
      '"cwd":"/b"',
      '"cwd":"/b/a"',
      '"cwd":"/opt/lib"',
      '"cwd":"/shopping"',
    ]);
  });
});

describe('what is open is closed in the copy', () => {
  const records = [
    line(ID, '/w'),
    made('c0'),
    line(ID, '/w', { message: { role: 'user', content: 'leave it' } }),
    made('c1', 'mcp__baton__snapshot_state'),
    made('c2'),
  ];
  const target = { cwd: '/w', repair: { ...HERE, ownCallId: 'c1' } };

  it('in Claude Code by a result below the last record; a call passed by is named and left', async () => {
    const bytes = Buffer.from(jsonl(...records));
    const { bytes: out, outcome } = await restore(
      'claude-code',
      [{ path: `${ID}.jsonl`, mediaType: 'x', bytes }],
      target,
    );
    const [after = Buffer.alloc(0)] = Object.values(out);
    expect(after.subarray(0, bytes.length).equals(bytes)).toBe(true);
    const added = after
      .subarray(bytes.length)
      .toString()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(added).toMatchObject([
      {
        type: 'user',
        parentUuid: 'maker-c2',
        sessionId: ID,
        cwd: '/w',
        sourceToolAssistantUUID: 'maker-c1',
        message: {
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c1',
              content: expect.stringContaining(
                'host b, working directory /w, since 2026-12-01T12:00:00.000Z',
              ),
            },
          ],
        },
      },
      {
        parentUuid: added[0].uuid,
        message: { content: [{ tool_use_id: 'c2', content: expect.stringContaining('interrupted') }] },
      },
    ]);
    expect(outcome.edits).toEqual([
      {
        kind: 'answer',
        part: `${ID}.jsonl`,
        line: 6,
        callId: 'c1',
        tool: 'mcp__baton__snapshot_state',
        own: true,
      },
      { kind: 'answer', part: `${ID}.jsonl`, line: 7, callId: 'c2', tool: 'Bash', own: false },
    ]);
    expect(outcome.leftOpen.map(({ id }) => id)).toEqual(['c0']);
    const report = snapshotReport([{ path: 's.jsonl', mediaType: 'x', bytes: after }]);
    expect(report.transcript.openCalls.first.map(({ id }) => id)).toEqual(['c0']);
  });

  it('in Codex by the output that the call wants, numbered on', async () => {
    const calls = [
      { type: 'function_call', call_id: 'c1', name: 'snapshot_state' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch' },
    ];
    const bytes = Buffer.from(
      rollout(
        ID,
        '/w',
        {},
        ...calls.map((payload, at) => ({ ordinal: at + 1, type: 'response_item', payload })),
      ),
    );
    const { written } = await restore('codex', [{ path: NAME, mediaType: 'x', bytes }], target);
    const added = Object.values(written)[0]
      ?.slice(bytes.length)
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(added).toMatchObject([
      { ordinal: 3, type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1' } },
      { ordinal: 4, payload: { type: 'custom_tool_call_output', call_id: 'c2' } },
    ]);
  });

  it('after a half line, which is kept and ended', async () => {
    const bytes = Buffer.from(`${jsonl(...records.slice(0, 2))}{"half`);
    const { bytes: out, outcome } = await restore(
      'claude-code',
      [{ path: `${ID}.jsonl`, mediaType: 'x', bytes }],
      target,
    );
    const text = Object.values(out)[0]?.toString() ?? '';
    expect(text.split('\n')[2]).toBe('{"half');
    expect(outcome.edits.map(({ kind }) => kind)).toEqual(['newline', 'answer']);
  });
});

describe('nothing is planned outside the session’s own places', () => {
  const main = { path: `${ID}.jsonl`, mediaType: 'x', bytes: Buffer.from(jsonl(line(ID, '/w'))) };
  const extra = (path: string) => ({ path, mediaType: 'x', bytes: Buffer.from('{}') });

  it.each([
    'settings.json',
    '.claude.json',
    'CLAUDE.md',
    'file-history/other/x',
    'todos/other-agent-x.json',
    `${ID}/../../../settings.json`,
    `${ID}/a\u0000b`,
    `${ID}/C:\\x`,
    'agent-../../x.jsonl',
    'sub/agent-x.jsonl',
    'plugins/x',
    'config.toml',
    'spawned/../../../x.jsonl',
    'spawned/x.jsonl',
    'auth.json',
  ])('%j', async (path) => {
    for (const client of ['claude-code', 'codex'] as const) {
      const { plan } = await restore(client, [main, extra(path)], {});
      expect(plan.files).toHaveLength(1);
      expect(plan.unplaced.map(({ part }) => part)).toEqual([path]);
    }
  });

  it.each(['..', '../../x', '/etc/x', 'a/b', '', 'a\u0000', 'C:x', '.'])(
    'by the session’s name %j',
    async (label) => {
      const bytes = Buffer.from(jsonl({ type: 'user', sessionId: label, version: '1', cwd: '/w' }));
      for (const client of ['claude-code', 'codex'] as const) {
        await expect(
          restore(client, [{ path: 'a.b.jsonl', mediaType: 'x', bytes }], {}, { label }),
        ).rejects.toThrow(NoRestoreError);
      }
    },
  );

  it('whatever the parts and the names are', async () => {
    const odd = fc
      .array(
        fc.constantFrom(
          '..',
          '.',
          '/',
          'a',
          ID,
          '.jsonl',
          'agent-',
          'todos',
          'spawned',
          'rollout-2026-01-01-',
          '\u0000',
          '\\',
          'C:',
        ),
        { maxLength: 6 },
      )
      .map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(odd), odd, odd, async (paths, label, cwd) => {
        for (const client of ['claude-code', 'codex'] as const) {
          const { plan } = await restore(client, [main, ...paths.map(extra)], { cwd }, { label });
          for (const { to } of plan.files) {
            expect(validatePartPath(to)).toBeNull();
            expect(to).toMatch(/^(?:projects|file-history|tasks|todos|sessions)\/|^session_index\.jsonl$/);
          }
        }
      }),
    );
  });

  it('of another session in the index', async () => {
    const index = {
      path: 'session_index.jsonl',
      mediaType: 'x',
      bytes: Buffer.from(`{"id":"other"}\n{"id":"${ID}"}\n`),
    };
    const rolled = { path: NAME, mediaType: 'x', bytes: Buffer.from(rollout(ID, '/w')) };
    const { plan, written } = await restore('codex', [rolled, index], {});
    expect(plan.files[1]?.mode).toBe('append');
    expect(written['session_index.jsonl']).toBe(`{"id":"${ID}"}\n`);
  });
});

it('the folder of a long path is cut and hashed', () => {
  expect(projectFolder('/tmp/a_b.c é')).toBe('-tmp-a-b-c--');
  const long = `/tmp/${'x'.repeat(250)}`;
  expect(projectFolder(long)).toMatch(/^-tmp-x{195}-[0-9a-z]{1,6}$/);
  expect(projectFolder(`${long}y`)).not.toBe(projectFolder(`${long}z`));
});
