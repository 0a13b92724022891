import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../json/canonical.js';
import type { JsonValue } from '../json/value.js';
import { mainPart, partFacts, streamedPartFacts } from './facts.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const facts = (text: string, path: string) => partFacts(Buffer.from(text), path);
const none = { entries: 0, lastEntrySha256: null };

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('mainPart', () => {
  it('is the message history, else the first .jsonl, else none', () => {
    const paths = (...list: string[]) => mainPart(list.map((path) => ({ path })))?.path;
    expect(paths('a.jsonl', 'messages.json')).toBe('messages.json');
    expect(paths('a.txt', 'b.jsonl', 'a.jsonl')).toBe('b.jsonl');
    expect(paths('sub/messages.json')).toBeUndefined();
  });
});

describe('facts of JSON Lines', () => {
  it.each([
    ['', 0, null],
    ['\n\n', 0, null],
    ['{"a":1}\n{"b":2}\n', 2, '{"b":2}'],
    ['{"a":1}\n{"b":2', 2, '{"b":2'],
    ['{"a":1}\r\n{"b":2}\r\n', 2, '{"b":2}\r'],
    ['{"a":1}\n\n \t\r\n', 1, '{"a":1}'],
    ['not json\n', 1, 'not json'],
  ])('%j: %i entries, last %j', (text, entries, last) => {
    expect(facts(text, 'x.jsonl')).toEqual({ entries, lastEntrySha256: last === null ? null : sha256(last) });
  });

  it('are the same however the bytes are cut', async () => {
    const line = fc.oneof(
      fc.constantFrom('', ' ', '\r', '{"é":"😀"}'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const text = lines.join('\n');
        const records = text.split('\n').filter((record) => /[^ \t\r]/.test(record));
        const last = records.at(-1);
        const expected = {
          entries: records.length,
          lastEntrySha256: last === undefined ? null : sha256(last),
        };
        expect(facts(text, 'x.jsonl')).toEqual(expected);
        expect(await streamedPartFacts(inPieces(text, size), 'x.jsonl')).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('facts of messages.json', () => {
  it('count elements and hash the last as it is stored, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ stringUnit: 'grapheme' })),
        fc.integer({ min: 1, max: 9 }),
        async (array, size) => {
          const values = array as JsonValue[];
          const last = values.at(-1);
          const expected = {
            entries: values.length,
            lastEntrySha256: last === undefined ? null : sha256(canonicalText(last)),
          };
          const text = canonicalText(values);
          expect(facts(text, 'messages.json')).toEqual(expected);
          expect(await streamedPartFacts(inPieces(text, size), 'messages.json')).toEqual(expected);
          expect(
            facts(
              JSON.stringify(values, null, 0).replace(/^\[/, ' [\n').replace(/\]$/, '\r\n] '),
              'messages.json',
            ).entries,
          ).toBe(values.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('hash an element with the spaces inside it and without those around it', () => {
    expect(facts('[ 1 , {"a": "x, ]" } ]\n', 'messages.json')).toEqual({
      entries: 2,
      lastEntrySha256: sha256('{"a": "x, ]" }'),
    });
  });

  it.each(['', '{}', '"x"', '7', '[1', '[1]]', '[1] x', '["a]'])('%j is no array and has none', (text) => {
    expect(facts(text, 'messages.json')).toEqual(none);
  });
});

it('other parts have no entries', async () => {
  expect(facts('[1]', 'tool-state.json')).toEqual(none);
  expect(await streamedPartFacts(inPieces('a\n', 1), 'notes.md')).toEqual(none);
});
