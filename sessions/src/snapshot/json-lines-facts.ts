import { createHash, type Hash } from 'node:crypto';
import { isBlank } from '../json/split-lines.js';
import type { FactsReader, PartFacts } from './facts.js';

const LF = 0x0a;

/**
 * Counts the lines of a JSON Lines text and hashes the last. A line's bytes are what stands before its \n, a \r
 * included; blank lines hold no record and are no entries; a last line without \n is one.
 * Only the lines that may turn out to be last are hashed: the one that crosses chunks, and the last whole one of each.
 */
export class JsonLinesFacts implements FactsReader {
  private entries = 0;
  private lastEntrySha256: string | null = null;
  private open: Hash | null = null;
  private openBlank = true;

  write(chunk: Uint8Array): void {
    let start = 0;
    let lastWhole: Uint8Array | null = null;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const line = chunk.subarray(start, end);
      start = end + 1;
      if (this.open) {
        this.extend(line);
        this.close();
      } else if (!isBlank(line)) {
        this.entries++;
        lastWhole = line;
      }
    }
    if (lastWhole) this.lastEntrySha256 = createHash('sha256').update(lastWhole).digest('hex');
    if (start < chunk.length) this.extend(chunk.subarray(start));
  }

  end(): PartFacts {
    this.close();
    return { entries: this.entries, lastEntrySha256: this.lastEntrySha256 };
  }

  private extend(piece: Uint8Array): void {
    this.open ??= createHash('sha256');
    this.open.update(piece);
    this.openBlank &&= isBlank(piece);
  }

  private close(): void {
    if (this.open && !this.openBlank) {
      this.entries++;
      this.lastEntrySha256 = this.open.digest('hex');
    }
    this.open = null;
    this.openBlank = true;
  }
}
