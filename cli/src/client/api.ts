import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, type Failure as ClientFailure, createApiClient } from '@baton/runtime';
import { Failure, type FailureFacts, refused, usage } from '../failure.js';
import type { ErrorCode, TypedDocumentString } from '../gen/graphql.js';
import { requireKey } from './key.js';

export interface ApiOptions {
  readonly url: string;
  readonly key: string | undefined;
  /** Sends ids of documents in place of their text, as agents' credentials must. */
  readonly byId?: boolean;
}

interface Refused {
  readonly code: ErrorCode;
  readonly retryable: boolean;
}

/** How long to wait before each further try; a mutation is resent with the key it has. */
const PAUSES_MS = [200, 800];
const LONGEST_PAUSE_MS = 5_000;
const WITHIN_MS = 30_000;

/** The API as one credential reaches it. Every method throws `Failure`. */
export class Api {
  private readonly client: ApiClient;
  readonly url: string;

  constructor({ url, key, byId = false }: ApiOptions) {
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw usage(`BATON_URL is no http(s) address: ${url}`);
    const valid = requireKey(key, 'set BATON_KEY to a key of an orchestrator or of the administrator');
    this.url = url;
    this.client = createApiClient({ url, key: valid, send: byId ? 'id' : 'text', timeoutMs: WITHIN_MS });
  }

  /** Runs a document. Tries again when the network or the server fails for a moment. */
  async run<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    return retrying(async () => {
      const outcome = await this.client.query(document, variables);
      if (outcome.kind !== 'data') throw this.failureOf(outcome);
      throwIfInProgress(outcome.data);
      return outcome.data;
    });
  }

  /** The stored bytes of one part, as they come. */
  async part(transferId: string, path: string): Promise<AsyncIterable<Uint8Array>> {
    return retrying(async () => {
      const outcome = await this.client.part(transferId, path);
      if (outcome.kind !== 'bytes') throw this.failureOf(outcome);
      return outcome.bytes;
    });
  }

  private failureOf(failure: ClientFailure): Failure {
    if (failure.kind === 'fault') {
      const { kind: _, status: __, ...facts } = failure;
      return refused(facts);
    }
    return refused({
      code: 'UNREACHABLE',
      message: `${this.url} does not answer (${failure.message})`,
      retryable: true,
      next: ['start a server with `baton serve`, or set BATON_URL to where one listens'],
    });
  }
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure && passes(error.facts))) throw error;
      const later = error.facts.retryAfterMs;
      await sleep(typeof later === 'number' ? Math.min(later, LONGEST_PAUSE_MS) : pause);
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

/** The success of a mutation. Throws its refusal. */
export function accepted<T extends object>(result: T): Exclude<T, Refused> {
  if ('code' in result) throw refused(result as unknown as FailureFacts);
  return result as Exclude<T, Refused>;
}
