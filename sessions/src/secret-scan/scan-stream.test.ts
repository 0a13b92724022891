import { expect, it } from 'vitest';
import { scanText } from './scan.js';
import { ScanStream } from './scan-stream.js';

const GITHUB = ['gh', 'p_', 'aB3dE5fG7h'.repeat(4).slice(0, 36)].join('');
const MB = 1024 * 1024;

function streamed(path: string, text: string, piece: number) {
  const bytes = Buffer.from(text);
  const scan = new ScanStream(path);
  for (let at = 0; at < bytes.length; at += piece) scan.write(bytes.subarray(at, at + piece));
  return scan.end();
}

it('finds in windows what the whole text shows, line and field too', () => {
  const line = `${JSON.stringify({ text: 'x'.repeat(300_000) })}\n`;
  const text = `${line.repeat(20)}{"k":"${GITHUB}"}\n${line.repeat(20)}{"a":["${GITHUB}"]}`;
  const whole = scanText('s.jsonl', Buffer.from(text));
  expect(whole.map(({ line: at, field }) => [at, field])).toEqual([
    [21, 'k'],
    [42, 'a[0]'],
  ]);
  for (const piece of [64 * 1024, 5 * MB, 100 * MB]) expect(streamed('s.jsonl', text, piece)).toEqual(whole);
});

it('finds a key that stands where a line without end is cut, once', () => {
  const text = `${'x '.repeat(16 * MB - 10)}${GITHUB}${' x'.repeat(1000)}\n${GITHUB}`;
  expect(streamed('a.txt', text, MB).map(({ line }) => line)).toEqual([1, 2]);
  expect(streamed('a.txt', text, 7 * MB)).toEqual(streamed('a.txt', text, MB));
}, 60_000);
