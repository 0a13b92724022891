import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, type ServerOptions, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Context } from '../context.js';
import { DOORS, takes } from '../door-table.js';
import { Fault } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import { bearer, signedIn } from './credential.js';
import { documentFor } from './document.js';
import type { Doors } from './doors.js';
import { requestOfMessage } from './graphql-request.js';
import { type RequestScope, requestIdOf, requestScope, traceOf } from './request-scope.js';
import { CLOSE_CODES, closeSocket } from './socket-close.js';
import { type Connected, speakGraphql } from './socket-protocol.js';
import {
  dropSlow,
  type OpenStream,
  openSocketStream,
  pingWithPlaces,
  type SocketSubscription,
} from './socket-stream.js';
import type { Streaming } from './streaming.js';

/** Both ends ping; a side that heard nothing for two periods gives the socket up. */
export const KEEP_ALIVE_MS = 12_000;
const MAX_MESSAGE = 1024 * 1024;
/** Operations of one socket at a time; with more asked it is not read until some are answered. */
const MAX_WORKING = 32;

/** A socket, and what it got when it was let in. */
interface Opened extends Connected {
  context?: Context;
  /** All lines of a socket's log share it. */
  scope?: RequestScope;
  /** See `SocketSubscription`. */
  readonly open: Map<string, OpenStream>;
  /** Messages being worked on. */
  working: number;
}

/** What a message asked; carried as the execution's context. */
interface Asked extends SocketSubscription {
  readonly extra: Opened;
  readonly scope: RequestScope;
  run(): Promise<ExecutionResult>;
}

export interface SocketDoor {
  /** How many are open. */
  readonly size: number;
  /** Tells every client to come back and resume; who does not agree within `graceMs` is cut. */
  close(graceMs: number): Promise<void>;
}

