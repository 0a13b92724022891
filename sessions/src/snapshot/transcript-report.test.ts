import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SnapshotReporter, snapshotReport } from './report.js';

const part = (path: string, content: string | Uint8Array) => ({
  path,
  mediaType: 'application/jsonl',
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const transcript = (content: string | Uint8Array, path = 's.jsonl') =>
  snapshotReport([part(path, content)]).transcript;
const odd = (content: string | Uint8Array) =>
  transcript(content).odd.first.map(({ line, oddity }) => `${line} ${oddity}`);

const call = (id: string, name = 'Bash') => ({
  type: 'assistant',
  message: { role: 'assistant', model: 'm-1', content: [{ type: 'tool_use', id, name, input: {} }] },
});
const result = (id: string) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
});
const said = (text: string) => ({ type: 'user', message: { role: 'user', content: text } });

describe('the report tells of the lines of a transcript', () => {
  it.each<[string, string | Uint8Array, string[]]>([
    ['a half last line', '{"a":1}\n{"b', ['2 CUT']],
    ['a last line without its newline as nothing odd', '{"a":1}\n{"b":2}', []],
    ['a broken line in the middle', '{"a":1}\n{"b\n{"c":3}\n', ['2 NOT_JSON']],
    ['a byte order mark', '\ufeff{"a":1}\n', ['1 BOM']],
    [
      'bare strings, numbers, arrays',
      '"x"\n7\n[1]\nnull\n',
      ['1', '2', '3', '4'].map((n) => `${n} NOT_A_RECORD`),
    ],
    ['a raw NUL', '{"a":"\u0000"}\n', ['1 NUL', '1 NOT_JSON']],
    [
      'half a character',
      '{"a":"\\ud83d"}\n{"\\udE00":1}\n{"a":"\\\\ud83d"}\n',
      ['1 LONE_SURROGATE', '2 LONE_SURROGATE'],
    ],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22, 0x0a]), ['1 INVALID_UTF8']],
    ['blank lines as nothing odd', '\n  \n\r\n{"a":1}\n', []],
  ])('%s', (_, content, expected) => {
    expect(odd(content)).toEqual(expected);
  });

  it('carriage returns, counted, and the line read all the same', () => {
    const report = transcript(lines(call('c1')).replace('\n', '\r\n') + lines(result('c1')));
    expect(report).toMatchObject({ carriageReturns: 1, openCalls: { count: 0 }, odd: { count: 0 } });
  });

  it('kinds nobody has heard of, by name', () => {
    expect(transcript(lines({ type: 'future-kind', x: 1 }, { type: 'user' }, {})).kinds).toEqual([
      { name: 'future-kind', count: 1 },
      { name: 'null', count: 1 },
      { name: 'user', count: 1 },
    ]);
  });

  it('a line of 13 MB, its size and place', () => {
    const content = `${lines(said('x'))}${lines(said('y'.repeat(13_000_000)))}`;
    const { largestEntry, odd: found } = transcript(content);
    expect(largestEntry).toEqual({ path: 's.jsonl', line: 2, bytes: 13_000_054 });
    expect(found.count).toBe(0);
  });

  it('every odd line, though only the first hundred by place, and the cut one always', () => {
    const report = snapshotReport([part('s.jsonl', `${'x\n'.repeat(150)}{"cut`)]);
    expect(report.transcript.odd).toMatchObject({ count: 151 });
    expect(report.transcript.odd.first).toHaveLength(100);
    expect(report.unterminated).toEqual([{ path: 's.jsonl', line: 151 }]);
  });
});

