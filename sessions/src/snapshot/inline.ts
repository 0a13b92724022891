import { canonicalJson } from '../json/canonical.js';
import { judgeJson } from '../json/judge.js';
import { IssueList, indexPath, isObject, type JsonValue, type Result } from '../json/value.js';
import type { Part } from './part.js';

/** The four inline inputs, each a JSON value that came through the strict door or a GraphQL literal. */
export interface InlineInput {
  /** A string, or an array of typed blocks. */
  systemPrompt?: JsonValue;
  /** An array of messages, objects with a `role`; what they hold is opaque. */
  messageHistory?: JsonValue;
  /** Anything. */
  toolState?: JsonValue;
  /** `[{server, credRef}]` or a client's own JSON without secrets, as readMcpConfig takes it. */
  mcpConfig?: JsonValue;
}

export type InlineField = keyof InlineInput;

/** Fixed paths of the inline parts, in the order in which they stand in a manifest. */
export const INLINE_PATHS: Readonly<Record<InlineField, string>> = {
  systemPrompt: 'system-prompt.json',
  messageHistory: 'messages.json',
  toolState: 'tool-state.json',
  mcpConfig: 'mcp-config.json',
};

/**
 * Inline JSON as parts: the RFC 8785 bytes of each value that is present (undefined is absent, null is a value only
 * for toolState), media type application/json. Content is never trimmed, normalised or redacted.
 * The secrets in mcpConfig are judged by readMcpConfig, which the caller asks first.
 */
export function inlineParts(input: InlineInput): Result<Part[]> {
  const list = new IssueList();
  const parts: Part[] = [];
  for (const field of Object.keys(INLINE_PATHS) as InlineField[]) {
    const value = input[field];
    if (value === undefined) continue;
    const before = list.issues.length;
    list.push(...judgeJson(value, field));
    judgeShape(field, value, list);
    if (list.issues.length > before || list.full) continue;
    parts.push({ path: INLINE_PATHS[field], mediaType: 'application/json', bytes: canonicalJson(value) });
  }
  return list.result(parts);
}

function judgeShape(field: InlineField, value: JsonValue, list: IssueList): void {
  if (field === 'systemPrompt' && typeof value !== 'string' && !Array.isArray(value)) {
    list.add(field, 'INVALID_TYPE', 'a system prompt is a string or an array of blocks');
  }
  if (field === 'mcpConfig' && (typeof value !== 'object' || value === null)) {
    list.add(field, 'INVALID_TYPE', 'MCP config is an array of {server, credRef}');
  }
  if (field === 'messageHistory') judgeMessages(value, list);
}

function judgeMessages(value: JsonValue, list: IssueList): void {
  if (!Array.isArray(value)) {
    list.add('messageHistory', 'INVALID_TYPE', 'a message history is an array of messages');
    return;
  }
  value.forEach((message, index) => {
    const at = indexPath('messageHistory', index);
    if (!isObject(message)) list.add(at, 'INVALID_TYPE', 'a message is an object');
    else if (!Object.hasOwn(message, 'role')) list.add(`${at}.role`, 'MISSING_FIELD', 'a message has a role');
    else if (typeof message.role !== 'string') list.add(`${at}.role`, 'INVALID_TYPE', 'a role is a string');
  });
}
