import type { WebSocket } from 'ws';
import { LAST_READ_MS } from './streaming.js';

/** Close codes beside those of graphql-transport-ws. docs/integrating.md says what a client does about each. */
export const CLOSE_CODES = {
  /** The credential is unknown, or was revoked, has expired or changed. Do not reconnect with it. */
  UNAUTHENTICATED: 4401,
  RATE_LIMITED: 4429,
  /** Too much waited to be read. Reconnect and resume from the last cursor. */
  SLOW_CONSUMER: 4510,
  /** The server stops. Reconnect and resume from the last cursor. */
  RESTART: 1012,
  /** The server cannot do its work now. Try again later. */
  UNAVAILABLE: 1013,
} as const;

/** Says why, and waits no longer than LAST_READ_MS for the peer to agree. False: it was closing anyway. */
export function closeSocket(socket: WebSocket, code: number, reason: string): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), LAST_READ_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  return true;
}
