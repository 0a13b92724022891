import { splitLines } from '../json/split-lines.js';
import { type SecretFinding, scanText, secretsDigest } from '../secret-scan/scan.js';
import { factsReader, mainPart, type PartFacts } from './facts.js';
import type { Part } from './part.js';

/** Facts of one part; `entries` is null where the part has no notion of them. Sizes in bytes. */
export interface PartReport {
  path: string;
  mediaType: string;
  bytes: number;
  entries: number | null;
}

/** What a snapshot holds, derived from its bytes alone: the destination recomputes it and gets the same. */
export interface SnapshotReport {
  parts: PartReport[];
  totalBytes: number;
  /** Path of the part whose entries stand for the session; null when there is none, then entries is 0. */
  mainPart: string | null;
  entries: number;
  lastEntrySha256: string | null;
  /** Last lines (1-based) of `*.jsonl` parts that end without \n and are no whole JSON value: cut while written. */
  unterminated: { path: string; line: number }[];
  secrets: SecretFinding[];
  /** What acceptSecrets must repeat; null when no secret was found. */
  secretsDigest: string | null;
}

/** Derives the report of parts held in memory. */
export function snapshotReport(parts: readonly Part[]): SnapshotReport {
  const facts = new Map(parts.map((part) => [part, factsOf(part)]));
  const main = mainPart(parts);
  const mainFacts = (main && facts.get(main)) ?? { entries: 0, lastEntrySha256: null };
  const secrets = parts.flatMap(({ path, bytes }) => scanText(path, bytes));
  return {
    parts: parts.map((part) => ({
      path: part.path,
      mediaType: part.mediaType,
      bytes: part.bytes.byteLength,
      entries: facts.get(part)?.entries ?? null,
    })),
    totalBytes: parts.reduce((total, { bytes }) => total + bytes.byteLength, 0),
    mainPart: main?.path ?? null,
    ...mainFacts,
    unterminated: parts.flatMap(unterminatedLine),
    secrets,
    secretsDigest: secrets.length === 0 ? null : secretsDigest(secrets),
  };
}

function factsOf({ path, bytes }: Part): PartFacts | null {
  const reader = factsReader(path);
  reader?.write(bytes);
  return reader?.end() ?? null;
}

function unterminatedLine({ path, bytes }: Part): { path: string; line: number }[] {
  if (!path.endsWith('.jsonl') || bytes.length === 0 || bytes.at(-1) === 0x0a) return [];
  let line = 0;
  let last: Uint8Array = bytes;
  for (const content of splitLines(bytes)) {
    line++;
    last = content;
  }
  return isWholeJson(last) ? [] : [{ path, line }];
}

function isWholeJson(line: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return true;
  } catch {
    return false;
  }
}
