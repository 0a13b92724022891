import { LineStream, type PassingLine } from '../json/line-stream.js';
import { isBlank } from '../json/split-lines.js';
import { stringSpans } from '../json/string-spans.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { CallTracker, type OpenCall, SNAPSHOT_TOOL } from '../transcript/calls.js';
import { readEntry } from '../transcript/entry.js';
import { readLine } from '../transcript/oddity.js';
import { type CwdPair, mapCwd } from './cwd-map.js';
import { type Edit, EditList } from './edit.js';
import type { RestoreTarget } from './restore.js';

/** What a client's format adds to the rewriting of lines. */
export interface ClientFormat {
  /** Paths of the structural fields of this record that name working directories. */
  cwdFields(record: JsonObject): ReadonlySet<string> | null;
  /** Notes what an answer must carry on from. */
  follow(record: JsonObject): void;
  /** A record that answers the call. */
  answer(call: OpenCall, text: string, target: Repair & { cwd: string }): JsonValue;
}

type Repair = NonNullable<RestoreTarget['repair']>;

const CWD = Buffer.from('cwd"');
const ROOTS = Buffer.from('_roots"');
const NEWLINE = Buffer.from('\n');

/** Rewrites one transcript as it streams by: directories in structural fields, and at the end what is open. */
export class Rewriter {
  private readonly lines = new LineStream();
  private readonly calls = new CallTracker();
  private readonly editList: EditList;
  private last: { number: number; terminated: boolean } = { number: 0, terminated: true };
  readonly unmapped = new Set<string>();
  leftOpen: OpenCall[] = [];

  constructor(
    part: string,
    private readonly format: ClientFormat,
    private readonly pairs: readonly CwdPair[],
    private readonly target: RestoreTarget,
    /** Sub-agents' transcripts are history: nothing waits for their calls. */
    private readonly isMain: boolean,
  ) {
    this.editList = new EditList(part);
  }

  async *content(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      const written = [...this.lines.write(piece)].flatMap((line) => [this.rewrite(line), NEWLINE]);
      if (written.length > 0) yield Buffer.concat(written);
    }
    const last = this.lines.end();
    if (last !== null) yield this.rewrite(last);
    yield* this.close();
  }

  edits(): Edit[] {
    return this.editList.list();
  }

  private rewrite(line: PassingLine): Uint8Array {
    const { bytes, number, terminated } = line;
    this.last = { number, terminated };
    const mayName = holds(bytes, CWD) || holds(bytes, ROOTS);
    const isFollowed = this.isMain && this.target.repair !== null;
    if (isBlank(bytes) || (!mayName && !isFollowed)) return bytes;
    const { value } = readLine(bytes, number === 1, terminated);
    if (!isObject(value)) return bytes;
    if (isFollowed) {
      const entry = readEntry(value);
      if (!entry.sidechain) this.calls.take(entry, number);
      this.format.follow(value);
    }
    const fields = mayName ? this.format.cwdFields(value) : null;
    return fields === null ? bytes : this.mapFields(bytes, fields, number);
  }

  private mapFields(bytes: Uint8Array, fields: ReadonlySet<string>, line: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const { path, start, end } of stringSpans(bytes, fields)) {
      const from = JSON.parse(Buffer.from(bytes.subarray(start, end)).toString('utf8')) as string;
      const to = mapCwd(this.pairs, from);
      if (to === null) this.unmapped.add(from);
      if (to === null || to === from) continue;
      pieces.push(bytes.subarray(at, start), Buffer.from(JSON.stringify(to)));
      at = end;
      this.editList.cwd(path, from, to, line);
    }
    return at === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(at)]);
  }

  /** A last line without its newline gets one, and calls that the session waits for get their answer. */
  private *close(): Generator<Uint8Array> {
    const { repair, cwd } = this.target;
    if (!this.isMain || repair === null) return;
    if (!this.last.terminated) {
      this.editList.newline(this.last.number);
      yield NEWLINE;
    }
    let line = this.last.number;
    for (const call of this.calls.open()) {
      if (call.passed) {
        this.leftOpen.push(call);
        continue;
      }
      const own = repair.ownCallId === null ? SNAPSHOT_TOOL.test(call.tool) : call.id === repair.ownCallId;
      const record = this.format.answer(call, answerText(own, repair, cwd), { ...repair, cwd });
      if (isObject(record)) this.format.follow(record);
      this.editList.answer(++line, call, own);
      yield Buffer.from(`${JSON.stringify(record)}\n`);
    }
  }
}

const holds = (bytes: Uint8Array, needle: Buffer): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(needle);

function answerText(own: boolean, { host, at }: Repair, cwd: string): string {
  return own
    ? `The snapshot was taken, and the session moved. It goes on here: host ${host}, working directory ${cwd}, since ${at}.`
    : `This call was interrupted: the session was moved while it ran, and no result of it came along. The session goes on here: host ${host}, working directory ${cwd}, since ${at}.`;
}
