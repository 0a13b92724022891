import type { ClientFormat } from '../client/rewriter.js';
import type { JsonObject } from '../json/value.js';
import { sha256Hex } from '../snapshot/part.js';

const CWD_FIELDS = new Set([
  'cwd',
  'relocatedCwd',
  'worktreeSession.originalCwd',
  'worktreeSession.worktreePath',
]);
/** What every record of a session carries along. */
const CARRIED = ['userType', 'entrypoint', 'sessionId', 'version', 'gitBranch'] as const;

/** Records of Claude Code: a tree, in which an answer is a user's record below the last of the main branch. */
export class ClaudeCodeFormat implements ClientFormat {
  private leaf: string | null = null;
  private carried: JsonObject = {};
  /** The record that made each call. */
  private readonly makers = new Map<string, string>();

  cwdFields(): ReadonlySet<string> {
    return CWD_FIELDS;
  }

  follow(record: JsonObject): void {
    const { uuid, isSidechain, message } = record;
    if (typeof uuid !== 'string' || isSidechain === true) return;
    this.leaf = uuid;
    for (const key of CARRIED) if (record[key] !== undefined) this.carried[key] = record[key];
    const content = (message as JsonObject | undefined)?.content;
    if (!Array.isArray(content)) return;
    for (const block of content as JsonObject[]) {
      if (block?.type === 'tool_use' && typeof block.id === 'string') this.makers.set(block.id, uuid);
    }
  }

  answer({ id }: { id: string }, text: string, { cwd, at }: { cwd: string; at: string }): JsonObject {
    const maker = this.makers.get(id);
    return {
      parentUuid: this.leaf,
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: text }] },
      uuid: uuidOf(`${this.leaf}/${id}/${at}`),
      timestamp: at,
      toolUseResult: text,
      ...(maker !== undefined && { sourceToolAssistantUUID: maker }),
      ...this.carried,
      cwd,
    };
  }
}

/** The same for the same answer: a restore that is repeated writes the same bytes. */
function uuidOf(seed: string): string {
  const hex = sha256Hex(seed);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
