import type { IncomingMessage } from 'node:http';
import { CloseCode, makeServer, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket, WebSocketServer } from 'ws';

export interface Connected {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

/**
 * Speaks graphql-transport-ws on every socket of a server. In place of graphql-ws's own adapter, which tells peers the
 * words of any error unless an environment variable says otherwise, and writes them past the log.
 */
export function speakGraphql<Extra extends Connected>(
  sockets: WebSocketServer,
  options: ServerOptions<Record<string, unknown>, Extra>,
  { keepAliveMs, log }: { keepAliveMs: number; log: Logger },
): void {
  const protocol = makeServer(options);
  sockets.on('connection', (socket, request) => {
    const fail = (error: unknown): void => {
      log.warn({ err: error }, 'a socket failed');
      socket.close(CloseCode.InternalServerError, 'Internal server error');
    };
    // What a peer breaks by itself: ws has closed the socket, or does.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'));
    const stopPinging = pingEvery(socket, keepAliveMs);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (data) =>
          new Promise((resolve) => {
            // One that is gone by now tells so by its own event.
            if (socket.readyState === socket.OPEN) socket.send(data, () => resolve());
            else resolve();
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) => socket.on('message', (data) => void handle(String(data)).catch(fail)),
      },
      { socket, request } as Extra,
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
