import {
  type Issue,
  isObject,
  JSON_LIMITS,
  type JsonObject,
  type JsonValue,
  judgeJson,
  parseStrictJson,
} from '@baton/sessions';
import { DoorRefusal } from './client-error.js';

/** What a request over HTTP asks, its form checked and nothing more. */
export interface GraphqlRequest {
  /** Hex sha256 of a document of a manifest. */
  readonly id: string | undefined;
  readonly text: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: JsonObject | undefined;
}

/** The body, `variables` and `input` stand above what a command reads and judges by its own limit. */
const DEPTH_ABOVE_INPUT = 3;
/** Parsed documents are kept by their text; one of this size is far beyond what the cost limits admit. */
const MAX_TEXT = 64 * 1024;
/** Variables of one request. What is long goes into one of them, as a list. */
const MAX_VARIABLES = 100;

const FIELDS: Readonly<Record<string, 'string' | 'object'>> = {
  query: 'string',
  operationName: 'string',
  documentId: 'string',
  variables: 'object',
  extensions: 'object',
};

const invalid = (message: string, issues: readonly Issue[]) =>
  new DoorRefusal('INVALID_INPUT', message, { issues });

/** Reads a POST's body. Throws INVALID_INPUT with the places of what is wrong. */
export function requestOfBody(body: Uint8Array): GraphqlRequest {
  const value = strictJson(body, '');
  if (Array.isArray(value))
    throw new DoorRefusal('INVALID_INPUT', 'Batches are not taken: send one operation');
  if (!isObject(value)) throw new DoorRefusal('INVALID_INPUT', 'The body must be a JSON object');
  return requestOfFields(value);
}

/** Reads a GET's query string, where `variables` and `extensions` are JSON text. */
export function requestOfQuery(query: string): GraphqlRequest {
  const fields: JsonObject = {};
  for (const [name, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(FIELDS, name)) continue;
    if (Object.hasOwn(fields, name)) {
      throw invalid('The request is not valid', [
        { path: name, code: 'DUPLICATE_KEY', message: 'stands twice' },
      ]);
    }
    fields[name] = FIELDS[name] === 'object' ? strictJson(Buffer.from(text), name) : text;
  }
  return requestOfFields(fields);
}

function strictJson(bytes: Uint8Array, path: string): JsonValue {
  const parsed = parseStrictJson(bytes, { path, maxDepth: JSON_LIMITS.maxDepth + DEPTH_ABOVE_INPUT });
  if (!parsed.ok) throw invalid('The request is not valid JSON', parsed.issues);
  return parsed.value;
}

/** Reads a message of a socket, parsed by others: judges the values that they let through. */
export function requestOfMessage(message: JsonObject): GraphqlRequest {
  const issues = judgeJson(message, '', { maxDepth: JSON_LIMITS.maxDepth + DEPTH_ABOVE_INPUT });
  if (issues.length > 0) throw invalid('The request is not valid JSON', issues);
  return requestOfFields(message);
}

/** Reads the fields of a request, wherever they came in. */
function requestOfFields(fields: JsonObject): GraphqlRequest {
  const issues = Object.entries(fields).flatMap(([path, value]) => issueOf(path, value));
  if (issues.length > 0) throw invalid('The request is not a GraphQL request', issues);
  const { query, operationName, documentId, variables, extensions } = fields as {
    query?: string | null;
    operationName?: string | null;
    documentId?: string | null;
    variables?: JsonObject | null;
    extensions?: JsonObject | null;
  };
  if ((query?.length ?? 0) > MAX_TEXT) {
    throw new DoorRefusal('TOO_LARGE', `The document is over ${MAX_TEXT} characters: pass data as variables`);
  }
  const given = Object.keys(variables ?? {}).length;
  if (given > MAX_VARIABLES)
    throw new DoorRefusal(
      'TOO_LARGE',
      `The request has ${given} variables; at most ${MAX_VARIABLES} are taken`,
    );
  return {
    id: (documentId ?? persistedId(extensions ?? undefined))?.replace(/^sha256:/, ''),
    text: query ?? undefined,
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
  };
}

function issueOf(path: string, value: JsonValue): Issue[] {
  const wanted = Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined;
  if (wanted === undefined)
    return [{ path, code: 'UNKNOWN_FIELD', message: 'no field of a GraphQL request' }];
  const fits = wanted === 'object' ? isObject(value) : typeof value === 'string';
  return fits || value === null ? [] : [{ path, code: 'INVALID_TYPE', message: `must be ${wanted}` }];
}

function persistedId(extensions: JsonObject | undefined): string | undefined {
  const persisted = extensions?.persistedQuery;
  if (persisted === undefined) return undefined;
  const hash = isObject(persisted) ? persisted.sha256Hash : undefined;
  if (typeof hash === 'string') return hash;
  const path = 'extensions.persistedQuery.sha256Hash';
  throw invalid('The request is not a GraphQL request', [
    { path, code: 'INVALID_TYPE', message: 'must be string' },
  ]);
}
