import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, type ServerOptions, type SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Context } from '../context.js';
import { DOORS } from '../door-table.js';
import { type Frame, StreamRefused, type Streams } from '../event/stream.js';
import type { Viewer } from '../principal/viewer.js';
import { bearer } from './credential.js';
import { documentFor } from './document.js';
import type { Doors } from './doors.js';
import type { Engine } from './engine.js';
import { requestOfMessage } from './graphql-request.js';
import { type RequestScope, requestIdOf, requestScope, traceOf } from './request-scope.js';
import type { RightsWatch } from './rights-watch.js';
import type { StreamLimits } from './stream-limits.js';

/** Close codes beside those of graphql-transport-ws. docs/integrating.md says what a client does about each. */
const CLOSE_CODES = {
  /** The credential is unknown, or was revoked, has expired or changed. Do not reconnect with it. */
  UNAUTHENTICATED: 4401,
  FORBIDDEN: 4403,
  RATE_LIMITED: 4429,
  /** Too much waited to be read. Reconnect and resume from the last cursor. */
  SLOW_CONSUMER: 4510,
  /** The server stops. Reconnect and resume from the last cursor. */
  RESTART: 1012,
} as const;

/** What may wait unread for one socket. */
const MAX_BUFFERED = 1024 * 1024;
/** How long a socket dropped for its slowness waits to be read to its end. */
const LAST_READ_MS = 5_000;
/** Both ends ping; a side that heard nothing for two periods gives the socket up. */
export const KEEP_ALIVE_MS = 12_000;
const MAX_MESSAGE = 1024 * 1024;

interface Opened extends Record<PropertyKey, unknown> {
  viewer?: Viewer;
  context?: Context;
  /** All lines of a socket's log share it. */
  scope?: RequestScope;
  give?: () => void;
}

/** What `subscribe` needs of the message that asked; carried as the execution's context. */
interface Asked {
  readonly socket: WebSocket;
  readonly id: string;
  readonly context: Context;
  readonly scope: RequestScope;
  run(): Promise<ExecutionResult>;
}

export interface SocketDoor {
  /** How many are open. */
  readonly size: number;
  /** Tells every client to come back and resume. */
  close(): Promise<void>;
}

