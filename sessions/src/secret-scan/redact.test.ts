import { describe, expect, test } from 'vitest';
import { redactText } from './redact.js';

/** Made up; joined here, so that no scanner finds them in this file. */
const TOKEN = ['ghp', 'a1B2c3D4e5F6'.repeat(3)].join('_');
const BEGIN = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
const END = ['-----END RSA PRIVATE', 'KEY-----'].join(' ');
const LINE = 'MIIEpAIBAAKCAQEA7bq1'.repeat(3);

describe('redacting', () => {
  test('puts the rule in the place of a secret, and nothing else changes', () => {
    const { text, findings } = redactText('x', `before ${TOKEN} after\r\nand ${TOKEN}`);
    expect(text).toBe(
      `before [redacted: ${findings[0]?.rule}] after\r\nand [redacted: ${findings[0]?.rule}]`,
    );
    expect(findings.map(({ line }) => line)).toEqual([1, 2]);
  });

  test.each([
    ['in a diff', '+', END],
    ['in plain text', '', END],
    ['cut off', '', ''],
  ])('takes a private key %s whole, line by line', (_, mark, end) => {
    const lines = ['@@ -0,0 +1,5 @@', `${mark}${BEGIN}`, `${mark}${LINE}`, `${mark}${LINE}`, `${mark}${end}`];
    const { text } = redactText('x', `${lines.join('\n')}\n${mark}after`);
    expect(text).not.toContain('MIIE');
    expect(text.split('\n')).toHaveLength(6);
    expect(text.split('\n').map((line) => (mark ? line[0] : ''))).toEqual(
      [...lines, `${mark}after`].map((line) => (mark ? line[0] : '')),
    );
    expect(text.endsWith(`\n${mark}after`)).toBe(true);
  });

  test('leaves a text without one as it is', () => {
    expect(redactText('x', 'nothing\nhere')).toEqual({ text: 'nothing\nhere', findings: [] });
  });
});
