import { describe, expect, it } from 'vitest';
import { validatePartPath, validatePartPaths } from './part.js';

describe('validatePartPath', () => {
  it.each([
    'a',
    'messages.json',
    'a/b/c.jsonl',
    '.claude/projects/-tmp/x.jsonl',
    'ä/日本.md',
    'a b',
    '..a/b..',
    '...',
  ])('takes %j', (path) => {
    expect(validatePartPath(path)).toBeNull();
  });

  it.each([
    ['', 'is empty'],
    ['/etc/passwd', 'is absolute'],
    ['../x', 'has a . or .. segment'],
    ['a/../../x', 'has a . or .. segment'],
    ['a/..', 'has a . or .. segment'],
    ['./a', 'has a . or .. segment'],
    ['a//b', 'has an empty segment'],
    ['a/', 'has an empty segment'],
    ['a\\b', 'holds a backslash'],
    ['C:/x', 'starts with a drive letter'],
    ['c:x', 'starts with a drive letter'],
    ['a\u0000b', 'holds a control character'],
    ['a\nb', 'holds a control character'],
    ['a\u009bb', 'holds a control character'],
    ['\ud800', 'holds a surrogate without its other half'],
    [`${'ä'.repeat(256)}x`, 'is longer than 512 bytes'],
  ])('refuses %j: it %s', (path, why) => {
    expect(validatePartPath(path)).toBe(why);
  });

  it('takes exactly 512 bytes', () => {
    expect(validatePartPath('ä'.repeat(256))).toBeNull();
  });
});

describe('validatePartPaths', () => {
  const codes = (...paths: string[]): string[] =>
    validatePartPaths(paths).map(({ code, path }) => `${code} ${path}`);

  it('takes distinct paths, those that differ in case or in Unicode form alone too', () => {
    expect(codes('a/b', 'a/c', 'A/b', 'ab', 'é', 'e\u0301')).toEqual([]);
  });

  it('names each part that repeats a path, is no path, or lies below a file', () => {
    expect(codes('a', 'b', 'a')).toEqual(['DUPLICATE_PATH parts[2].path']);
    expect(codes('a/b/c', 'a/b')).toEqual(['PATH_CONFLICT parts[0].path']);
    expect(codes('a', 'a/b/c')).toEqual(['PATH_CONFLICT parts[1].path']);
    expect(codes('ok', '../x')).toEqual(['INVALID_PATH parts[1].path']);
  });
});
