import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { Entry } from './entry.js';

/** Blocks of a message; results may hold blocks again. */
export function readBlocks(content: JsonValue, entry: Entry): void {
  if (!Array.isArray(content)) return;
  for (const block of content) if (isObject(block)) readBlock(block, entry);
}

function readBlock(block: JsonObject, entry: Entry): void {
  const { type, id } = block;
  if (typeof type !== 'string') return;
  if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    if (typeof id === 'string')
      entry.calls.push({ id, tool: typeof block.name === 'string' ? block.name : '', form: type });
  } else if (typeof block.tool_use_id === 'string') {
    // tool_result, web_search_tool_result and whatever else answers a call.
    entry.answers.push(block.tool_use_id);
    readBlocks(block.content ?? null, entry);
  } else if (type === 'thinking') {
    if (typeof block.signature !== 'string' || block.signature === '') entry.unsignedThinking++;
  } else if (type === 'image' || type === 'input_image' || type === 'image_url') {
    entry.images++;
  }
  if (type === 'redacted_thinking' || 'encrypted_content' in block) entry.encrypted++;
}
