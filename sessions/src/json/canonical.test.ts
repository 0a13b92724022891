import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, canonicalText } from './canonical.js';
import { parseStrictJson } from './parse.js';
import type { JsonValue } from './value.js';

describe('canonicalJson', () => {
  it.each([
    // Members sort by UTF-16 units, so 10 before 9 and a surrogate pair before U+FB33.
    ['{"b":1,"a":{"y":2,"x":1},"10":0,"9":0}', '{"10":0,"9":0,"a":{"x":1,"y":2},"b":1}'],
    ['{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3}', '{"€":3,"😀":2,"\ufb33":1}'],
    [
      '[56.0, 1E30, 4.50, 2e-3, 1e-27, -0, 333333333.33333329]',
      '[56,1e+30,4.5,0.002,1e-27,0,333333333.3333333]',
    ],
    ['"\\u000f\\u000a\\u0041\\/\\u007f\\b\\u2028"', '"\\u000f\\nA/\u007f\\b\u2028"'],
    ['{"A\\u030a":"\\u00c5"}', '{"A\u030a":"\u00c5"}'],
  ])('%s gives %s', (text, canonical) => {
    const result = parseStrictJson(new TextEncoder().encode(text));
    if (!result.ok) throw new Error('refused');
    expect(new TextDecoder().decode(canonicalJson(result.value))).toBe(canonical);
  });

  it('does not depend on the order in which keys were set, and is its own canonical form', () => {
    const record = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 6,
    });
    fc.assert(
      fc.property(record, (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse()) as JsonValue;
        const text = canonicalText(value as JsonValue);
        expect(canonicalText(turned)).toBe(text);
        expect(canonicalText(JSON.parse(text) as JsonValue)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('throws for a lone surrogate, and takes six characters that look like one', () => {
    expect(() => canonicalJson({ a: ['\ud800'] })).toThrow(TypeError);
    expect(() => canonicalJson({ '\ude00': 1 })).toThrow(TypeError);
    expect(canonicalText('\\ud800')).toBe('"\\\\ud800"');
  });
});
