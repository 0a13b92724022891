import { type ScriptedBlock, type ScriptedTurn, type StreamEvent, scriptedId, sign } from './script.js';

/** One item of a request to `POST /v1/responses`; only the members judged here are named. */
export type ResponsesItem = {
  type: string;
  role?: string;
  content?: { type: string; text?: string }[];
  call_id?: string;
  name?: string;
  arguments?: string;
  summary?: { text: string }[];
  encrypted_content?: string | null;
};

const madeByModel = (item: ResponsesItem): boolean =>
  item.type === 'reasoning' || item.type === 'function_call' || item.role === 'assistant';

/** How many turns of the model a history holds: runs of items that the model made. */
export const modelTurns = (items: readonly ResponsesItem[]): number =>
  items.filter((item, at) => madeByModel(item) && !(at > 0 && madeByModel(items[at - 1] as ResponsesItem)))
    .length;

/**
 * Why the API would refuse this history, or null: a call without an output, an output without its
 * call, reasoning whose sealed form does not fit.
 */
export function itemsFault(items: readonly ResponsesItem[]): string | null {
  const ids = (type: string) =>
    items.flatMap((item) => (item.type === type && item.call_id ? [item.call_id] : []));
  const calls = ids('function_call');
  const outputs = ids('function_call_output');
  const open = calls.find((id) => !outputs.includes(id));
  if (open) return `No tool output found for function call ${open}.`;
  const stray = outputs.find((id) => !calls.includes(id));
  if (stray) return `No tool call found for function call output with call_id ${stray}.`;
  const changed = items.some(
    (item) =>
      item.type === 'reasoning' &&
      item.encrypted_content !== sign((item.summary ?? []).map((s) => s.text).join('')),
  );
  return changed ? 'The encrypted content could not be verified.' : null;
}

function outputItem(block: ScriptedBlock, seed: string): Record<string, unknown> {
  switch (block.type) {
    case 'thinking': {
      const summary = [{ type: 'summary_text', text: block.thinking }];
      return {
        type: 'reasoning',
        id: scriptedId('rs', seed),
        summary,
        encrypted_content: sign(block.thinking),
      };
    }
    case 'text': {
      const content = [{ type: 'output_text', text: block.text, annotations: [] }];
      return {
        type: 'message',
        id: scriptedId('msg', seed),
        role: 'assistant',
        status: 'completed',
        content,
      };
    }
    case 'tool_use': {
      // Tools of a server are functions of a namespace here, and one name with the server's elsewhere.
      const [, namespace, inner] = /^(mcp__\w+?)__(\w+)$/.exec(block.name) ?? [];
      const call = {
        call_id: scriptedId('call', seed),
        ...(namespace === undefined ? { name: block.name } : { namespace, name: inner }),
        arguments: JSON.stringify(block.input),
      };
      return { type: 'function_call', id: scriptedId('fc', seed), status: 'completed', ...call };
    }
  }
}

/**
 * The events of one streamed answer, in order; items come whole, without their deltas.
 * @param seed names the turn; ids are derived from it.
 * @param inputTokens the count reported as `usage.input_tokens`.
 */
export function responseEvents(
  turn: ScriptedTurn,
  seed: string,
  model: string,
  inputTokens: number,
): StreamEvent[] {
  const id = scriptedId('resp', seed);
  const output = turn.map((block, at) => outputItem(block, `${seed}/${at}`));
  const outputTokens = Math.ceil(JSON.stringify(turn).length / 4);
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
  return [
    { type: 'response.created', response: { id, model, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index): StreamEvent[] => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: { id, model, status: 'completed', output, usage } },
  ];
}