describe('the report tells of calls', () => {
  it('that are open, and whether somebody spoke after them', () => {
    const { openCalls } = transcript(
      lines(call('a'), said('never mind'), call('b'), result('b'), call('c', 'mcp__baton__snapshot_state')),
    );
    expect(openCalls).toEqual({
      count: 2,
      first: [
        { path: 's.jsonl', line: 1, id: 'a', tool: 'Bash', passed: true },
        { path: 's.jsonl', line: 5, id: 'c', tool: 'mcp__baton__snapshot_state', passed: false },
      ],
    });
  });

  it('of Codex, and of plain messages', () => {
    const item = (payload: object) => ({ type: 'response_item', payload });
    expect(
      transcript(
        lines(
          item({ type: 'function_call', call_id: 'a', name: 'shell' }),
          item({ type: 'custom_tool_call', call_id: 'b', name: 'apply_patch' }),
          item({ type: 'function_call_output', call_id: 'a', output: '' }),
        ),
      ).openCalls.first,
    ).toEqual([{ path: 's.jsonl', line: 2, id: 'b', tool: 'apply_patch', passed: false }]);
    const messages = [
      {
        role: 'assistant',
        tool_calls: [
          { id: 'a', function: { name: 'f' } },
          { id: 'b', function: { name: 'g' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '' },
    ];
    expect(transcript(JSON.stringify(messages), 'messages.json').openCalls.first).toEqual([
      { path: 'messages.json', line: 1, id: 'b', tool: 'g', passed: false },
    ]);
  });

  it('answered before they were made, and answers without a call', () => {
    const { openCalls, orphanAnswers } = transcript(lines(result('late'), result('none'), call('late')));
    expect(openCalls.count).toBe(0);
    expect(orphanAnswers.first.map(({ line }) => line)).toEqual([1, 2]);
  });
});

it('the report tells of a parent below its child, and not of one that is nowhere', () => {
  const { parentsAfterChildren } = transcript(
    lines({ uuid: 'b', parentUuid: 'a' }, { uuid: 'a', parentUuid: null }, { uuid: 'c', parentUuid: 'gone' }),
  );
  expect(parentsAfterChildren).toEqual({ count: 1, first: [{ path: 's.jsonl', line: 1 }] });
});

it('the report counts thinking without signature, sealed items, images, and names models and paths', () => {
  const report = transcript(
    lines(
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          model: 'm-2',
          content: [
            { type: 'thinking', thinking: 'x' },
            { type: 'thinking', thinking: 'x', signature: 's' },
            { type: 'redacted_thinking', data: 'x' },
          ],
        },
      },
      { type: 'response_item', payload: { type: 'reasoning', encrypted_content: 'x' } },
      {
        role: 'user',
        content: [
          { type: 'image', source: {} },
          { type: 'text', text: 'see /home/ada/x and a/b/c' },
        ],
      },
      { type: 'turn_context', payload: { model: 'm-3', cwd: '/srv/app' } },
    ),
  );
  expect(report).toMatchObject({ unsignedThinking: 1, encrypted: 2, images: 1 });
  expect(report.models.map(({ name }) => name)).toEqual(['m-2', 'm-3']);
  expect(report.absolutePaths.map(({ name }) => name)).toEqual(['/home/ada', '/srv']);
});

it('the report says what stays behind', () => {
  const session = lines(
    {
      type: 'user',
      cwd: '/work/shop',
      message: { role: 'user', content: 'see /x/tool-results/kept.txt, /x/tool-results/lost.txt' },
    },
    call('a', 'mcp__github__list_issues'),
  );
  expect(
    snapshotReport([part('s.jsonl', session), part('s/tool-results/kept.txt', 'x')]).staysBehind,
  ).toEqual([
    { what: 'WORKING_TREE', names: ['/work/shop'] },
    { what: 'MCP_SERVERS', names: ['github'] },
    { what: 'RESULT_FILES', names: ['lost.txt'] },
    { what: 'CLIENT_SETTINGS', names: [] },
  ]);
});

it('names out of a transcript are made fit to be shown, and never tell a secret', () => {
  const key = ['gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36)].join('');
  const told = JSON.stringify(
    transcript(lines({ type: `a\u0000${'\ud800'}` }, call(key, key), { type: 'k'.repeat(500) })),
  );
  expect(told).not.toContain(key);
  expect(told).not.toMatch(/\\u0000|\\ud800|k{129}/);
});

it('the same bytes give the same report, however they are cut and whatever they are', () => {
  const piece = fc.constantFrom(
    lines(call('a')),
    lines(result('a')),
    lines(said('é😀')),
    '{"cut',
    '\r\n',
    '\n',
    '\ufeff',
    '7\n',
    '\u0000',
    '{"a":"\\ud83d"}\n',
    `{"k":"${['gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36)].join('')}"}\n`,
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(400)), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(''));
      const whole = snapshotReport([part('s.jsonl', bytes), part('t.txt', bytes)]);
      const reporter = new SnapshotReporter();
      for (const path of ['s.jsonl', 't.txt']) {
        reporter.begin(path, 'application/jsonl');
        let at = 0;
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          reporter.write(bytes.subarray(at, Math.max(at, cut)));
          at = Math.max(at, Math.min(cut, bytes.length));
        }
        reporter.write(bytes.subarray(at));
      }
      expect(reporter.end()).toEqual(whole);
      // It is stored as JSON in a column that takes neither U+0000 nor half a character.
      expect(JSON.stringify(whole)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }),
    { numRuns: 300 },
  );
});
