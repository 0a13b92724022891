import { validatePartPath } from '@baton/sessions';

/** What the headers of a unified diff say of files, apart from what its hunks hold. */
export interface DiffFacts {
  /** Names in headers that leave the tree, or reach into `.git`. */
  readonly escaping: readonly string[];
  /** Names in headers that are neither the stated path nor what it was renamed from. */
  readonly otherFiles: readonly string[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Why a path of somebody else's tree cannot be taken, or null: relative, inside, outside `.git`. */
export function pathFault(path: string): string | null {
  const fault = validatePartPath(path);
  if (fault !== null) return fault;
  // As file systems that ignore case, and trailing dots and blanks, would take it.
  const inGit = path.split('/').some((segment) => /^\.git[. ]*$/i.test(segment));
  return inGit ? 'reaches into .git' : null;
}

/** Reads the headers as `git apply` would: a line is header or hunk by the counts of the hunk before it. */
export function diffFacts(path: string, diff: string): DiffFacts {
  const names = new Set<string>();
  const renamedFrom = new Set<string>();
  let old = 0;
  let fresh = 0;
  for (const line of diff.split(/\r?\n/)) {
    const inHunk = old > 0 || fresh > 0;
    if (inHunk && /^[ +\-\\]|^$/.test(line)) {
      if (!line.startsWith('+') && !line.startsWith('\\')) old -= 1;
      if (!line.startsWith('-') && !line.startsWith('\\')) fresh -= 1;
      continue;
    }
    old = 0;
    fresh = 0;
    const hunk = HUNK.exec(line);
    if (hunk) {
      old = Number(hunk[1] ?? 1);
      fresh = Number(hunk[2] ?? 1);
      continue;
    }
    for (const name of headerNames(line)) names.add(name);
    const from = /^(?:rename|copy) from (.+)$/.exec(line);
    if (from?.[1]) renamedFrom.add(unquoted(from[1]));
  }
  const escaping = [...names].filter((name) => pathFault(name) !== null);
  const otherFiles = [...names].filter((name) => name !== path && !renamedFrom.has(name));
  return { escaping, otherFiles };
}

/** The files that a header line names, without the prefixes that git puts before them. */
function headerNames(line: string): string[] {
  const side = /^(?:---|\+\+\+) (.+)$/.exec(line)?.[1];
  if (side !== undefined) {
    const name = unquoted(side.startsWith('"') ? side : (side.split('\t')[0] as string));
    return name === '/dev/null' ? [] : [withoutPrefix(name)];
  }
  const moved = /^(?:rename|copy) (?:from|to) (.+)$/.exec(line)?.[1];
  if (moved !== undefined) return [unquoted(moved)];
  const both = /^diff --git (.+)$/.exec(line)?.[1];
  return both === undefined ? [] : pairOf(both).map(withoutPrefix);
}

/** The two names of a `diff --git` line: quoted, or split where both halves say the same. */
function pairOf(both: string): string[] {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(both);
  if (quoted) return [unquoted(quoted[1] as string), unquoted(quoted[2] as string)];
  const half = (both.length - 1) / 2;
  const [left, right] = [both.slice(0, half), both.slice(half + 1)];
  return withoutPrefix(left) === withoutPrefix(right) ? [left, right] : [both];
}

const withoutPrefix = (name: string): string => name.replace(/^[ab]\//, '');

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** A name as git writes it between quotes: bytes outside ASCII in octal. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const bytes: number[] = [];
  const inner = name.slice(1, -1);
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] !== '\\') {
      bytes.push(...Buffer.from(inner[at] as string));
      continue;
    }
    const octal = /^[0-7]{3}/.exec(inner.slice(at + 1, at + 4))?.[0];
    bytes.push(octal === undefined ? (ESCAPES[inner[at + 1] ?? ''] ?? 92) : Number.parseInt(octal, 8));
    at += octal === undefined ? 1 : 3;
  }
  return Buffer.from(bytes).toString('utf8');
}
