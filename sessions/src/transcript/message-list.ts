import type { JsonValue } from '../json/value.js';
import { type TranscriptFacts, TranscriptReader } from './transcript-facts.js';

/** Inline JSON is at most this long; a longer file under its name is opaque. */
const LONGEST = 64 * 1024 * 1024;

/** Reads a JSON array of messages, each an entry by its place in the array (1-based). Anything else has no entries. */
export class MessageList {
  private readonly reader = new TranscriptReader();
  private pieces: Uint8Array[] = [];
  private bytes = 0;

  write(piece: Uint8Array): void {
    this.bytes += piece.length;
    if (this.bytes <= LONGEST) this.pieces.push(piece.slice());
    else this.pieces = [];
  }

  end(): TranscriptFacts {
    const messages = this.messages();
    messages.forEach((message, index) => {
      this.reader.take(message, index + 1);
    });
    const facts = this.reader.end();
    messages.forEach((message, index) => {
      const bytes = Buffer.byteLength(JSON.stringify(message));
      if (bytes > (facts.largestEntry?.bytes ?? 0)) facts.largestEntry = { line: index + 1, bytes };
    });
    return facts;
  }

  private messages(): JsonValue[] {
    if (this.bytes > LONGEST) return [];
    try {
      const value = JSON.parse(Buffer.concat(this.pieces).toString('utf8')) as JsonValue;
      return Array.isArray(value) ? value : [];
    } catch {
      // A file may bear the name of the message history and be anything.
      return [];
    }
  }
}
