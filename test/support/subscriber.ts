import { createClient, type FormattedExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';

/** What a subscription selects here unless a test says otherwise. */
export const CHANGE = 'cursor sequence event { id type aggregateId sequence at } entity { id status }';

export interface Change {
  readonly cursor: string;
  readonly sequence: number;
  readonly event: { readonly id: string; readonly type: string; readonly aggregateId: string };
  readonly entity: Record<string, unknown> | null;
}

type Result = FormattedExecutionResult<Record<string, Change>>;

/** One subscription on a socket or a stream of its own. */
export interface Subscriber {
  readonly changes: Change[];
  /** Codes of the errors it was answered with. */
  readonly refusals: string[];
  /** Resolves once: close code of a socket, code of a stream's `error`, 0 for an orderly end. */
  readonly closed: Promise<number | string>;
  /** Breaks the connection. */
  cut(): void;
  /** Ends the subscription as the protocol wants it. */
  end(): Promise<void>;
}

interface Asked {
  readonly query?: string;
  readonly variables?: Record<string, unknown>;
  /** `extensions` and what else goes beside the text. */
  readonly more?: Record<string, unknown>;
  /** Called with each change as it comes. */
  readonly onChange?: (change: Change) => void;
}

function take(into: { changes: Change[]; refusals: string[] }, result: Result, onChange?: Asked['onChange']) {
  for (const { extensions } of result.errors ?? []) into.refusals.push(String(extensions?.code));
  for (const change of Object.values(result.data ?? {})) {
    into.changes.push(change);
    onChange?.(change);
  }
}

/** Subscribes over graphql-transport-ws; resolves when the socket is acknowledged or closed. Null: no key is said. */
export async function subscribe(
  url: string,
  key: string | null,
  asked: Asked,
  headers: Record<string, string> = {},
): Promise<Subscriber> {
  const got = { changes: [] as Change[], refusals: [] as string[] };
  let socket: WebSocket | null = null;
  let onClosed: (code: number | string) => void = () => undefined;
  let onOpen: () => void = () => undefined;
  const closed = new Promise<number | string>((resolve) => {
    onClosed = resolve;
  });
  const open = new Promise<void>((resolve) => {
    onOpen = resolve;
  });
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, { headers });
      }
    },
    connectionParams: key === null ? {} : { authorization: `Bearer ${key}` },
    retryAttempts: 0,
    on: {
      opened: (opened) => {
        socket = opened as WebSocket;
      },
      connected: () => onOpen(),
      closed: (event) => {
        onClosed((event as { code: number }).code);
        onOpen();
      },
    },
  });
  const { query = '', variables, more = {} } = asked;
  const stop = client.subscribe<Record<string, Change>>(
    { query, ...(variables && { variables }), ...more },
    {
      next: (result) => take(got, result as Result, asked.onChange),
      error: (error) => {
        if (Array.isArray(error)) take(got, { errors: error });
      },
      complete: () => undefined,
    },
  );
  await open;
  return {
    ...got,
    closed,
    cut: () => socket?.terminate(),
    end: async () => {
      stop();
      await client.dispose();
      await closed;
    },
  };
}

/** Subscribes by server-sent events; resolves when the answer has begun. Null: no key is sent. */
export async function listen(
  url: string,
  key: string | null,
  { query = '', variables, more = {}, onChange }: Asked,
  headers: Record<string, string> = {},
): Promise<Subscriber & { readonly status: number }> {
  const got = { changes: [] as Change[], refusals: [] as string[] };
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ ...(query && { query }), variables, ...more }),
    signal: abort.signal,
  });
  const closed = (async () => {
    let code: number | string = 0;
    try {
      let text = '';
      for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
        new TextDecoderStream() as never,
      ) as unknown as AsyncIterable<string>) {
        text += chunk;
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
          if (field('event') === 'next') take(got, JSON.parse(field('data') ?? '') as Result, onChange);
          if (field('event') === 'error') code = JSON.parse(field('data') ?? '').code as string;
        }
      }
      return code;
    } catch {
      return 'cut';
    }
  })();
  return {
    ...got,
    status: response.status,
    closed,
    cut: () => abort.abort(),
    end: async () => {
      abort.abort();
      await closed;
    },
  };
}
