import { describe, expect, test } from 'vitest';
import { count, seconds } from './duration.js';
import { describeFailure } from './failure.js';
import { Output } from './output.js';
import { facts, printable, table } from './table.js';
import { nanoUsd, usdText } from './usd.js';

test.each([
  ['90', 90],
  ['90s', 90],
  ['30m', 1_800],
  ['12h', 43_200],
  ['7d', 604_800],
])('%s is %d seconds', (text, expected) => {
  expect(seconds('--ttl', text)).toBe(expected);
});

test.each(['', '-1', '1.5h', '1w', '1h30m', 'soon', '1234567890'])('%j is no time', (text) => {
  expect(() => seconds('--ttl', text)).toThrow(/--ttl/);
});

test.each(['0', '101', '1.0', 'all', ''])('%j is no number from 1 to 100', (text) => {
  expect(() => count('--first', text, 100)).toThrow(/from 1 to 100/);
});

test('columns are as wide as their widest cell, and nothing is cut', () => {
  expect(
    table(
      ['ID', 'STATE'],
      [
        ['trf_0123456789', 'staged'],
        ['trf_1', 'x'],
      ],
    ),
  ).toBe(['ID              STATE', 'trf_0123456789  staged', 'trf_1           x'].join('\n'));
});

test('facts leave out what is not known', () => {
  expect(
    facts([
      ['id', 'a'],
      ['epoch', null],
      ['zero', 0],
    ]),
  ).toBe('id    a\nzero  0');
});

test('text of others cannot move the cursor or turn the line around', () => {
  expect(printable('a\u001b[2Jb\u202ec\n')).toBe('a\\u001b[2Jb\\u202ec\\u000a');
});

describe('money', () => {
  test.each([
    ['0.3', 300_000_000n],
    ['-0.000000001', -1n],
    ['1000000', 10n ** 15n],
  ])('%s', (text, nano) => expect(nanoUsd(text)).toBe(nano));

  test.each(['0.1234567890', '1e3', '.5', 'NaN', '1,5'])('%s is no amount', (text) => {
    expect(() => nanoUsd(text)).toThrow();
  });

  test('is written with two decimals at least', () => {
    expect([1_600_000_000n, 0n, -1n, 10n ** 15n].map(usdText)).toEqual([
      '1.60',
      '0.00',
      '-0.000000001',
      '1000000.00',
    ]);
  });
});

test('a failure says place by place what is wrong, and what to do', () => {
  const text = describeFailure({
    code: 'INVALID_INPUT',
    message: 'The input is not valid.',
    retryable: false,
    issues: [{ path: 'toolState.x', code: 'NUL', message: 'holds U+0000' }],
    next: ['try again'],
  });
  expect(text).toBe('INVALID_INPUT: The input is not valid.\n  toolState.x: holds U+0000\n→ try again');
});

describe('colours', () => {
  const styled = (isTTY: boolean, noColor: boolean) => {
    const stream = { write: () => true, isTTY };
    return new Output(stream, stream, noColor).style('red', 'x');
  };

  test('on a terminal only, and never under NO_COLOR', () => {
    expect([styled(true, false), styled(false, false), styled(true, true)]).toEqual([
      '\u001b[31mx\u001b[0m',
      'x',
      'x',
    ]);
  });
});
