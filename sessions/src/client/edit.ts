import type { OpenCall } from '../transcript/calls.js';

/** What a writer changed of a part; everything else is the source's, byte for byte. Lines are 1-based, as written. */
export type Edit =
  /** The directory in a structural field; `lines` are ranges, both ends included. */
  | { kind: 'cwd'; part: string; field: string; from: string; to: string; lines: [number, number][] }
  /** A result for a call that had none, added as this line. `own`: the call that took the snapshot. */
  | { kind: 'answer'; part: string; line: number; callId: string; tool: string; own: boolean }
  /** A newline after a last line that had none, so that what the client adds stands on a line of its own. */
  | { kind: 'newline'; part: string; line: number };

/** Collects the edits of one part; those of one field to one directory are one edit. */
export class EditList {
  private readonly cwds = new Map<string, Extract<Edit, { kind: 'cwd' }>>();
  private readonly others: Edit[] = [];

  constructor(private readonly part: string) {}

  cwd(field: string, from: string, to: string, line: number): void {
    const key = JSON.stringify([field, from, to]);
    const edit = this.cwds.get(key) ?? { kind: 'cwd', part: this.part, field, from, to, lines: [] };
    this.cwds.set(key, edit);
    const last = edit.lines.at(-1);
    if (last !== undefined && last[1] >= line - 1) last[1] = line;
    else edit.lines.push([line, line]);
  }

  newline(line: number): void {
    this.others.push({ kind: 'newline', part: this.part, line });
  }

  answer(line: number, { id, tool }: OpenCall, own: boolean): void {
    this.others.push({ kind: 'answer', part: this.part, line, callId: id, tool, own });
  }

  list(): Edit[] {
    return [...this.cwds.values(), ...this.others];
  }
}
