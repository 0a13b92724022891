import { describe, expect, it } from 'vitest';
import { secretsDigest } from '../secret-scan/scan.js';
import { snapshotReport } from './report.js';

const part = (path: string, text: string) => ({ path, mediaType: 'text/plain', bytes: Buffer.from(text) });
const GITHUB = ['gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36)].join('');

describe('snapshotReport', () => {
  it('tells sizes, entries, the main part and its last entry', () => {
    const report = snapshotReport([
      part('notes.md', 'é'),
      part('a.jsonl', '{"a":1}\n{"b":2}\n'),
      part('b.jsonl', '{}\n'),
    ]);
    expect(report).toEqual({
      parts: [
        { path: 'notes.md', mediaType: 'text/plain', bytes: 2, entries: null },
        { path: 'a.jsonl', mediaType: 'text/plain', bytes: 16, entries: 2 },
        { path: 'b.jsonl', mediaType: 'text/plain', bytes: 3, entries: 1 },
      ],
      totalBytes: 21,
      mainPart: 'a.jsonl',
      entries: 2,
      // sha256 of {"b":2}
      lastEntrySha256: '0ab1a6d394cd30195f0642b67ae1180c375ffadf5dd7f39c390668b5fdb6da93',
      unterminated: [],
      transcript: {
        kinds: [{ name: 'null', count: 3 }],
        largestEntry: { path: 'a.jsonl', line: 1, bytes: 7 },
        openCalls: { count: 0, first: [] },
        orphanAnswers: { count: 0, first: [] },
        parentsAfterChildren: { count: 0, first: [] },
        unsignedThinking: 0,
        encrypted: 0,
        images: 0,
        models: [],
        absolutePaths: [],
        carriageReturns: 0,
        odd: { count: 0, first: [] },
      },
      staysBehind: [],
      secrets: [],
      secretsDigest: null,
    });
  });

  it('says when there is no main part', () => {
    expect(snapshotReport([part('notes.md', 'x')])).toMatchObject({
      mainPart: null,
      entries: 0,
      lastEntrySha256: null,
    });
  });

  it('names a last line that was cut, and not one that only lacks its newline', () => {
    const unterminated = (text: string, path = 'a.jsonl') => snapshotReport([part(path, text)]).unterminated;
    expect(unterminated('{"role":"user"}\n{"role":"assistant","content":"cut off he')).toEqual([
      { path: 'a.jsonl', line: 2 },
    ]);
    expect(unterminated('{"a":1}\n{"b":2}')).toEqual([]);
    expect(unterminated('{"a":1}\n{"b":"\n')).toEqual([]);
    expect(unterminated('{"a":1', 'a.txt')).toEqual([]);
    expect(unterminated('')).toEqual([]);
  });

  it('lists the secrets of all parts with the digest that accepting them must repeat', () => {
    const { secrets, secretsDigest: digest } = snapshotReport([
      part('x', 'a'),
      part('y', GITHUB),
      part('z', `\n${GITHUB}`),
    ]);
    expect(secrets.map(({ path, line }) => `${path}:${line}`)).toEqual(['y:1', 'z:2']);
    expect(digest).toBe(secretsDigest(secrets));
  });
});
