import { type SecretFinding, secretMatches } from './scan.js';

/**
 * The text with each secret replaced where it stands, and what was found. Lines stay as many and in their places: a
 * secret over several lines (a private key) is replaced line by line, and a diff's mark at the head of a line is kept,
 * so that its hunks still apply.
 */
export function redactText(path: string, text: string): { text: string; findings: SecretFinding[] } {
  const { matches, findings } = secretMatches(path, text);
  const out: string[] = [];
  let at = 0;
  for (const { rule, start, end } of matches) {
    // Within what an earlier one took along.
    if (start < at) continue;
    const whole = wholeSecret(text, rule, end);
    out.push(text.slice(at, start), redacted(rule, text.slice(start, whole)));
    at = whole;
  }
  return { text: out.join('') + text.slice(at), findings };
}

const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_LINES = /[A-Za-z0-9+/=]*(?:\r?\n[ +-]?[A-Za-z0-9+/=]{16,})*/y;
const TOKEN = /[A-Za-z0-9_+/=-]*/y;

/** Where a secret really ends: a match need only be long enough to tell what it is. */
function wholeSecret(text: string, rule: string, end: number): number {
  const lastOf = (form: RegExp): number => {
    form.lastIndex = end;
    form.exec(text);
    return Math.max(end, form.lastIndex);
  };
  if (rule !== 'private-key') return lastOf(TOKEN);
  const marked = lastOf(KEY_END);
  // A key that was cut off ends where its letters do.
  return marked > end ? marked : lastOf(KEY_LINES);
}

function redacted(rule: string, secret: string): string {
  const [first = '', ...rest] = secret.split('\n');
  const end = (line: string): string => (line.endsWith('\r') ? '\r' : '');
  return [
    `[redacted: ${rule}]${end(first)}`,
    ...rest.map((line) => `${/^[ +-]/.test(line) ? line[0] : ''}[redacted]${end(line)}`),
  ].join('\n');
}
