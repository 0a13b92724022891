import type { Door } from './door.js';

/** What `/a2a` answers. */
export interface RpcAnswer {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result?: { thread_id: string; status: string; replayed: boolean; duplicate_of: string | null };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: {
      readonly code: string;
      readonly retryable: boolean;
      readonly replayed?: boolean;
      readonly issues?: readonly { path: string; code: string; message: string }[];
      readonly limit?: string;
      readonly most?: number;
      readonly offenders?: readonly { path: string; size: number }[];
      readonly secrets?: readonly { path: string; line: number; rule: string }[];
      readonly suggestions?: readonly string[];
      readonly request_id?: string;
    };
  };
}

/** POSTs a body to `/a2a` as it is. */
export async function postA2a(
  { url }: Pick<Door, 'url'>,
  key: string | null,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: RpcAnswer }> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  return { status: response.status, answer: (await response.json()) as RpcAnswer };
}

/** One call of `message/send`, without an id unless one is given. */
export function callA2a(
  door: Pick<Door, 'url'>,
  key: string,
  params: unknown,
  id?: unknown,
): Promise<{ status: number; answer: RpcAnswer }> {
  const named = id === undefined ? {} : { id };
  return postA2a(door, key, JSON.stringify({ jsonrpc: '2.0', ...named, method: 'message/send', params }));
}

type Fields = Record<string, unknown>;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snakes = (value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [snake(name), snakes(inner)]));

/** A GraphQL input of `handoffSend` as parameters of `message/send`: the same call, said the other way. */
export function paramsOf(input: Fields): Fields {
  const { recipient, intent, summary, payload, artifacts, proposedAction, secrets, idempotencyKey } = input;
  return {
    recipient,
    intent: String(intent).toLowerCase(),
    message: {
      role: 'user',
      parts: [{ type: 'text', text: summary }],
      ...(payload !== undefined && { payload }),
    },
    ...(artifacts !== undefined && {
      artifacts: (artifacts as Fields[]).flatMap((artifact) =>
        Object.entries(artifact).map(([type, fields]) => ({
          type: snake(type),
          ...(snakes(fields) as Fields),
        })),
      ),
    }),
    ...(proposedAction !== undefined && { proposed_action: snakes(proposedAction) }),
    ...(secrets !== undefined && { secrets: String(secrets).toLowerCase() }),
    ...(idempotencyKey !== undefined && { metadata: { client_idempotency_key: idempotencyKey } }),
  };
}
