import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_LINE, UsageTail } from './usage-tail.js';

let dir: string;
let path: string;
let tail: UsageTail;

const open = async () => {
  const opened = await UsageTail.open(path, join(dir, 'offset'));
  if (opened === null) throw new Error('There is no file');
  return opened;
};
const text = async (options?: { last: boolean }) => {
  const line = await tail.next(options);
  return line === null ? null : Buffer.from(line.bytes).toString();
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'baton-tail-'));
  path = join(dir, 'usage.in');
  writeFileSync(path, '');
  tail = await open();
});
afterEach(async () => {
  await tail.close();
  rmSync(dir, { recursive: true });
});

test('is null while there is no file', async () => {
  expect(await UsageTail.open(join(dir, 'none'), join(dir, 'offset'))).toBeNull();
});

test('hands out a line once it is whole', async () => {
  appendFileSync(path, 'one\ntw');
  expect(await tail.next()).toEqual({ bytes: Buffer.from('one'), start: 0, end: 4, cut: false });
  expect(await text()).toBeNull();
  appendFileSync(path, 'o\n\n');
  expect(await tail.next()).toEqual({ bytes: Buffer.from('two'), start: 4, end: 8, cut: false });
  expect(await text()).toBe('');
  expect(await text()).toBeNull();
});

test('takes what stands after the last newline when nobody writes any more', async () => {
  appendFileSync(path, 'one\ntwo');
  expect([await text({ last: true }), await text({ last: true }), await text({ last: true })]).toEqual([
    'one',
    'two',
    null,
  ]);
});

test('goes on at the first line that was not answered for', async () => {
  appendFileSync(path, 'one\ntwo\nthree\n');
  const one = await tail.next();
  await tail.next();
  await tail.done(one?.end ?? 0);
  await tail.close();
  tail = await open();
  expect([await text(), await text(), await text()]).toEqual(['two', 'three', null]);
});

test('keeps the beginning of a line over the limit, and goes on after it', async () => {
  const long = 'x'.repeat(5 * MAX_LINE);
  appendFileSync(path, `${long}`);
  expect(await text()).toBeNull();
  appendFileSync(path, `${long}\nnext\n`);
  expect(await tail.next()).toEqual({
    bytes: Buffer.from('x'.repeat(MAX_LINE)),
    start: 0,
    end: 2 * long.length + 1,
    cut: true,
  });
  expect(await text()).toBe('next');
  appendFileSync(path, `${'y'.repeat(MAX_LINE)}\n${'z'.repeat(MAX_LINE + 1)}\n`);
  expect(await tail.next()).toMatchObject({ cut: false });
  expect(await tail.next()).toMatchObject({ cut: true });
});

test('begins anew in a file that was cut', async () => {
  appendFileSync(path, 'one\n');
  await tail.done((await tail.next())?.end ?? 0);
  expect(await tail.restartIfCut()).toBe(false);
  writeFileSync(path, 'a\n');
  expect(await tail.restartIfCut()).toBe(true);
  expect(await text()).toBe('a');
});
