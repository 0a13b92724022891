import { isObject, type JsonValue } from '../json/value.js';
import { readBlocks } from './blocks.js';
import { readCodexItem } from './codex-item.js';

/** A call of a tool that the model made. */
export interface Call {
  id: string;
  tool: string;
  /** The kind of block or item that makes it; the answer's depends on it. */
  form: string;
}

/** What one line of a transcript says, of whichever client; what it holds beyond this is nobody's business here. */
export interface Entry {
  /** The record's kind as its client names it, `message` for a plain one; null: it has none. */
  kind: string | null;
  calls: Call[];
  /** Ids of calls that are answered here. */
  answers: string[];
  images: number;
  /** Thinking without its signature: an API refuses it when it comes back. */
  unsignedThinking: number;
  /** Sealed reasoning, redacted thinking and the like: readable by their maker alone. */
  encrypted: number;
  model: string | null;
  uuid: string | null;
  parentUuid: string | null;
  /** Of a sub-agent, inside the file of the session that called it. */
  sidechain: boolean;
  /** Whether a person speaks here, rather than a tool. */
  said: boolean;
  /** The working directory that the record names. */
  cwd: string | null;
}

/** Records of Codex carry their content in `payload`; before version 0.32 the item stood bare. */
const CODEX_ITEMS = /^(?:function_call|custom_tool_call|local_shell_call|tool_search_call|reasoning)/;

/** Reads one parsed line. Never throws, whatever it holds. */
export function readEntry(value: JsonValue): Entry {
  const entry: Entry = {
    kind: null,
    calls: [],
    answers: [],
    images: 0,
    unsignedThinking: 0,
    encrypted: 0,
    model: null,
    uuid: null,
    parentUuid: null,
    sidechain: false,
    said: false,
    cwd: null,
  };
  if (!isObject(value)) return entry;
  const { type, message, payload, role } = value;
  entry.kind = typeof type === 'string' ? type : typeof role === 'string' ? 'message' : null;
  if (isObject(payload)) {
    if (type === 'response_item') readCodexItem(payload, entry);
    if (type === 'turn_context') entry.model = textOrNull(payload.model);
    if (type === 'turn_context' || type === 'session_meta') entry.cwd = textOrNull(payload.cwd);
    return entry;
  }
  if (typeof type === 'string' && CODEX_ITEMS.test(type)) readCodexItem(value, entry);
  const said = isObject(message) ? message : typeof role === 'string' ? value : null;
  if (said !== null) {
    readBlocks(said.content ?? null, entry);
    readChatCalls(said, entry);
    entry.model = textOrNull(said.model);
    entry.said ||= said.role === 'user' && isText(said.content);
  }
  entry.uuid = textOrNull(value.uuid);
  entry.parentUuid = textOrNull(value.parentUuid);
  entry.sidechain = value.isSidechain === true;
  entry.cwd = textOrNull(value.cwd);
  return entry;
}

/** A message of results alone says nothing. */
const isText = (content: JsonValue | undefined): boolean =>
  typeof content === 'string' ||
  (Array.isArray(content) && content.some((block) => isObject(block) && block.type === 'text'));

/** Messages of the chat form: `tool_calls` beside the content, answered by a message of role `tool`. */
function readChatCalls(message: Record<string, JsonValue>, entry: Entry): void {
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
    if (!isObject(call) || typeof call.id !== 'string') continue;
    const named = isObject(call.function) ? call.function.name : call.name;
    entry.calls.push({ id: call.id, tool: textOrNull(named) ?? '', form: 'tool_calls' });
  }
  if (message.role === 'tool' && typeof message.tool_call_id === 'string')
    entry.answers.push(message.tool_call_id);
}

export const textOrNull = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' ? value : null;
