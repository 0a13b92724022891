import { describe, expect, it } from 'vitest';
import { inlineParts } from './inline.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('inlineParts', () => {
  it('stores what is present in a fixed order as canonical bytes', () => {
    const result = inlineParts({
      mcpConfig: [{ server: 'github', credRef: 'local://github' }],
      toolState: { b: 1, a: null },
      messageHistory: [{ role: 'user', content: ' kept\n' }],
      systemPrompt: 'Be brief.',
    });
    if (!result.ok) throw new Error('refused');
    expect(result.value.map(({ path, mediaType, bytes }) => [path, mediaType, text(bytes)])).toEqual([
      ['system-prompt.json', 'application/json', '"Be brief."'],
      ['messages.json', 'application/json', '[{"content":" kept\\n","role":"user"}]'],
      ['tool-state.json', 'application/json', '{"a":null,"b":1}'],
      ['mcp-config.json', 'application/json', '[{"credRef":"local://github","server":"github"}]'],
    ]);
  });

  it('leaves out what is absent and keeps what is null, false or empty', () => {
    const paths = (input: Parameters<typeof inlineParts>[0]): string[] => {
      const result = inlineParts(input);
      return result.ok ? result.value.map(({ path }) => path) : ['refused'];
    };
    expect(paths({})).toEqual([]);
    expect(paths({ toolState: null })).toEqual(['tool-state.json']);
    expect(paths({ messageHistory: [] })).toEqual(['messages.json']);
    expect(paths({ systemPrompt: '' })).toEqual(['system-prompt.json']);
  });

  it('takes any content of a message: a string, typed blocks, fields it does not know', () => {
    const blocks = [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'encrypted', data: 'x' },
    ];
    expect(inlineParts({ messageHistory: [{ role: 'assistant', content: blocks, extra: [1] }] }).ok).toBe(
      true,
    );
  });

  it.each([
    [{ messageHistory: { role: 'user' } }, 'INVALID_TYPE messageHistory'],
    [{ messageHistory: 'x' }, 'INVALID_TYPE messageHistory'],
    [{ messageHistory: [{ role: 'user' }, 'x'] }, 'INVALID_TYPE messageHistory[1]'],
    [{ messageHistory: [{ content: 'x' }] }, 'MISSING_FIELD messageHistory[0].role'],
    [{ messageHistory: [{ role: 7 }] }, 'INVALID_TYPE messageHistory[0].role'],
    [
      { messageHistory: [{ role: 'user', content: 'x\ud83d y' }] },
      'LONE_SURROGATE messageHistory[0].content',
    ],
    [{ messageHistory: [{ role: 'user', content: 'a\u0000' }] }, 'NUL messageHistory[0].content'],
    [{ systemPrompt: { text: 'x' } }, 'INVALID_TYPE systemPrompt'],
    [{ mcpConfig: 'x' }, 'INVALID_TYPE mcpConfig'],
    [{ toolState: { '\ud800': 1 } }, 'LONE_SURROGATE toolState["\\ud800"]'],
  ])('refuses %j as %s', (input, expected) => {
    const result = inlineParts(input);
    expect(result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([expected]);
  });
});
