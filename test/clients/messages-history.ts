import { sign } from './script.js';

/** A content block as a client sends it back; only the members judged here are named. */
export type HistoryBlock = {
  type: string;
  text?: string;
  id?: string;
  tool_use_id?: string;
  thinking?: string;
  signature?: string;
};

/** One message of a request to `POST /v1/messages`. */
export type HistoryMessage = { role: string; content: string | HistoryBlock[] };

/** The content as blocks; a bare string is one text block. */
export const blocksOf = (message: HistoryMessage): HistoryBlock[] =>
  typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;

/** Joins neighbours of one role, as the API does before it judges a history. */
function joined(messages: readonly HistoryMessage[]): { role: string; blocks: HistoryBlock[] }[] {
  const turns: { role: string; blocks: HistoryBlock[] }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === message.role) last.blocks.push(...blocksOf(message));
    else turns.push({ role: message.role, blocks: [...blocksOf(message)] });
  }
  return turns;
}

/**
 * Why the API would refuse this history, or null: a call without its result in the next message,
 * a result without its call in the message before, thinking whose signature does not fit.
 */
export function historyFault(messages: readonly HistoryMessage[]): string | null {
  const turns = joined(messages);
  for (const [at, turn] of turns.entries()) {
    const called = turn.blocks.flatMap((block) => (block.type === 'tool_use' && block.id ? [block.id] : []));
    const answered = new Set(turns[at + 1]?.blocks.map((block) => block.tool_use_id));
    const open = called.filter((id) => !answered.has(id));
    if (open.length > 0)
      return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}.`;

    const before = new Set(turns[at - 1]?.blocks.map((block) => block.id));
    for (const block of turn.blocks) {
      if (block.type === 'tool_result' && !before.has(block.tool_use_id))
        return `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}.`;
      if (block.type === 'thinking' && block.signature !== sign(block.thinking ?? ''))
        return `messages.${at}: Invalid \`signature\` in \`thinking\` block`;
    }
  }
  return null;
}

/** How many assistant turns a history holds, neighbours counted as one. */
export const assistantTurns = (messages: readonly HistoryMessage[]): number =>
  joined(messages).filter((turn) => turn.role === 'assistant').length;
