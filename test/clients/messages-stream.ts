import {
  pieces,
  type ScriptedBlock,
  type ScriptedTurn,
  type StreamEvent,
  scriptedId,
  sign,
  toolUseId,
} from './script.js';

function deltas(block: ScriptedBlock): Record<string, unknown>[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return pieces(JSON.stringify(block.input)).map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: sign(block.thinking) },
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
export function streamEvents(
  turn: ScriptedTurn,
  seed: string,
  model: string,
  inputTokens: number,
): StreamEvent[] {
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
        id: scriptedId('msg', seed),
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
