import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** A document of a client's manifest, as codegen writes it. */
export interface PersistedDocument<Data, Variables> extends DocumentTypeDecoration<Data, Variables> {
  readonly __meta__?: Record<string, unknown> | undefined;
  toString(): string;
}

/** The server answered, and could not or would not run the call. `retryable`: the same call may succeed later. */
export interface Fault {
  readonly kind: 'fault';
  readonly code: string;
  readonly message: string;
  /** HTTP status. */
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
}

/** No answer of Baton's came back: whether the call was executed is unknown. */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly message: string;
}

export type Failure = Fault | Unreachable;
export type QueryOutcome<Data> = { readonly kind: 'data'; readonly data: Data } | Failure;

type Root<Data> = Data[keyof Data];
/** What a mutation came to: its success, a refusal by a rule of the domain, or no answer from the domain at all. */
export type MutationOutcome<Data> =
  | { readonly kind: 'done'; readonly value: Exclude<Root<Data>, { code: unknown }> }
  | { readonly kind: 'refused'; readonly refusal: Extract<Root<Data>, { code: unknown }> }
  | Failure;

export interface ApiClient {
  query<Data, Variables>(
    document: PersistedDocument<Data, Variables>,
    variables: Variables,
  ): Promise<QueryOutcome<Data>>;
  /** For documents with one root field. Never throws for what the network or the server does. */
  mutate<Data, Variables>(
    document: PersistedDocument<Data, Variables>,
    variables: Variables,
  ): Promise<MutationOutcome<Data>>;
  /** The stored bytes of one part, as they come. */
  part(
    transferId: string,
    path: string,
  ): Promise<{ kind: 'bytes'; bytes: AsyncIterable<Uint8Array> } | Failure>;
}

export interface ApiClientOptions {
  /** Where the server listens, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Sent as bearer, to this origin only: redirects are not followed. */
  readonly key: string;
  /** Agents and runtimes may send `id` alone; people, orchestrators and integrators either. Default `id`. */
  readonly send?: 'id' | 'text';
  /** Milliseconds a call may take, the answer's body included. Default 5000. */
  readonly timeoutMs?: number;
  /** Ends calls in flight; they come back as unreachable. */
  readonly signal?: AbortSignal | undefined;
}

const PART_TIMEOUT_MS = 120_000;

/** A client of one credential. It holds no state but the connections that Node keeps alive. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { url, key, send = 'id', timeoutMs = 5_000 } = options;
  const base = url.replace(/\/+$/, '');
  const request = async (path: string, within: number, init: RequestInit = {}): Promise<Response> => {
    const timeout = AbortSignal.timeout(within);
    return fetch(`${base}${path}`, {
      ...init,
      redirect: 'error',
      signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...init.headers },
    });
  };

  const query: ApiClient['query'] = async <Data>(
    document: PersistedDocument<Data, unknown>,
    variables: unknown,
  ) => {
    const named = send === 'id' ? { documentId: idOf(document) } : { query: document.toString() };
    try {
      const response = await request('/graphql', timeoutMs, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...named, variables }),
      });
      return answerOf<Data>(response.status, await response.text());
    } catch (error) {
      return unreachable(error);
    }
  };

  return {
    query,
    mutate: async <Data, Variables>(document: PersistedDocument<Data, Variables>, variables: Variables) => {
      const outcome = await query(document, variables);
      return outcome.kind === 'data' ? resultOf(outcome.data) : outcome;
    },
    part: async (transferId, path) => {
      const address = path.split('/').map(encodeURIComponent).join('/');
      try {
        const response = await request(
          `/snapshots/${encodeURIComponent(transferId)}/parts/${address}`,
          PART_TIMEOUT_MS,
        );
        if (response.status === 200 && response.body !== null) return { kind: 'bytes', bytes: response.body };
        const answer = answerOf<never>(response.status, await response.text());
        return answer.kind === 'data' ? { kind: 'unreachable', message: 'The answer has no body' } : answer;
      } catch (error) {
        return unreachable(error);
      }
    },
  };
}

function idOf({ __meta__ }: PersistedDocument<unknown, never>): string {
  const hash = __meta__?.['hash'];
  if (typeof hash !== 'string')
    throw new TypeError('The document has no id: it was generated without persistedDocuments');
  return hash;
}

interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { message?: unknown; extensions?: Record<string, unknown> }[];
}

function answerOf<Data>(status: number, text: string): QueryOutcome<Data> {
  let answer: GraphqlAnswer;
  try {
    answer = JSON.parse(text) as GraphqlAnswer;
  } catch (error) {
    // A proxy's page, or an answer cut short: nothing of Baton's.
    if (error instanceof SyntaxError) return { kind: 'unreachable', message: `HTTP ${status} without JSON` };
    throw error;
  }
  const [first] = answer.errors ?? [];
  if (first === undefined && answer.data != null) return { kind: 'data', data: answer.data as Data };
  const { code, retryable, retryAfterMs, requestId } = first?.extensions ?? {};
  return {
    kind: 'fault',
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: typeof first?.message === 'string' ? first.message : `HTTP ${status}`,
    status,
    // What the server broke on may work when it is repaired.
    retryable: retryable === true || status >= 500,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

function resultOf<Data>(data: Data): MutationOutcome<Data> {
  const [result] = Object.values(data as Record<string, unknown>);
  const refused = typeof result === 'object' && result !== null && 'code' in result && 'retryable' in result;
  return (
    refused ? { kind: 'refused', refusal: result } : { kind: 'done', value: result }
  ) as MutationOutcome<Data>;
}

function unreachable(error: unknown): Unreachable {
  if (!(error instanceof Error)) throw error;
  const { cause } = error;
  return {
    kind: 'unreachable',
    message: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
  };
}
