import { LineStream } from '../json/line-stream.js';
import { isObject, type JsonObject } from '../json/value.js';
import { textOrNull } from '../transcript/entry.js';
import { readLine } from '../transcript/oddity.js';

/** What the first records of a transcript say of their session. */
export interface SessionHead {
  /** Null: the lines are of no client that is known here. */
  client: 'claude-code' | 'codex' | null;
  session: string | null;
  cwd: string | null;
  version: string | null;
  /** When it began, as the client wrote it. */
  startedAt: string | null;
  /** The session that this one works for. */
  parent: string | null;
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Reads a transcript until it has said what it can, at most its first 4 MiB and the line that ends there. */
export async function readHead(pieces: AsyncIterable<Uint8Array>): Promise<SessionHead> {
  const head: SessionHead = {
    client: null,
    session: null,
    cwd: null,
    version: null,
    startedAt: null,
    parent: null,
  };
  const lines = new LineStream();
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    for (const line of lines.write(piece)) if (take(head, line.bytes, line.number)) return head;
    if (bytes >= MOST_BYTES) return head;
  }
  const last = lines.end();
  if (last !== null) take(head, last.bytes, last.number);
  return head;
}

/** Whether nothing is left to be said. */
function take(head: SessionHead, bytes: Uint8Array, number: number): boolean {
  const { value } = readLine(bytes, number === 1, true);
  if (!isObject(value)) return false;
  if (isObject(value.payload)) return takeCodex(head, value, value.payload);
  if (head.client === null && isBareMeta(value)) return takeCodex(head, value, value);
  if (typeof value.sessionId !== 'string' || typeof value.type !== 'string') return false;
  head.client ??= 'claude-code';
  head.session ??= value.sessionId;
  head.cwd ??= textOrNull(value.cwd);
  head.version ??= textOrNull(value.version);
  head.startedAt ??= textOrNull(value.timestamp);
  return head.cwd !== null && head.version !== null;
}

function takeCodex(head: SessionHead, record: JsonObject, meta: JsonObject): boolean {
  if (record.type !== 'session_meta' && record.type !== undefined) return false;
  head.client = 'codex';
  head.session = textOrNull(meta.id);
  head.cwd = textOrNull(meta.cwd);
  head.version = textOrNull(meta.cli_version);
  head.startedAt = textOrNull(meta.timestamp) ?? textOrNull(record.timestamp);
  const subagent = isObject(meta.source) ? meta.source.subagent : undefined;
  const spawned = isObject(subagent) ? subagent.thread_spawn : undefined;
  head.parent = isObject(spawned) ? textOrNull(spawned.parent_thread_id) : null;
  return true;
}

/** The first line before records had a type: id and time of the session, alone. */
const isBareMeta = ({ type, id, timestamp, role }: JsonObject): boolean =>
  type === undefined && role === undefined && typeof id === 'string' && typeof timestamp === 'string';
