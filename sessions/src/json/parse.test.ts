import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical.js';
import { parseStrictJsonLines } from './lines.js';
import { parseStrictJson } from './parse.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const issuesOf = (input: string | Uint8Array, options = {}) => {
  const result = parseStrictJson(typeof input === 'string' ? bytes(input) : input, options);
  return result.ok ? [] : result.issues;
};
const codeAt = (input: string | Uint8Array, options = {}) =>
  issuesOf(input, options).map(({ code, path }) => `${code} ${path}`);

/** Any JSON value, `__proto__` and other odd keys included, without what the door refuses. */
const json = fc
  .jsonValue({ maxDepth: 5, stringUnit: 'binary' })
  .filter((value) => !JSON.stringify(value).includes('\\u0000'));

describe('parseStrictJson against JSON.parse', () => {
  it('gives the same value for whatever JSON.stringify writes, indented or not', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const result = parseStrictJson(bytes(text));
        expect(result).toStrictEqual({ ok: true, value: JSON.parse(text) });
      }),
      { numRuns: 500 },
    );
  });

  it('takes and refuses the same texts when one is cut, doubled or altered', () => {
    const alphabet = fc.constantFrom(...'{}[]:,"\\ntrufalse0123456789.eE+- \n\t\r/b/u00e9');
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.nat(3),
        fc.array(alphabet, { maxLength: 3 }),
        (value, at, cut, inserted) => {
          const text = JSON.stringify(value);
          const place = at % (text.length + 1);
          agree(text.slice(0, place) + inserted.join('') + text.slice(place + cut));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('agrees on short texts of JSON characters', () => {
    const short = fc.array(fc.constantFrom(...'{}[]:,"\\n01.eE+-u \ttruefalsnl'), { maxLength: 8 });
    fc.assert(
      fc.property(short, (characters) => agree(characters.join(''))),
      { numRuns: 5000 },
    );
  });

  function agree(altered: string): void {
    // A cut may part a surrogate pair, which bytes cannot carry.
    const input = bytes(altered);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
    let expected: unknown;
    let syntax = false;
    try {
      expected = JSON.parse(text);
    } catch {
      syntax = true;
    }
    const result = parseStrictJson(input);
    if (result.ok) {
      expect(syntax).toBe(false);
      expect(result.value).toStrictEqual(expected);
    } else {
      // Beyond the grammar only the refusals that JSON.parse does not know may stand.
      const strict = result.issues.every(({ code }) => code !== 'SYNTAX');
      expect(syntax || strict).toBe(true);
    }
  }
});

describe('parseStrictJson refuses', () => {
  it.each([
    ['{"a":1,"b":{"c":1,"c":2}}', 'DUPLICATE_KEY b.c'],
    ['{"a":1,"\\u0061":2}', 'DUPLICATE_KEY a'],
    ['{"__proto__":1,"__proto__":2}', 'DUPLICATE_KEY __proto__'],
    ['[{"x":"a\\u0000b"}]', 'NUL [0].x'],
    ['{"a\\u0000":1}', 'NUL ["a\\u0000"]'],
    ['["\u0000"]', 'NUL [0]'],
    ['{"messages":[{"content":"x\\ud83d y"}]}', 'LONE_SURROGATE messages[0].content'],
    ['["x\\ude00"]', 'LONE_SURROGATE [0]'],
    ['["\\ude00\\ud83d"]', 'LONE_SURROGATE [0]'],
    ['{"toolState":{"\\ud800":1}}', 'LONE_SURROGATE toolState["\\ud800"]'],
    ['[1e999]', 'NUMBER_RANGE [0]'],
    ['[-1e999]', 'NUMBER_RANGE [0]'],
    ['\ufeff{}', 'SYNTAX '],
    ['', 'SYNTAX '],
    ['{} x', 'SYNTAX '],
    ['{"a":[1,{"b":tru}]}', 'SYNTAX a[1].b'],
  ])('%j as %s', (text, expected) => {
    expect(codeAt(text)).toEqual([expected]);
  });

  it('names several faults at once, each with its path below the given root', () => {
    expect(codeAt('[{"a":1,"a":2},"\\u0000","\\ud800"]', { path: 'messageHistory' })).toEqual([
      'DUPLICATE_KEY messageHistory[0].a',
      'NUL messageHistory[1]',
      'LONE_SURROGATE messageHistory[2]',
    ]);
  });

  it('bytes that are no UTF-8, saying where in the value they stand', () => {
    const broken = Buffer.concat([
      Buffer.from('{"a":1,\n"b":["ok","é�'),
      Buffer.from([0xff]),
      Buffer.from('"]}'),
    ]);
    expect(issuesOf(broken)).toEqual([
      {
        path: 'b[1]',
        code: 'INVALID_UTF8',
        message: 'line 2, column 14: the bytes are no UTF-8',
        line: 2,
        column: 14,
      },
    ]);
    // A surrogate written out in UTF-8 (CESU-8), an overlong form, and a cut character.
    for (const tail of [
      [0xed, 0xa0, 0x80],
      [0xc0, 0xaf],
      [0xe2, 0x82],
    ]) {
      expect(codeAt(Buffer.from([0x22, ...tail]))).toEqual(['INVALID_UTF8 ']);
    }
  });

  it('a fault of syntax before a broken byte as the first thing wrong', () => {
    expect(codeAt(Buffer.from([0x5b, 0x2c, 0xff]))).toEqual(['SYNTAX [0]']);
  });

  it('one level more than the depth, at the place where it begins', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(codeAt(nested(64))).toEqual([]);
    expect(codeAt(nested(65))).toEqual([`TOO_DEEP ${'[0]'.repeat(64)}`]);
    expect(codeAt('[{"a":[]}]', { maxDepth: 2 })).toEqual(['TOO_DEEP [0].a']);
  });

  it('a million unclosed brackets without running out of stack', () => {
    expect(codeAt('['.repeat(1_000_000))).toEqual([`TOO_DEEP ${'[0]'.repeat(64)}`]);
  });

  it('one entry more than the width of a container, and than the whole', () => {
    expect(codeAt('{"a":[1,2,3]}', { maxWidth: 3 })).toEqual([]);
    expect(codeAt('{"a":[1,2,3,4]}', { maxWidth: 3 })).toEqual(['TOO_WIDE a']);
    expect(codeAt('[[1,2],[3,4]]', { maxEntries: 6 })).toEqual([]);
    expect(codeAt('[[1,2],[3,4]]', { maxEntries: 5 })).toEqual(['TOO_WIDE [1]']);
  });

  it('with at most twenty issues, however much is wrong', () => {
    expect(issuesOf(JSON.stringify(Array(500).fill('\u0000')))).toHaveLength(20);
  });
});

