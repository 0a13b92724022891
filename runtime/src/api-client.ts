import {
  answerOf,
  type Failure,
  type MutationOutcome,
  type QueryOutcome,
  resultOf,
  unreachable,
} from './api-answer.js';

/** A document of a client's manifest, as codegen writes it. */
export interface PersistedDocument<Data, Variables> {
  /** Carries the types; never there. */
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
  readonly __meta__?: Record<string, unknown> | undefined;
  toString(): string;
}

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
  const hash = __meta__?.hash;
  if (typeof hash !== 'string')
    throw new TypeError('The document has no id: it was generated without persistedDocuments');
  return hash;
}
