import { canonicalJson } from '../json/canonical.js';
import type { JsonObject } from '../json/value.js';
import { sha256Hex } from '../snapshot/part.js';
import { fieldPaths } from './field-path.js';
import { type JwtMatch, jwtMatches, type TransferTokenFacts } from './jwt.js';
import { outsideOpaque } from './opaque.js';
import { patternMatches } from './patterns.js';
import { presetMatches } from './preset.js';
import { lastAtMost, unescapeForScan } from './unescape.js';

/**
 * A place that looks like a secret. It never carries the value. `line` is 1-based; `field` is the path inside the
 * line's JSON (inside the whole text when it is one JSON value); `token` stands on `baton-transfer-token` alone.
 */
export interface SecretFinding {
  path: string;
  line: number;
  field?: string;
  rule: string;
  token?: TransferTokenFacts;
}

/**
 * Looks for secrets in a part's bytes, whatever they are. Pure and synchronous; well under a second for 16 MB.
 * Findings are sorted by place. Nothing inside the content can turn the scan off.
 */
export function scanText(path: string, bytes: Uint8Array): SecretFinding[] {
  return secretMatches(path, new TextDecoder('utf-8').decode(bytes)).findings;
}

/** The findings in a text, and where each stands: the places never leave this folder, they find the values. */
export function secretMatches(
  path: string,
  raw: string,
): { matches: readonly JwtMatch[]; findings: SecretFinding[] } {
  const { text, original } = unescapeForScan(raw);
  const found = [...jwtMatches(text), ...presetMatches(text), ...patternMatches(text)];
  const kept = outsideOpaque(text, mostTelling(found));
  if (kept.length === 0) return { matches: [], findings: [] };
  const matches = kept.map((match) => ({ ...match, start: original(match.start), end: original(match.end) }));
  const lineStarts = startsOfLines(raw);
  const fields = fieldsOf(path, raw, matches, lineStarts);
  const findings = matches.map(({ rule, start, token }, index) => ({
    path,
    line: lastAtMost(lineStarts, start) + 1,
    ...(fields[index] ? { field: fields[index] } : {}),
    rule,
    ...(token ? { token } : {}),
  }));
  return { matches, findings };
}

/** Of overlapping matches the first found stays: a token of ours, then a named issuer, then a guess by its field. */
function mostTelling(matches: readonly JwtMatch[]): JwtMatch[] {
  const ranked = matches
    .map((match, rank) => ({ match, rank }))
    .sort((a, b) => a.match.start - b.match.start || a.rank - b.rank);
  const kept: { match: JwtMatch; rank: number }[] = [];
  for (const next of ranked) {
    const last = kept.at(-1);
    if (!last || last.match.end <= next.match.start) kept.push(next);
    else if (next.rank < last.rank) kept[kept.length - 1] = next;
  }
  return kept.map(({ match }) => match);
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Field paths when the part is JSON or JSON Lines by its name; other text has none. */
function fieldsOf(
  path: string,
  text: string,
  matches: readonly JwtMatch[],
  lineStarts: readonly number[],
): string[] {
  if (path.endsWith('.json')) return fieldPaths(text, matches);
  if (!path.endsWith('.jsonl')) return [];
  const fields: string[] = [];
  while (fields.length < matches.length) {
    const line = lastAtMost(lineStarts, (matches[fields.length] as JwtMatch).start);
    const from = lineStarts[line] as number;
    const to = lineStarts[line + 1] ?? text.length;
    const moved: { start: number; end: number }[] = [];
    for (
      let next = matches[fields.length];
      next && next.start < to;
      next = matches[fields.length + moved.length]
    ) {
      moved.push({ start: next.start - from, end: next.end - from });
    }
    fields.push(...fieldPaths(text.slice(from, to), moved));
  }
  return fields;
}

/**
 * Names a list of findings, so that who accepts them accepts those and no others: sha256 (lower-case hex) over the
 * RFC 8785 text of the findings in a fixed order.
 */
export function secretsDigest(findings: readonly SecretFinding[]): string {
  const lines = findings
    .map((finding) => Buffer.from(canonicalJson(finding as unknown as JsonObject)).toString())
    .sort();
  return sha256Hex(`[${lines.join(',')}]`);
}
