import type { SecretFinding } from './scan.js';
import { secretMatches } from './scan.js';

/**
 * The text with each secret replaced where it stands, and how many there were. Lines stay as many and in their places:
 * a secret over several lines (a private key) is replaced line by line, and a diff's mark at the head of a line is
 * kept, so that its hunks still apply.
 */
export function redactText(path: string, text: string): { text: string; findings: SecretFinding[] } {
  const { matches, findings } = secretMatches(path, text);
  let out = '';
  let at = 0;
  for (const { rule, start, end } of matches) {
    out += text.slice(at, start) + redacted(rule, text.slice(start, end));
    at = end;
  }
  return { text: out + text.slice(at), findings };
}

function redacted(rule: string, secret: string): string {
  const [first = '', ...rest] = secret.split('\n');
  const end = (line: string): string => (line.endsWith('\r') ? '\r' : '');
  return [
    `[redacted: ${rule}]${end(first)}`,
    ...rest.map((line) => `${/^[ +-]/.test(line) ? line[0] : ''}[redacted]${end(line)}`),
  ].join('\n');
}
