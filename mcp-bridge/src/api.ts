import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind } from './env.js';

/** A document as codegen writes it. */
export interface Document {
  readonly __meta__?: Record<string, unknown> | undefined;
  toString(): string;
}

/** What came of a call. */
export type Outcome =
  | { readonly kind: 'data'; readonly data: Record<string, unknown> }
  /** The server answered, and could not or would not run it. */
  | { readonly kind: 'fault'; readonly code: string; readonly message: string; readonly retryable: boolean }
  /** No answer of Baton's came back, however often it was asked: whether the call was carried out is unknown. */
  | { readonly kind: 'unreachable' };

export interface Api {
  /** Never throws for what the network or the server does. */
  ask(document: Document, variables: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>;
}

export interface ApiOptions {
  readonly url: string;
  readonly key: string;
  readonly kind: Kind;
  /** Milliseconds in which one call is tried, over cuts and restarts. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const ATTEMPT_MS = 15_000;
const FIRST_PAUSE_MS = 200;

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; extensions?: { code?: string; retryable?: boolean } }[];
}

/**
 * The API under one credential, by the ids of documents. What was cut is sent again as it was, its idempotency key
 * included, so that a call is carried out once however often it travels.
 */
export function createApi({ url, key, kind, patienceMs = PATIENCE_MS }: ApiOptions): Api {
  return {
    ask: async (document, variables, signal) => {
      const named =
        kind === 'agent' ? { documentId: document.__meta__?.hash } : { query: document.toString() };
      const body = JSON.stringify({ ...named, variables });
      const until = performance.now() + patienceMs;
      let pause = FIRST_PAUSE_MS;
      for (;;) {
        const outcome = await attempt(url, key, body, signal);
        const again =
          outcome.kind === 'unreachable' || (outcome.kind === 'fault' && outcome.code === 'UNAVAILABLE');
        if (!again || signal.aborted || performance.now() + pause > until) return outcome;
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, 2_000);
      }
    },
  };
}

async function attempt(url: string, key: string, body: string, signal: AbortSignal): Promise<Outcome> {
  let text: string;
  let status: number;
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      // A redirect would carry the key to whoever it names.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
      },
      body,
    });
    status = response.status;
    text = await response.text();
  } catch {
    // Whatever `fetch` met, the agent is told the same: it can only try again.
    return { kind: 'unreachable' };
  }
  return outcomeOf(status, text);
}

function outcomeOf(status: number, text: string): Outcome {
  let answer: Answer;
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    // A proxy's page, or an answer cut short.
    return { kind: 'unreachable' };
  }
  const [error] = answer.errors ?? [];
  if (error === undefined && answer.data != null) return { kind: 'data', data: answer.data };
  const { code = 'INTERNAL', retryable = status >= 500 } = error?.extensions ?? {};
  return { kind: 'fault', code, message: error?.message ?? `HTTP ${status}`, retryable };
}