/** GraphQL over WebSocket (graphql-transport-ws) at /graphql: the same credentials, documents, rules and limits. */
export function openSocketDoor(
  server: Server,
  {
    doors,
    engine,
    streams,
    rights,
    limits,
    onSlow,
    keepAliveMs,
  }: {
    doors: Doors;
    engine: Engine;
    streams: Streams;
    rights: RightsWatch;
    limits: StreamLimits;
    /** A reader was dropped. */
    onSlow: (door: 'socket') => void;
    /** Between two pings. */
    keepAliveMs: number;
  },
): SocketDoor {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url !== DOORS.graphql.address) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  };
  server.on('upgrade', upgrade);

  const options: ServerOptions<Record<string, unknown>, Extra & Opened> = {
    connectionInitWaitTimeout: 5_000,
    onConnect: async ({ connectionParams, extra }) => {
      const { socket } = extra;
      const viewer = await viewerOf(doors, connectionParams);
      // Gone while its key was looked up: no close would come to give back what it took.
      if (socket.readyState !== socket.OPEN) return false;
      if (viewer === null)
        return refuse(
          doors,
          socket,
          'UNAUTHENTICATED',
          'Send a valid key as `authorization` in connection_init',
        );
      try {
        extra.give = limits.take('socket', viewer);
      } catch (error) {
        return refuse(doors, socket, 'RATE_LIMITED', (error as Error).message);
      }
      extra.viewer = viewer;
      const { headers } = extra.request;
      extra.scope = { requestId: requestIdOf(headers['x-request-id']), ...traceOf(headers.traceparent) };
      extra.context = doors.context(viewer, extra.scope.requestId);
      const unwatch = rights.watch(viewer, () =>
        socket.close(CLOSE_CODES.UNAUTHENTICATED, 'The credential is no longer good'),
      );
      const give = extra.give;
      socket.once('close', () => {
        unwatch();
        give();
      });
      return true;
    },
    onSubscribe: ({ extra }, id, payload) =>
      requestScope.run(extra.scope as RequestScope, () => prepare(extra, id, payload)),
    execute: (args) => within(args, ({ run }) => run()),
    subscribe: (args) => within(args, (asked) => stream({ ...args, contextValue: asked })),
  };

  async function prepare(
    extra: Extra & Opened,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const context = extra.context as Context;
    try {
      const asked = requestOfMessage({
        ...payload,
        query: payload.query === '' ? null : payload.query,
      } as never);
      const query = await documentFor(doors, context, asked);
      const { operationName, variables } = asked;
      const prepared = engine.prepare(context, { query, operationName, variables });
      if ('errors' in prepared) return prepared.errors;
      const call: Asked = {
        socket: extra.socket,
        id,
        context,
        scope: extra.scope as RequestScope,
        run: prepared.run,
      };
      return {
        schema: doors.schema,
        document: prepared.document,
        operationName,
        variableValues: variables,
        contextValue: call,
      };
    } catch (error) {
      return engine.tell([error]);
    }
  }

  /** graphql-ws keeps the protocol; the `next` messages of a stream are written here, their payload made once for all. */
  async function stream({
    document,
    operationName,
    variableValues,
    contextValue,
  }: ExecutionArgs & { contextValue: Asked }) {
    const { socket, id, context } = contextValue;
    const abort = new AbortController();
    let finish: (error?: unknown) => void = () => undefined;
    const over = new Promise<void>((resolve, reject) => {
      finish = (error) => (error === undefined ? resolve() : reject(error as Error));
    });
    over.catch(() => undefined);
    const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    const leave = (error?: unknown): void => {
      abort.abort();
      finish(error);
    };
    const next = ({ text }: Frame): void => {
      if (socket.bufferedAmount <= MAX_BUFFERED) {
        socket.send(`${prefix}${text}}`);
      } else {
        leave();
        if (dropSlow(socket)) onSlow('socket');
      }
    };
    try {
      const give = limits.take('stream', context.viewer);
      abort.signal.addEventListener('abort', give, { once: true });
      await streams.open(
        {
          document,
          operationName: operationName ?? undefined,
          variables: variableValues ?? undefined,
          context: { ...context, signal: abort.signal },
        },
        { next, end: leave },
      );
    } catch (error) {
      abort.abort();
      return {
        errors: engine.tell(error instanceof StreamRefused ? error.errors : [error]),
      } as ExecutionResult;
    }
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        await over;
        return { done: true as const, value: undefined };
      },
      return: async () => {
        leave();
        return { done: true as const, value: undefined };
      },
    } as AsyncIterableIterator<ExecutionResult>;
  }

  const served = useServer(options, sockets, keepAliveMs);
  return {
    get size() {
      return sockets.clients.size;
    },
    close: async () => {
      server.off('upgrade', upgrade);
      for (const socket of sockets.clients) socket.close(CLOSE_CODES.RESTART, 'The server stops');
      await served.dispose();
    },
  };
}

/** What a message asked, done where its lines of the log carry its socket's id. */
function within<Result>({ contextValue }: ExecutionArgs, work: (asked: Asked) => Result): Result {
  const asked = contextValue as Asked;
  return requestScope.run(asked.scope, () => work(asked));
}

async function viewerOf(
  doors: Doors,
  parameters: Record<string, unknown> | undefined,
): Promise<Viewer | null> {
  const { authorization } = parameters ?? {};
  const key = typeof authorization === 'string' ? bearer(authorization) : null;
  return key === null ? null : doors.authenticate(key);
}

/** Says why, and waits for that to be read no longer than what was queued may be kept. False: it was closing anyway. */
function dropSlow(socket: WebSocket): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  socket.close(
    CLOSE_CODES.SLOW_CONSUMER,
    'Too much is waiting to be read. Subscribe again from the last cursor.',
  );
  setTimeout(() => socket.terminate(), LAST_READ_MS).unref();
  return true;
}

function refuse(
  doors: Doors,
  socket: WebSocket,
  code: 'UNAUTHENTICATED' | 'RATE_LIMITED',
  reason: string,
): false {
  doors.metrics.refused(code);
  socket.close(CLOSE_CODES[code], reason);
  return false;
}
