import { createHash } from 'node:crypto';

/** One content block a scripted assistant turn says. A `thinking` block is signed by the stub. */
export type ScriptedBlock =
  | { type: 'thinking'; thinking: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown> };

/** One assistant turn; it stops with `tool_use` when it holds a call, with `end_turn` otherwise. */
export type ScriptedTurn = readonly ScriptedBlock[];

/** One server-sent event of a streamed answer; `type` is repeated in `event:` and in `data:`. */
export type StreamEvent = { type: string } & Record<string, unknown>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '0');

/** Signs thinking so that a history with one changed byte is recognised, as the real API does. */
export const signThinking = (thinking: string): string =>
  createHash('sha512').update(`stub-model-api\n${thinking}`).digest('base64');

/** `toolu_` and 24 letters, the same for the same place in the same script. */
export const toolUseId = (seed: string, block: number): string => `toolu_${digest(`${seed}/${block}`).slice(0, 24)}`;

/** Cuts a text into pieces of a few characters, never inside a surrogate pair. */
function pieces(text: string, size = 24): string[] {
  const characters = Array.from(text);
  const cut: string[] = [];
  for (let at = 0; at < characters.length; at += size) cut.push(characters.slice(at, at + size).join(''));
  return cut;
}

function deltas(block: ScriptedBlock): Record<string, unknown>[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return pieces(JSON.stringify(block.input)).map((json) => ({ type: 'input_json_delta', partial_json: json }));
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: signThinking(block.thinking) },
      ];
  }
}

function opening(block: ScriptedBlock, id: string): Record<string, unknown> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'tool_use':
      return { type: 'tool_use', id, name: block.name, input: {} };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
  }
}

/**
 * The events of one streamed answer, in order.
 * @param seed names the turn; message and call ids are derived from it.
 * @param inputTokens the count reported as `usage.input_tokens`.
 */
export function streamEvents(turn: ScriptedTurn, seed: string, model: string, inputTokens: number): StreamEvent[] {
  const outputTokens = Math.ceil(JSON.stringify(turn).length / 4);
  const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const content = turn.flatMap((block, index): StreamEvent[] => [
    { type: 'content_block_start', index, content_block: opening(block, toolUseId(seed, index)) },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${digest(seed).slice(0, 24)}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 1, ...cache },
      },
    },
    ...content,
    {
      type: 'message_delta',
      delta: {
        stop_reason: turn.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { input_tokens: inputTokens, output_tokens: outputTokens, ...cache },
    },
    { type: 'message_stop' },
  ];
}
