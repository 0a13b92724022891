import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { readPrivate } from './private-file.js';
import { isCode } from './system-error.js';

/** One line, without its newline. `end` is the offset after it. */
export interface TailedLine {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Over 64 KiB: `bytes` is its beginning. */
  readonly cut: boolean;
}

export const MAX_LINE = 64 * 1024;
const CHUNK = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Follows a file that a command appends lines to. A plain file outlives reader and writer: whatever was written while
 * nobody read is read later, from the offset up to which every line was answered for.
 */
export class UsageTail {
  /** Bytes from `start` on that are read and not yet handed out. */
  private pending = Buffer.alloc(0);
  /** Bytes of a line over the limit that were let go. */
  private skipped = 0;
  /** The beginning of such a line. */
  private head = Buffer.alloc(0);

  private constructor(
    private readonly file: FileHandle,
    private readonly offsetPath: string,
    /** Where the next line begins. */
    private start: number,
  ) {}

  /** Null while the file does not exist. */
  static async open(path: string, offsetPath: string): Promise<UsageTail | null> {
    try {
      const file = await open(path, 'r');
      return new UsageTail(file, offsetPath, (await readPrivate<number>(offsetPath)) ?? 0);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /**
   * The next whole line, or null when none is there yet. `last`: nobody writes any more, so that what stands after the
   * last newline is a line too. Reading again without `done` gives the line after, never the same one.
   */
  async next({ last = false } = {}): Promise<TailedLine | null> {
    for (;;) {
      const newline = this.pending.indexOf(NEWLINE);
      if (newline >= 0) return this.take(newline, 1);
      this.letGo();
      if (await this.read()) continue;
      return last && this.pending.length + this.skipped > 0 ? this.take(this.pending.length, 0) : null;
    }
  }

  /** Notes that everything before `end` was answered for. A crash before the note repeats a report, which is harmless. */
  async done(end: number): Promise<void> {
    await writeFile(`${this.offsetPath}.draft`, JSON.stringify(end), { mode: 0o600 });
    await rename(`${this.offsetPath}.draft`, this.offsetPath);
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** Whether the file is shorter than what was read of it: somebody cut it. Reading then begins anew. */
  async restartIfCut(): Promise<boolean> {
    if ((await this.file.stat()).size >= this.start + this.skipped + this.pending.length) return false;
    this.start = 0;
    this.skipped = 0;
    this.pending = Buffer.alloc(0);
    await this.done(0);
    return true;
  }

  private take(length: number, newline: 0 | 1): TailedLine {
    const total = this.skipped + length;
    const cut = total > MAX_LINE;
    const bytes = Buffer.from(
      this.skipped > 0 ? this.head : this.pending.subarray(0, Math.min(length, MAX_LINE)),
    );
    const line = { bytes, start: this.start, end: this.start + total + newline, cut };
    this.pending = this.pending.subarray(length + newline);
    this.start = line.end;
    this.skipped = 0;
    return line;
  }

  /** Of a line over the limit only the beginning stays in memory. */
  private letGo(): void {
    if (this.pending.length <= MAX_LINE && this.skipped === 0) return;
    if (this.skipped === 0) this.head = Buffer.from(this.pending.subarray(0, MAX_LINE));
    this.skipped += this.pending.length;
    this.pending = Buffer.alloc(0);
  }

  private async read(): Promise<boolean> {
    const position = this.start + this.skipped + this.pending.length;
    const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) return false;
    // Nothing is reported that a power cut could still take back.
    await this.file.datasync();
    this.pending = Buffer.concat([this.pending, buffer.subarray(0, bytesRead)]);
    return true;
  }
}
