import type { Duplex } from 'node:stream';
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Context } from '../context.js';
import { type Place, StreamRefused } from '../event/stream.js';
import type { Frame } from '../event/subscriber.js';
import { CLOSE_CODES, closeSocket } from './socket-close.js';
import { drained, MAX_BUFFERED, type Streaming } from './streaming.js';

/** A subscription's message, and the socket it came by. */
export interface SocketSubscription {
  readonly socket: WebSocket;
  /** Below the socket. */
  readonly connection: Duplex;
  /** The client's id for it. */
  readonly id: string;
  readonly context: Context;
  /** Streams of the socket by the client's ids, from the moment they are asked for. */
  readonly open: Map<string, OpenStream>;
}

export interface OpenStream {
  leave(): void;
  place: Place;
}

/** A ping that tells the cursor of each stream that has moved on, with or without an event; null: none has. */
export function pingWithPlaces(
  open: ReadonlyMap<string, OpenStream>,
  told: Map<string, string>,
): string | null {
  const cursors: Record<string, string> = {};
  for (const id of told.keys()) if (!open.has(id)) told.delete(id);
  for (const [id, { place }] of open) {
    const cursor = place();
    if (cursor === null || cursor === told.get(id)) continue;
    told.set(id, cursor);
    cursors[id] = cursor;
  }
  return Object.keys(cursors).length === 0 ? null : JSON.stringify({ type: 'ping', payload: { cursors } });
}

/** Drops a socket that does not read what it asked for. */
export function dropSlow(socket: WebSocket, onSlow: Streaming['onSlow']): void {
  const reason = 'Too much is waiting to be read. Subscribe again from the last cursor.';
  if (closeSocket(socket, CLOSE_CODES.SLOW_CONSUMER, reason)) onSlow('socket');
}

/**
 * Begins a stream on a socket. graphql-ws keeps the protocol: it is given an iterator that ends with the stream; the
 * `next` messages are written here, their payload made once for all who share it.
 */
export async function openSocketStream(
  { streams, limits, engine, onSlow }: Streaming,
  { socket, connection, id, context, open }: SocketSubscription,
  { document, operationName, variableValues }: ExecutionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const abort = new AbortController();
  const over = new Promise<void>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const leave = (): void => {
    if (open.get(id) === stream) open.delete(id);
    abort.abort();
  };
  const stream: OpenStream = { leave, place: () => null };
  // A `complete` frees the id at once; a stream under it that is still beginning would be forgotten, and never end.
  if (open.has(id)) {
    closeSocket(socket, CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
    return { errors: [] };
  }
  open.set(id, stream);
  const end = (error: unknown): void => {
    // Before the iterator ends: a client that was told of an error takes no notice of the `complete` behind it.
    socket.send(JSON.stringify({ id, type: 'error', payload: engine.tell([error]) }));
    leave();
  };
  const drop = (): void => {
    leave();
    dropSlow(socket, onSlow);
  };
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  const next = ({ text }: Frame): void => {
    if (socket.bufferedAmount > MAX_BUFFERED) drop();
    else socket.send(`${prefix}${text}}`);
  };
  const room = async (): Promise<void> => {
    if (!(await drained(connection))) drop();
  };
  try {
    const give = limits.take('stream', context.viewer);
    abort.signal.addEventListener('abort', give, { once: true });
    stream.place = await streams.open(
      {
        document,
        operationName: operationName ?? undefined,
        variables: variableValues ?? undefined,
        context: { ...context, signal: abort.signal },
      },
      { next, room, end },
    );
  } catch (error) {
    leave();
    return { errors: engine.tell(error instanceof StreamRefused ? error.errors : [error]) };
  }
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    [Symbol.asyncIterator]: () => iterator,
    next: async () => {
      await over;
      return { done: true, value: undefined };
    },
    return: async () => {
      leave();
      return { done: true, value: undefined };
    },
  };
  return iterator;
}
