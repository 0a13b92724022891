import type { Server } from 'node:http';

/**
 * Stops accepting, lets requests in flight be answered for at most `graceMs`, then cuts what is left.
 * Resolves when no connection stands; a server that never listened is closed at once.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that falls idle is of no use any more; Node closes only those idle at the moment of close().
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
