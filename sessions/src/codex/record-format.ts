import type { ClientFormat } from '../client/rewriter.js';
import { isObject, type JsonObject } from '../json/value.js';

/** By the record's type. The state that the model was told of is left: the client tells it of the change by itself. */
const CWD_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  session_meta: new Set(['payload.cwd', 'payload.runtime_workspace_roots[]']),
  turn_context: new Set([
    'payload.cwd',
    'payload.workspace_roots[]',
    'payload.runtime_workspace_roots[]',
    'payload.sandbox_policy.writable_roots[]',
  ]),
  thread_settings_applied: new Set([
    'payload.thread_settings.cwd',
    'payload.thread_settings.runtime_workspace_roots[]',
  ]),
};

/** Records of Codex: a list, whose records are numbered in newer versions. */
export class CodexFormat implements ClientFormat {
  private ordinal: number | null = null;
  private bare = true;

  cwdFields({ type, payload }: JsonObject): ReadonlySet<string> | null {
    const kind = type === 'event_msg' && isObject(payload) ? payload.type : type;
    return typeof kind === 'string' && Object.hasOwn(CWD_FIELDS, kind) ? (CWD_FIELDS[kind] ?? null) : null;
  }

  follow({ ordinal, payload }: JsonObject): void {
    if (typeof ordinal === 'number') this.ordinal = ordinal;
    if (payload !== undefined) this.bare = false;
  }

  answer({ id, form }: { id: string; form: string }, text: string, { at }: { at: string }): JsonObject {
    const type = form === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output';
    const payload = { type, call_id: id, output: text };
    if (this.bare) return payload;
    return {
      timestamp: at,
      ...(this.ordinal !== null && { ordinal: this.ordinal + 1 }),
      type: 'response_item',
      payload,
    };
  }
}
