import type { JsonObject } from '../json/value.js';
import { readBlocks } from './blocks.js';
import type { Entry } from './entry.js';

const CALL = /_call$/;
const OUTPUT = /_(?:call_)?output$/;

/** An item of the Responses API, as a rollout keeps it. */
export function readCodexItem(item: JsonObject, entry: Entry): void {
  const { type, call_id: callId, name, namespace } = item;
  if (typeof type !== 'string') return;
  if (typeof callId === 'string' && CALL.test(type)) {
    const tool = typeof name === 'string' ? name : type;
    entry.calls.push({
      id: callId,
      tool: typeof namespace === 'string' ? `${namespace}__${tool}` : tool,
      form: type,
    });
  } else if (typeof callId === 'string' && OUTPUT.test(type)) {
    entry.answers.push(callId);
    readBlocks(item.output ?? null, entry);
  }
  entry.said ||= type === 'message' && item.role === 'user';
  readBlocks(item.content ?? null, entry);
  if (typeof item.encrypted_content === 'string') entry.encrypted++;
}
