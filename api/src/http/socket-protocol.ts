import type { IncomingMessage } from 'node:http';
import { CloseCode, MessageType, makeServer, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket, WebSocketServer } from 'ws';
import { closeSocket } from './socket-close.js';
import { MAX_BUFFERED } from './streaming.js';

const PONG = JSON.stringify({ type: MessageType.Pong });

export interface Connected {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

export interface ProtocolOptions<Extra> {
  readonly keepAliveMs: number;
  readonly log: Logger;
  /** More than MAX_BUFFERED waits for a socket that does not read: it is to be dropped, nothing more is sent. */
  readonly onSlow: (socket: WebSocket) => void;
  /** What is kept beside a socket. */
  readonly extra: (connected: Connected) => Extra;
}

/**
 * Speaks graphql-transport-ws on every socket of a server. In place of graphql-ws's own adapter, which tells peers the
 * words of any error unless an environment variable says otherwise, and writes them past the log.
 */
export function speakGraphql<Extra extends Connected>(
  sockets: WebSocketServer,
  options: ServerOptions<Record<string, unknown>, Extra>,
  { keepAliveMs, log, onSlow, extra }: ProtocolOptions<Extra>,
): void {
  const protocol = makeServer(options);
  sockets.on('connection', (socket, request) => {
    const fail = (error: unknown): void => {
      log.warn({ err: error }, 'a socket failed');
      closeSocket(socket, CloseCode.InternalServerError, 'Internal server error');
    };
    // What a peer breaks by itself: ws has closed the socket, or does.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'));
    const stopPinging = pingEvery(socket, keepAliveMs);
    const send = (data: string): Promise<void> =>
      new Promise((resolve) => {
        // One that is gone by now tells so by its own event.
        if (socket.readyState !== socket.OPEN) return resolve();
        if (socket.bufferedAmount > MAX_BUFFERED) {
          onSlow(socket);
          return resolve();
        }
        socket.send(data, () => resolve());
      });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send,
        close: (code = CloseCode.InternalServerError, reason = '') => void closeSocket(socket, code, reason),
        // Without what came with the ping: whoever has no key yet would have us hold whatever it sends.
        onPing: () => send(PONG),
        onMessage: (handle) => socket.on('message', (data) => void handle(String(data)).catch(fail)),
      },
      extra({ socket, request }),
    );
    socket.once('close', (code, reason) => {
      stopPinging();
      void closed(code, String(reason)).catch(fail);
    });
  });
}

/** Gives a socket up that has not answered a ping when the next one is due. */
function pingEvery(socket: WebSocket, ms: number): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, ms);
  return () => clearInterval(timer);
}
