/** SQLSTATE: connection lost, out of connections, memory or disk, server starting or stopping. */
const STATES = /^(?:08|57P|53)/;
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** Prisma's: cannot reach, timed out, closed. */
const PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
/** The driver gives these no code. */
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Cannot use a pool after calling end/;

/**
 * Whether a call failed because the database was away, and not because of what was asked. It may or may not have been
 * carried out. Looks through the causes that Prisma and its adapter wrap.
 */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause, kind, originalCode } = error as Record<string, unknown>;
  const lost =
    [code, originalCode].some(
      (word) => typeof word === 'string' && (STATES.test(word) || SYSTEM.has(word) || PRISMA.has(word)),
    ) ||
    // The embedded server's socket is a file, gone while it is down.
    (code === 'ENOENT' && syscall === 'connect') ||
    ['DatabaseNotReachable', 'ConnectionClosed', 'TooManyConnections', 'SocketTimeout'].includes(
      String(kind),
    ) ||
    WORDS.test(String(message));
  return lost || isUnreachable(cause);
}
