import { type SecretFinding, secretsDigest } from '../secret-scan/scan.js';
import { ScanStream } from '../secret-scan/scan-stream.js';
import { MessageList } from '../transcript/message-list.js';
import { TranscriptReader } from '../transcript/transcript-facts.js';
import { type FactsReader, factsReader, mainPart, type PartFacts } from './facts.js';
import { INLINE_PATHS } from './inline.js';
import type { Part } from './part.js';
import { type StaysBehind, type TranscriptReport, TranscriptReports } from './transcript-report.js';

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
  /** What the parts that are transcripts hold; an opaque part adds nothing. */
  transcript: TranscriptReport;
  staysBehind: StaysBehind[];
  secrets: SecretFinding[];
  /** What acceptSecrets must repeat; null when no secret was found. */
  secretsDigest: string | null;
}

/** Derives the report of parts held in memory. */
export function snapshotReport(parts: readonly Part[]): SnapshotReport {
  const report = new SnapshotReporter();
  for (const { path, mediaType, bytes } of parts) {
    report.begin(path, mediaType);
    report.write(bytes);
  }
  return report.end();
}

/**
 * Derives the report of parts that stream by, one after the other in manifest order: `begin` each, `write` its pieces,
 * `end` after the last. Holds one line and one window of the scan. The same bytes give the same report however they are
 * cut into pieces.
 */
export class SnapshotReporter {
  private readonly parts: PartReport[] = [];
  private readonly facts = new Map<string, PartFacts>();
  private readonly unterminated: SnapshotReport['unterminated'] = [];
  private readonly transcripts = new TranscriptReports();
  private readonly secrets: SecretFinding[] = [];
  private part: PassingPart | null = null;

  begin(path: string, mediaType: string): void {
    this.close();
    this.part = passingPart(path, mediaType);
  }

  write(piece: Uint8Array): void {
    if (this.part === null) throw new Error('no part was begun');
    this.part.report.bytes += piece.byteLength;
    this.part.facts?.write(piece);
    this.part.transcript?.write(piece);
    this.part.scan.write(piece);
  }

  end(): SnapshotReport {
    this.close();
    const main = mainPart(this.parts);
    const none = { entries: 0, lastEntrySha256: null };
    return {
      parts: this.parts,
      totalBytes: this.parts.reduce((total, { bytes }) => total + bytes, 0),
      mainPart: main?.path ?? null,
      ...((main && this.facts.get(main.path)) ?? none),
      unterminated: this.unterminated,
      transcript: this.transcripts.report(),
      staysBehind: this.transcripts.staysBehind(this.parts.map(({ path }) => path)),
      secrets: this.secrets,
      secretsDigest: this.secrets.length === 0 ? null : secretsDigest(this.secrets),
    };
  }

  private close(): void {
    if (this.part === null) return;
    const { report, facts: reader, transcript, scan } = this.part;
    this.part = null;
    const facts = reader?.end() ?? null;
    if (facts !== null) this.facts.set(report.path, facts);
    this.parts.push({ ...report, entries: facts?.entries ?? null });
    this.secrets.push(...scan.end());
    if (transcript === null) return;
    const read = transcript.end();
    this.transcripts.add(report.path, read);
    if (read.cutLine !== null) this.unterminated.push({ path: report.path, line: read.cutLine });
  }
}

interface PassingPart {
  report: PartReport;
  facts: FactsReader | null;
  transcript: Pick<TranscriptReader, 'write' | 'end'> | null;
  scan: ScanStream;
}

const passingPart = (path: string, mediaType: string): PassingPart => ({
  report: { path, mediaType, bytes: 0, entries: null },
  facts: factsReader(path),
  transcript:
    path === INLINE_PATHS.messageHistory
      ? new MessageList()
      : path.endsWith('.jsonl')
        ? new TranscriptReader()
        : null,
  scan: new ScanStream(path),
});
