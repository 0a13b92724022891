import { renderPath } from '../json/value.js';
import type { Match } from './match.js';

interface Level {
  /** The key being read, the index at hand; null in an object before its first key. */
  step: string | number | null;
  isArray: boolean;
}

const OPENING = new Set(['{', '[']);
const HIDDEN = '…';

/**
 * The field path of each secret in a JSON text, by one walk over its brackets and strings; the ranges ascend.
 * A key that overlaps a secret is shown as …, since a path must not tell a value.
 * Text that is no JSON gives whatever the walk met; the path is a help for reading, not a fact.
 */
export function fieldPaths(text: string, secrets: readonly Omit<Match, 'rule'>[]): string[] {
  const levels: Level[] = [];
  const paths: string[] = [];
  const render = (): string =>
    renderPath(
      '',
      levels.flatMap(({ step }) => (step === null ? [] : [step])),
    );
  let secret = 0;
  let at = 0;

  const isSecret = (start: number, end: number): boolean => {
    while (secret < secrets.length && (secrets[secret]?.end ?? 0) <= start) secret++;
    const next = secrets[secret];
    return next !== undefined && next.start < end;
  };

  for (let next = secrets[0]; next; next = secrets[paths.length]) {
    if (at > next.start || at >= text.length) {
      paths.push(render());
      continue;
    }
    const char = text[at] as string;
    if (char === '"') {
      const end = stringEnd(text, at);
      const top = levels.at(-1);
      if (top && !top.isArray && isKey(text, end)) {
        top.step = isSecret(at, end) ? HIDDEN : text.slice(at + 1, end - 1);
      }
      at = end;
    } else {
      if (OPENING.has(char)) levels.push({ step: char === '[' ? 0 : null, isArray: char === '[' });
      else if (char === '}' || char === ']') levels.pop();
      else if (char === ',') advance(levels.at(-1));
      at++;
    }
  }
  return paths;
}

function advance(level: Level | undefined): void {
  if (level && typeof level.step === 'number') level.step++;
}

/** Offset behind the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === ':';
}
