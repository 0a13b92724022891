import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type JsonValue, parseStrictJson } from '@baton/sessions';
import { ERRORS, type ErrorCode } from '../errors.js';
import { handoffOfParams, paramsPath } from './a2a-dialect.js';
import { requireMethod } from './admission.js';
import { answerJson } from './answer.js';
import { readBody, requireJson } from './body.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';
import type { Engine } from './engine.js';

/** JSON-RPC's own numbers; the domain's are those of `ERRORS`. */
const RPC = { PARSE: -32700, REQUEST: -32600, METHOD: -32601 } as const;

type Id = string | number | null;

/** The one command of this door, with all that an answer or an error here tells. */
const SEND = `mutation a2a_message_send($input: HandoffSendInput!) {
  handoffSend(input: $input) {
    __typename
    ... on HandoffSendSuccess { replayed duplicateOf handoff { id status } }
    ... on Refusal { code message retryable replayed }
    ... on InvalidInput { issues { path code message } }
    ... on InvalidIntentPayload { issues { path code message } }
    ... on RecipientNotFound { suggestions }
    ... on SecretDetected { secrets { path line field rule } }
    ... on TooLarge { limit most offenders { path size } }
  }
}`;

/**
 * `POST /a2a`: JSON-RPC's `message/send` opens a thread as `handoffSend` does, by the same command and its limits. It
 * is answered with or without an `id`. What is wrong with the credential is told by HTTP, all else by JSON-RPC's error.
 */
export async function serveA2a(
  doors: Doors,
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const viewer = await authenticated(request, doors, 'a2a', requestId);
  requireMethod(request, 'a2a');
  const context = doors.context(viewer, requestId);
  if (!doors.layers.mayReach(viewer, 'handoffSend', 'a2a')) {
    await forbid(doors, context, {
      action: 'handoffSend',
      message: 'This is for agents, and integrators of a person',
    });
  }
  requireJson(request);
  const body = await readBody(request);
  // A body may take a minute, a revocation takes effect within a second.
  await authenticated(request, doors, 'a2a', requestId);
  const parsed = parseStrictJson(body);
  if (!parsed.ok)
    return fail(response, null, RPC.PARSE, 'The body is not valid JSON', { issues: parsed.issues });
  const asked = requestOf(parsed.value);
  if ('wrong' in asked) return fail(response, asked.id, asked.number, asked.wrong);
  const sent = handoffOfParams(asked.params);
  if (!sent.ok)
    return refuse(response, asked.id, { code: 'INVALID_INPUT', message: SEE_ISSUES, issues: sent.issues });
  const prepared = engine.prepare(context, { query: SEND, variables: { input: sent.input } } as never);
  const { data, errors } =
    'errors' in prepared ? { data: null, errors: prepared.errors } : await prepared.run();
  const [error] = errors ?? [];
  if (error !== undefined) {
    const { code, number, retryable } = error.extensions as {
      code: string;
      number: number;
      retryable: boolean;
    };
    return fail(response, asked.id, number, error.message, { code, retryable, requestId });
  }
  const answer = (data as { handoffSend: Answer }).handoffSend;
  if (answer.handoff === undefined) return refuse(response, asked.id, answer);
  const { handoff, replayed, duplicateOf } = answer;
  answerJson(response, 200, {
    jsonrpc: '2.0',
    id: asked.id,
    result: {
      thread_id: handoff.id,
      status: handoff.status.toLowerCase(),
      replayed,
      ...(duplicateOf != null && { duplicate_of: duplicateOf }),
    },
  });
}

const SEE_ISSUES = 'The input is not valid. See the issues.';

interface Answer {
  readonly handoff?: { readonly id: string; readonly status: string };
  readonly replayed: boolean;
  readonly duplicateOf?: string | null;
  readonly code: ErrorCode;
  readonly message: string;
  readonly [more: string]: unknown;
}

type Asked =
  | { readonly id: Id; readonly params: JsonValue }
  | { readonly id: Id; readonly number: number; readonly wrong: string };

function requestOf(value: JsonValue): Asked {
  if (Array.isArray(value))
    return { id: null, number: RPC.REQUEST, wrong: 'Batches are not taken: send one call' };
  if (!isObject(value)) return { id: null, number: RPC.REQUEST, wrong: 'A call is an object' };
  const { jsonrpc, id = null, method, params } = value;
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    return { id: null, number: RPC.REQUEST, wrong: 'id is a text or a number' };
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return { id, number: RPC.REQUEST, wrong: 'A call has jsonrpc "2.0" and a method' };
  if (method !== 'message/send')
    return { id, number: RPC.METHOD, wrong: 'The one method here is message/send' };
  return { id, params: params ?? null };
}

/** A refusal of the domain, its places in the words of this dialect. */
function refuse(
  response: ServerResponse,
  id: Id,
  {
    code,
    message,
    ...more
  }: { readonly code: ErrorCode; readonly message: string; readonly [more: string]: unknown },
): void {
  const { number, retryable } = ERRORS[code];
  const placed = (items: unknown) =>
    Array.isArray(items)
      ? items.map((item: { path: string }) => ({
          ...item,
          path: item.path.startsWith('params') ? item.path : paramsPath(item.path),
        }))
      : undefined;
  const { __typename: _, issues, secrets, offenders, ...rest } = more;
  const data = {
    replayed: false,
    ...rest,
    code,
    retryable,
    issues: placed(issues),
    secrets: placed(secrets),
    offenders: placed(offenders),
  };
  fail(response, id, number, message, data);
}

function fail(response: ServerResponse, id: Id, code: number, message: string, data: object = {}): void {
  answerJson(response, 200, { jsonrpc: '2.0', id, error: { code, message, data } });
}