describe('parseStrictJson keeps', () => {
  it('__proto__ as data, touching no prototype', () => {
    const result = parseStrictJson(bytes('{"__proto__":{"polluted":true},"a":1}'));
    if (!result.ok) throw new Error('refused');
    expect(canonicalText(result.value)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect((result.value as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('an escaped backslash before u0000 as the six characters it is', () => {
    expect(parseStrictJson(bytes('"\\\\u0000"'))).toEqual({ ok: true, value: '\\u0000' });
  });
});

describe('parseStrictJson takes time linear in its input', () => {
  it.each([
    ['a long string of escapes', () => `"${'\\n'.repeat(2_000_000)}"`],
    ['a long number', () => '1'.repeat(4_000_000)],
    ['spaces', () => ' '.repeat(4_000_000)],
    ['a string that never ends', () => `"${'a'.repeat(4_000_000)}`],
  ])('%s', (_, make) => {
    const input = bytes(make());
    const started = performance.now();
    parseStrictJson(input);
    // Quadratic time on four million characters would be hours.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('parseStrictJsonLines', () => {
  it('makes one array of the lines, blank ones passed over', () => {
    expect(parseStrictJsonLines(bytes('{"a":1}\n\n[2]\r\n"x"'))).toEqual({
      ok: true,
      value: [{ a: 1 }, [2], 'x'],
    });
  });

  it('refuses a last line cut short, naming it and where it broke', () => {
    const cut = bytes('{"role":"user","content":"ok"}\n{"role":"assistant","content":"cut off he');
    expect(parseStrictJsonLines(cut, { path: 'messageHistory' })).toEqual({
      ok: false,
      issues: [
        {
          path: 'messageHistory[1].content',
          code: 'SYNTAX',
          message: 'line 2, column 42: the text ends before the value does',
          line: 2,
          column: 42,
        },
      ],
    });
  });
});

describe('width', () => {
  it('is judged while reading: what comes after the limit is never looked at', () => {
    const wide = `{${Array.from({ length: 5 }, (_, key) => `"${key}":1`).join(',')}, no JSON at all`;
    expect(parseStrictJson(Buffer.from(wide), { maxWidth: 4 })).toMatchObject({
      issues: [{ code: 'TOO_WIDE' }],
    });
    const many = `[[1],[2],[3], no JSON at all`;
    expect(parseStrictJson(Buffer.from(many), { maxEntries: 4 })).toMatchObject({
      issues: [{ code: 'TOO_WIDE' }],
    });
  });
});
