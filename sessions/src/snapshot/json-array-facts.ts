import { createHash, type Hash } from 'node:crypto';
import type { FactsReader, PartFacts } from './facts.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Counts the elements of a JSON array and hashes the last one's bytes as stored, without parsing: only brackets,
 * strings and the commas between elements matter. Space around an element is not part of it.
 * Anything but an array (or one cut short) has no entries: a file may bear the name of the message history.
 */
export class JsonArrayFacts implements FactsReader {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private started = false;
  private broken = false;
  private entries = 0;
  private element: Hash | null = null;
  private lastEntrySha256: string | null = null;

  write(chunk: Uint8Array): void {
    // Bytes of the element at hand are hashed run by run, `from` being where the present run began.
    let from = 0;
    for (let at = 0; at < chunk.length && !this.broken; at++) {
      const byte = chunk[at] as number;
      if (this.inString) {
        this.stepInString(byte);
        continue;
      }
      if (this.depth <= 1 && (isSpace(byte) || byte === COMMA || this.depth === 0 || isClosing(byte))) {
        this.hash(chunk.subarray(from, at));
        from = at + 1;
        this.stepOutside(byte);
        continue;
      }
      if (byte === QUOTE) this.inString = true;
      else if (isOpening(byte)) this.depth++;
      else if (isClosing(byte)) this.depth--;
    }
    if (this.depth > 0) this.hash(chunk.subarray(from));
  }

  end(): PartFacts {
    const whole = !this.broken && this.depth === 0 && !this.inString;
    return whole
      ? { entries: this.entries, lastEntrySha256: this.lastEntrySha256 }
      : { entries: 0, lastEntrySha256: null };
  }

  private stepInString(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  /** A byte that belongs to no element: around the array, or between its elements. */
  private stepOutside(byte: number): void {
    if (isSpace(byte)) return;
    if (this.depth === 1) {
      this.closeElement();
      if (byte !== COMMA) this.depth = 0;
    } else if (byte === 0x5b && !this.started) {
      this.started = true;
      this.depth = 1;
    } else {
      this.broken = true;
    }
  }

  private hash(run: Uint8Array): void {
    if (run.length === 0) return;
    this.element ??= createHash('sha256');
    this.element.update(run);
  }

  private closeElement(): void {
    if (!this.element) return;
    this.entries++;
    this.lastEntrySha256 = this.element.digest('hex');
    this.element = null;
  }
}
