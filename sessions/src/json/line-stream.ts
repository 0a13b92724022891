const LF = 0x0a;

/** A line as it passes by. */
export interface PassingLine {
  /** Its bytes without the \n; a \r belongs to them. */
  readonly bytes: Uint8Array;
  /** 1-based, blank lines counted. */
  readonly number: number;
  /** False for what stands after the last \n. */
  readonly terminated: boolean;
}

/** Cuts bytes that come in pieces of any size into lines, at \n and nowhere else. Holds one line and one piece. */
export class LineStream {
  private open: Uint8Array[] = [];
  private number = 0;

  /** The lines that this piece completes. */
  *write(piece: Uint8Array): Generator<PassingLine> {
    let start = 0;
    for (let end = piece.indexOf(LF); end !== -1; end = piece.indexOf(LF, start)) {
      yield this.line(piece.subarray(start, end), true);
      start = end + 1;
    }
    // A copy: the caller may fill the same buffer again.
    if (start < piece.length) this.open.push(piece.slice(start));
  }

  /** What stands after the last \n; null when nothing does. */
  end(): PassingLine | null {
    return this.open.length === 0 ? null : this.line(new Uint8Array(), false);
  }

  private line(last: Uint8Array, terminated: boolean): PassingLine {
    const bytes = this.open.length === 0 ? last : joined([...this.open, last]);
    this.open = [];
    this.number++;
    return { bytes, number: this.number, terminated };
  }
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 2 && pieces[1]?.length === 0 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
