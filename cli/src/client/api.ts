import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure, type FailureFacts, refused, usage } from '../failure.js';
import type { ErrorCode, TypedDocumentString } from '../gen/graphql.js';

export interface ApiOptions {
  readonly url: string;
  readonly key: string | undefined;
  /** Sends ids of documents in place of their text, as agents' credentials must. */
  readonly byId?: boolean;
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
}

interface Refused {
  readonly code: ErrorCode;
  readonly retryable: boolean;
}

/** How long to wait before each further try; a mutation is resent with the key it has. */
const PAUSES_MS = [200, 800];
const WITHIN_MS = 30_000;

/** The API as one credential reaches it. Every method throws `Failure`. */
export class Api {
  constructor(private readonly options: ApiOptions) {
    if (!URL.canParse(options.url) || !/^https?:/.test(options.url)) {
      throw usage(`BATON_URL is no http(s) address: ${options.url}`);
    }
  }

  get url(): string {
    return this.options.url;
  }

  /** Runs a document. Tries again when the network or the server fails for a moment. */
  async run<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    const asked = this.options.byId
      ? { documentId: document.__meta__?.hash as string }
      : { query: `${document}` };
    const body = JSON.stringify({ ...asked, variables });
    return retrying(async () => {
      const response = await this.fetch('/graphql', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      });
      const answer = await answerOf(response);
      if (answer.errors?.[0] !== undefined || answer.data == null) throw failureOf(response.status, answer);
      throwIfInProgress(answer.data);
      return answer.data as Result;
    });
  }

  /** The stored bytes of one part, as a stream. */
  async part(transferId: string, path: string): Promise<ReadableStream<Uint8Array>> {
    const place = path.split('/').map(encodeURIComponent).join('/');
    const response = await retrying(() =>
      this.fetch(`/snapshots/${encodeURIComponent(transferId)}/parts/${place}`, {}),
    );
    if (!response.ok) throw failureOf(response.status, await answerOf(response));
    if (response.body === null) throw failureOf(response.status, {});
    return response.body;
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const { url, key } = this.options;
    if (key === undefined) {
      const message = 'BATON_KEY is not set';
      const next = ['set BATON_KEY to a key of an orchestrator or of the administrator'];
      throw new Failure({ code: 'UNAUTHENTICATED', message, retryable: false, next }, EXIT.forbidden);
    }
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` };
    try {
      return await fetch(url + path, {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(WITHIN_MS),
      });
    } catch (error) {
      throw unreachable(url, error);
    }
  }
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure && passes(error.facts))) throw error;
      const later = error.facts.retryAfterMs;
      await sleep(typeof later === 'number' ? Math.min(later, 5_000) : pause);
    }
  }
  return attempt();
}

const passes = ({ code }: FailureFacts): boolean =>
  ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS'].includes(code);

function throwIfInProgress(data: unknown): void {
  for (const result of Object.values(data as Record<string, unknown>)) {
    const facts = result as Partial<FailureFacts> | null;
    if (facts?.code === 'IDEMPOTENCY_IN_PROGRESS') throw refused(facts as FailureFacts);
  }
}

async function answerOf(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw unreachable(response.url, error);
  }
}

/** A failed answer in the form of ours. Without a body of Baton's, something else listens there. */
function failureOf(status: number, { errors }: Answer): Failure {
  const [error] = errors ?? [];
  if (error === undefined) {
    const message = `HTTP ${status} without an answer of Baton's: is BATON_URL right?`;
    return refused({
      code: status >= 502 && status <= 504 ? 'UNAVAILABLE' : 'UNREACHABLE',
      message,
      retryable: true,
    });
  }
  const { code = 'INVALID_INPUT', retryable = false, number: _, ...more } = error.extensions ?? {};
  return refused({ code: String(code), message: error.message, retryable: retryable === true, ...more });
}

function unreachable(url: string, error: unknown): Failure {
  const { cause, message } = error as Error;
  const why = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : message;
  return refused({
    code: 'UNREACHABLE',
    message: `${url} does not answer (${why})`,
    retryable: true,
    next: ['start a server with `baton serve`, or set BATON_URL to where one listens'],
  });
}

/** The success of a mutation. Throws its refusal. */
export function accepted<T extends object>(result: T): Exclude<T, Refused> {
  if ('code' in result) throw refused(result as unknown as FailureFacts);
  return result as Exclude<T, Refused>;
}
