import { createHash, randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Kind } from './env.js';
import type { Answer, Bench, Call, Tool } from './tool.js';
import { TOOLS } from './tools/index.js';

const SERVER_INFO = { name: 'baton', title: 'Baton', version: '0.1.0' } as const;

const INSTRUCTIONS =
  'Baton moves your running session to another host. The order is snapshot_state, provision_runtime, push_state, activate; get_status tells where it stands. Transfer tokens come from the orchestrator, and every step you may not take yourself is answered with whom to ask.';

/** Makes the server of one connection: the tools of a kind of credential over what they work with. */
export function createBridge(kind: Kind, bench: Bench): McpServer {
  const server = new McpServer(SERVER_INFO, { instructions: INSTRUCTIONS });
  const repeats = new Map<string, Promise<CallToolResult>>();
  /** Keys of calls that nobody answered: asked again, they are the same call. */
  const unknown = new Map<string, string>();
  for (const tool of TOOLS[kind]) {
    const { name, title, description, input, output, effects } = tool;
    const annotations = {
      readOnlyHint: effects.reads,
      destructiveHint: effects.destructive,
      idempotentHint: effects.repeatSafe,
      openWorldHint: false,
    };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output as never, annotations },
      async (args: Record<string, unknown>, extra) => {
        const made = callOf(extra._meta, extra.signal);
        const asked = `${name} ${JSON.stringify(args)}`;
        // A client that repeats a call, id and all, means the call it made.
        const repeat = made.callId === null ? null : `${made.callId} ${asked}`;
        const earlier = repeat === null ? undefined : repeats.get(repeat);
        if (earlier !== undefined) return earlier;
        const call = { ...made, idempotencyKey: unknown.get(asked) ?? made.idempotencyKey };
        const answer = run(tool, bench, args, call, (isUnknown) => {
          unknown.delete(asked);
          if (isUnknown && !tool.growing) keep(unknown, asked, call.idempotencyKey);
        });
        if (repeat !== null) remember(repeats, repeat, answer);
        return answer;
      },
    );
  }
  return server;
}

const MAX_REMEMBERED = 100;

/** The newest of them, so many and no more. */
function keep<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

function remember(
  repeats: Map<string, Promise<CallToolResult>>,
  id: string,
  answer: Promise<CallToolResult>,
): void {
  keep(repeats, id, answer);
  // What came to no end may be asked again.
  void answer.then(({ isError }) => isError && repeats.delete(id));
}

/** A fault of the bridge or of this machine; its words may name files. */
const BROKEN: Answer = {
  refused: true,
  text: 'INTERNAL: The bridge could not do this. Tell your user to run `baton mcp doctor`.',
};

async function run(
  tool: Tool,
  bench: Bench,
  args: Record<string, unknown>,
  call: Call,
  onEnd: (unknown: boolean) => void,
): Promise<CallToolResult> {
  const answer: Answer = await tool.run(bench, args, call).catch(() => BROKEN);
  onEnd(answer.unknown ?? false);
  const { text, structured, refused = false } = answer;
  // Some clients show a model the structured content alone, others the text alone: the sentence is in both.
  const content = structured && { message: text, ...structured };
  return {
    content: [
      { type: 'text', text: structured === undefined ? text : `${text}\n\n${JSON.stringify(structured)}` },
    ],
    ...(content && { structuredContent: content }),
    ...(refused && { isError: true }),
  };
}

/** Ids that clients send beside a call: Claude Code of the call itself, Codex of the session. */
function callOf(meta: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): Call {
  const text = (name: string): string | null => {
    const value = meta?.[name];
    return typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;
  };
  const callId = text('claudecode/toolUseId');
  const idempotencyKey =
    callId === null ? randomUUID() : createHash('sha256').update(`tool call ${callId}`).digest('hex');
  return { callId, threadId: text('threadId'), idempotencyKey, signal };
}
