import { type SecretFinding, scanText } from './scan.js';

const LF = 0x0a;
const WINDOW = 4 * 1024 * 1024;
const LONGEST_LINE = 32 * 1024 * 1024;
const OVERLAP = 64 * 1024;

/**
 * Scans a part that streams by, in bounded memory. A window ends with the first line that makes it 4 MiB, so that
 * windows do not depend on how the bytes arrive and both ends of a move find the same. A line beyond 32 MiB is cut, with
 * 64 KiB in both pieces, so that no key is cut in two. Field paths are told where they can be known: in JSON Lines, and
 * in a JSON text of one window.
 */
export class ScanStream {
  private pieces: Uint8Array[] = [];
  private bytes = 0;
  /** Bytes to wait for before the window is looked at. */
  private due = WINDOW;
  private linesBefore = 0;
  private windows = 0;
  /** Rules found in the line that was cut; null: the window begins with a line of its own. */
  private cutLine: Set<string> | null = null;
  private readonly findings: SecretFinding[] = [];

  constructor(private readonly path: string) {}

  write(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.pieces.push(piece.slice());
    this.bytes += piece.length;
    if (this.bytes < this.due) return;
    let rest: Uint8Array = Buffer.concat(this.pieces);
    for (let end = windowEnd(rest); end !== null; end = windowEnd(rest)) {
      this.scan(rest.subarray(0, end));
      const cut = rest[end - 1] !== LF;
      rest = rest.subarray(cut ? end - OVERLAP : end);
    }
    this.pieces = [rest];
    this.bytes = rest.length;
    // A long line is joined again only when it has doubled.
    this.due = Math.min(Math.max(WINDOW, 2 * rest.length), LONGEST_LINE);
  }

  end(): SecretFinding[] {
    if (this.bytes > 0) this.scan(Buffer.concat(this.pieces));
    this.pieces = [];
    this.bytes = 0;
    return this.findings;
  }

  private scan(window: Uint8Array): void {
    const isLines = this.path.endsWith('.jsonl');
    for (const { field, ...found } of scanText(this.path, window)) {
      const line = this.linesBefore + found.line;
      if (found.line === 1 && this.cutLine?.has(found.rule)) continue;
      const told = field !== undefined && (isLines ? this.cutLine === null : this.windows === 0);
      this.findings.push({ ...found, line, ...(told && { field }) });
    }
    this.windows++;
    const lines = countLines(window);
    this.linesBefore += lines;
    if (window.at(-1) === LF) this.cutLine = null;
    else
      this.cutLine = new Set(
        this.findings.flatMap(({ line, rule }) => (line === this.linesBefore + 1 ? [rule] : [])),
      );
  }
}

/** Where the first window of these bytes ends; null: more bytes are needed to tell. */
function windowEnd(bytes: Uint8Array): number | null {
  if (bytes.length < WINDOW) return null;
  const end = bytes.indexOf(LF, WINDOW - 1) + 1;
  if (end > 0 && end <= LONGEST_LINE) return end;
  return bytes.length >= LONGEST_LINE ? LONGEST_LINE : null;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
