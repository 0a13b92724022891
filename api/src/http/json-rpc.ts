import {
  type IssueCode,
  isObject,
  JSON_LIMITS,
  type JsonObject,
  type JsonValue,
  parseStrictJson,
} from '@baton/sessions';
import { ERRORS, type Refusal } from '../errors.js';
import { type ClientError, DoorRefusal } from './client-error.js';

/**
 * JSON-RPC 2.0 as `/a2a` speaks it. Numbers of its own are those of
 * https://www.jsonrpc.org/specification#error_object; all others are those of errors.ts.
 */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** What the answer repeats, so that the caller knows whose it is; null when the call named none. */
export type CallId = string | number | null;

/** The call and `params` stand above what a command reads and judges by its own limit. */
const DEPTH_ABOVE_INPUT = 2;
/** Characters of an id. */
const MAX_ID = 256;

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'];

/** Wrong as text; what else is wrong with it is a value that we do not take. */
const NO_JSON: readonly IssueCode[] = ['SYNTAX', 'INVALID_UTF8', 'DUPLICATE_KEY'];

const invalidRequest = (path: string, code: string, message: string): DoorRefusal =>
  new DoorRefusal('INVALID_INPUT', 'The body is no call of JSON-RPC 2.0', {
    number: INVALID_REQUEST,
    issues: [{ path, code, message }],
  });

/** The call that a body is. Throws -32700 for what is no JSON, -32602 for values that nobody takes, -32600 else. */
export function callOf(body: Uint8Array): JsonObject {
  const parsed = parseStrictJson(body, { maxDepth: JSON_LIMITS.maxDepth + DEPTH_ABOVE_INPUT });
  if (!parsed.ok) {
    const { issues } = parsed;
    const noJson = issues.some(({ code }) => NO_JSON.includes(code));
    throw noJson
      ? new DoorRefusal('INVALID_INPUT', 'The body is not valid JSON', { number: PARSE_ERROR, issues })
      : new DoorRefusal('INVALID_INPUT', 'The body holds what is not taken', { issues });
  }
  if (Array.isArray(parsed.value))
    throw invalidRequest('', 'BATCH', 'batches are not taken: send one call a request');
  if (!isObject(parsed.value)) throw invalidRequest('', 'INVALID_TYPE', 'is an object');
  return parsed.value;
}

/** Throws -32600 for an id that is none: text of at most 256 characters, a whole number, or null. */
export function idOf({ id = null }: JsonObject): CallId {
  const known =
    id === null || Number.isSafeInteger(id) || (typeof id === 'string' && [...id].length <= MAX_ID);
  if (known) return id as CallId;
  throw invalidRequest(
    'id',
    'INVALID_TYPE',
    `is text of at most ${MAX_ID} characters, a whole number, or null`,
  );
}

/** The parameters of the one method that is served. Throws -32600, -32601 for another, -32602 without any. */
export function paramsOf(call: JsonObject, served: string): JsonObject {
  if (Object.keys(call).some((name) => !MEMBERS.includes(name)))
    throw invalidRequest('', 'UNKNOWN_FIELD', `has no other members than ${MEMBERS.join(', ')}`);
  const { jsonrpc, method, params } = call as Record<string, JsonValue | undefined>;
  if (jsonrpc !== '2.0') throw invalidRequest('jsonrpc', 'INVALID_VALUE', 'is "2.0"');
  if (typeof method !== 'string') throw invalidRequest('method', 'INVALID_TYPE', 'is text');
  if (method !== served) {
    throw new DoorRefusal('INVALID_INPUT', `There is one method here, ${served}`, {
      status: 200,
      number: METHOD_NOT_FOUND,
      issues: [{ path: 'method', code: 'INVALID_VALUE', message: `is ${served}` }],
    });
  }
  if (isObject(params)) return params;
  throw new DoorRefusal('INVALID_INPUT', 'Parameters go by name', {
    status: 200,
    issues: [{ path: 'params', code: 'INVALID_TYPE', message: 'is an object' }],
  });
}

export const answered = (id: CallId, result: object) => ({ jsonrpc: '2.0', id, result });

/** A call turned down by a rule of the domain. What is not said stands in no answer. */
export function turnedDown(id: CallId, refusal: Refusal) {
  const { code, message, retryable, replayed, issues, limit, offenders, secrets, suggestions } = refusal;
  const data = {
    code,
    retryable,
    replayed,
    issues,
    limit: limit?.name,
    most: limit?.value,
    offenders,
    secrets,
    suggestions,
  };
  return { jsonrpc: '2.0', id, error: { code: ERRORS[code].number, message, data } };
}

/** A call that a door turned away, or that failed. */
export function failed(id: CallId, { message, extensions }: ClientError) {
  const { number, requestId, retryAfterMs, ...data } = extensions;
  const error = {
    code: number,
    message,
    data: { ...data, retry_after_ms: retryAfterMs, request_id: requestId },
  };
  return { jsonrpc: '2.0', id, error };
}
