import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Env } from '../env.js';
import { type FailureFacts, refused } from '../failure.js';
import type { CliChangeFragment, TypedDocumentString } from '../gen/graphql.js';

export type Change = CliChangeFragment;

/** A subscription whose one field is `change`. Its variables without `after`. */
export interface Subscription {
  readonly document: TypedDocumentString<{ change: Change }, never>;
  readonly variables?: Record<string, unknown>;
}

export interface FollowOptions {
  /** Changes behind this one. */
  readonly after: string;
  readonly signal: AbortSignal;
  /** Told of each cut, why; the stream resumes by itself. */
  readonly onCut: (why: string) => void;
  /** Milliseconds between two pings; a server silent for half of that after one is given up. Default 10000. */
  readonly pingMs?: number;
}

const PING_MS = 10_000;
/** Of the one subscription on a connection. */
const ID = 'changes';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Close codes that the same call would meet again; every other one is a cut. */
const FINAL: Readonly<Record<number, string>> = {
  4400: 'INVALID_INPUT',
  4401: 'UNAUTHENTICATED',
  4403: 'FORBIDDEN',
  4406: 'INVALID_INPUT',
};
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']);

/**
 * Changes in order, each once, over as many connections as it takes, until the signal. Throws `Failure` when the key or
 * the cursor is no good.
 */
export async function* follow(
  { url, key }: Env,
  { document, variables }: Subscription,
  { after, signal, onCut, pingMs = PING_MS }: FollowOptions,
): AsyncGenerator<Change> {
  let cursor = after;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    // Where the stream stands beyond its last event, as the server's pings tell; none: at that event.
    let quiet: string | undefined;
    const client = connect(url, key, pingMs, (told) => {
      quiet = told;
    });
    const stop = () => void client.dispose();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const query = document.toString();
      for await (const { data, errors } of client.iterate<{ change: Change }>({
        query,
        variables: { ...variables, after: cursor },
      })) {
        if (errors) throw errors;
        if (!data) continue;
        yield data.change;
        cursor = data.change.cursor;
        pause = FIRST_PAUSE_MS;
      }
      cursor = quiet ?? cursor;
      if (!signal.aborted) onCut('the stream ended');
    } catch (error) {
      if (signal.aborted) return;
      // All that came before the cut has been handled by now.
      cursor = quiet ?? cursor;
      onCut(cutOf(error));
    } finally {
      signal.removeEventListener('abort', stop);
      client.terminate();
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** One connection, given up when the other end is silent. Cuts are ours to mend: only we know the last cursor. */
function connect(
  url: string,
  key: string | undefined,
  pingMs: number,
  onPlace: (cursor: string | undefined) => void,
): Client {
  let silent: NodeJS.Timeout | undefined;
  // A path that hangs from the start is given up as well.
  class Impatient extends WebSocket {
    constructor(address: string, protocols?: string | string[]) {
      super(address, protocols, { handshakeTimeout: pingMs });
    }
  }
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Impatient,
    connectionAckWaitTimeout: pingMs,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
    keepAlive: pingMs,
    generateID: () => ID,
    on: {
      // An event is a place of its own.
      message: ({ type }) => type === 'next' && onPlace(undefined),
      ping: (received, payload) => {
        const { [ID]: place } = (payload?.cursors ?? {}) as Record<string, string>;
        if (received && place !== undefined) onPlace(place);
        if (!received) silent = setTimeout(() => client.terminate(), pingMs / 2);
      },
      pong: (received) => {
        if (received) clearTimeout(silent);
      },
      closed: () => clearTimeout(silent),
    },
  });
  return client;
}

/** Why the stream was cut, in words. Throws `Failure` for what no further try would mend. */
function cutOf(error: unknown): string {
  if (Array.isArray(error)) {
    const [{ message, extensions = {} }] = error as [{ message: string; extensions?: Partial<FailureFacts> }];
    const { code = 'INTERNAL' } = extensions;
    if (!PASSING.has(code)) throw refused({ retryable: false, ...extensions, code, message });
    return message;
  }
  // What is neither an end of the connection nor an answer of the server is a bug of ours.
  if (error instanceof Error && !('code' in error)) throw error;
  const { code, reason, message } = error as { code?: unknown; reason?: string; message?: string };
  const final = typeof code === 'number' ? FINAL[code] : undefined;
  if (final !== undefined) throw refused({ code: final, message: reason || 'refused', retryable: false });
  return reason || message || `the connection was lost (${String(code)})`;
}