/** GraphQL over WebSocket (graphql-transport-ws) at /graphql: the same credentials, documents, rules and limits. */
export function openSocketDoor(server: Server, doors: Doors, streaming: Streaming): SocketDoor {
  const { engine, rights, limits, onSlow } = streaming;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Nobody else listens before the upgrade is done: a peer that breaks off would end the process.
    socket.on('error', () => socket.destroy());
    if (request.url !== DOORS.graphql.address) {
      socket.once('finish', () => socket.destroy());
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  };
  server.on('upgrade', upgrade);

  const options: ServerOptions<Record<string, unknown>, Opened> = {
    connectionInitWaitTimeout: 5_000,
    onConnect: async ({ connectionParams, extra }) => {
      try {
        return await admit(extra, connectionParams);
      } catch (error) {
        // Told here, in our words, with a code that says whether to come again.
        const [told] = engine.tell([error]);
        if (error instanceof Fault && error.code === 'FORBIDDEN') {
          return refuse(doors, extra.socket, 'UNAUTHENTICATED', error.message);
        }
        closeSocket(extra.socket, CLOSE_CODES.UNAVAILABLE, told?.message ?? 'Try again later');
        return false;
      }
    },
    onSubscribe: ({ extra }, id, payload) =>
      requestScope.run(extra.scope as RequestScope, () => work(extra, () => prepare(extra, id, payload))),
    execute: (args) => within(args, (asked) => work(asked.extra, asked.run)),
    subscribe: (args) =>
      within(args, (asked) => work(asked.extra, () => openSocketStream(streaming, asked, args))),
  };

  /** Reads a socket only as fast as its operations are worked off. */
  async function work<Result>(extra: Opened, operation: () => Promise<Result>): Promise<Result> {
    extra.working += 1;
    if (extra.working >= MAX_WORKING) extra.socket.pause();
    try {
      return await operation();
    } finally {
      extra.working -= 1;
      if (extra.socket.isPaused && extra.working < MAX_WORKING) extra.socket.resume();
    }
  }

  /** Whether a socket may stay, with what its credential takes; else it is told why and closed. */
  async function admit(extra: Opened, parameters: Record<string, unknown> | undefined): Promise<boolean> {
    const { socket, request } = extra;
    const { headers } = request;
    extra.scope = { requestId: requestIdOf(headers['x-request-id']), ...traceOf(headers.traceparent) };
    const viewer = await viewerOf(doors, parameters, request, extra.scope.requestId);
    // Gone while its key was looked up: no close would come to give back what it took.
    if (socket.readyState !== socket.OPEN) return false;
    if (viewer === null)
      return refuse(
        doors,
        socket,
        'UNAUTHENTICATED',
        'Send a valid key as `authorization` in connection_init',
      );
    let give: () => void;
    try {
      give = limits.take('socket', viewer);
    } catch (error) {
      return refuse(doors, socket, 'RATE_LIMITED', (error as Error).message);
    }
    extra.context = doors.context(viewer, extra.scope.requestId);
    const unwatch = rights.watch(viewer, () => lose(socket));
    const told = new Map<string, string>();
    // What stays quiet for long would fall behind the feed's floor, and could not be resumed.
    const telling = setInterval(() => {
      const ping = pingWithPlaces(extra.open, told);
      if (ping !== null && socket.readyState === socket.OPEN) socket.send(ping);
    }, streaming.keepAliveMs);
    socket.once('close', () => {
      unwatch();
      give();
      clearInterval(telling);
      for (const { leave } of extra.open.values()) leave();
    });
    return true;
  }

  async function prepare(
    extra: Opened,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const context = extra.context as Context;
    try {
      // Each message is judged by what the credential is worth now, as each request is.
      if (await isLost(extra.socket, context.viewer)) {
        throw new Fault('UNAUTHENTICATED', 'The credential is no longer good');
      }
      const asked = requestOfMessage({
        ...payload,
        query: payload.query === '' ? null : payload.query,
      } as never);
      const query = await documentFor(doors, context, asked);
      const { operationName, variables } = asked;
      const prepared = engine.prepare(context, { query, operationName, variables });
      if ('errors' in prepared) return prepared.errors;
      const call: Asked = {
        extra,
        open: extra.open,
        socket: extra.socket,
        connection: extra.request.socket,
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

  async function isLost(socket: WebSocket, viewer: Viewer): Promise<boolean> {
    const { lost } = await doors.readStanding([viewer]);
    doors.signIns.noteUse(viewer);
    if (lost.length > 0) lose(socket);
    return socket.readyState !== socket.OPEN;
  }

  speakGraphql(sockets, options, {
    keepAliveMs: streaming.keepAliveMs,
    log: doors.log,
    onSlow: (socket) => dropSlow(socket, onSlow),
    extra: (connected) => ({ ...connected, open: new Map(), working: 0 }),
  });
  return {
    get size() {
      return sockets.clients.size;
    },
    close: async (graceMs) => {
      server.off('upgrade', upgrade);
      for (const socket of sockets.clients) closeSocket(socket, CLOSE_CODES.RESTART, 'The server stops');
      const cut = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, graceMs);
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
      clearTimeout(cut);
    },
  };
}

/** What a message asked, done where its lines of the log carry its socket's id. */
function within<Result>({ contextValue }: ExecutionArgs, work: (asked: Asked) => Result): Result {
  const asked = contextValue as Asked;
  return requestScope.run(asked.scope, () => work(asked));
}

/** By the key of connection_init, or without one by the session's cookie that the upgrade came with. */
async function viewerOf(
  doors: Doors,
  parameters: Record<string, unknown> | undefined,
  request: IncomingMessage,
  requestId: string,
): Promise<Viewer | null> {
  const { authorization } = parameters ?? {};
  if (authorization === undefined && takes('graphql', 'session')) return signedIn(request, doors, requestId);
  const key = typeof authorization === 'string' ? bearer(authorization) : null;
  return key === null ? null : doors.authenticate(key);
}

function lose(socket: WebSocket): void {
  closeSocket(socket, CLOSE_CODES.UNAUTHENTICATED, 'The credential is no longer good');
}

function refuse(
  doors: Doors,
  socket: WebSocket,
  code: 'UNAUTHENTICATED' | 'RATE_LIMITED',
  reason: string,
): false {
  doors.metrics.refused(code);
  closeSocket(socket, CLOSE_CODES[code], reason);
  return false;
}
