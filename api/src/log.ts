import { type DestinationStream, type Logger, pino } from 'pino';
import { requestScope } from './http/request-scope.js';

/** JSON lines on stderr. Bodies, headers and what the database says of rows never reach it. */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Copied: pino adds the line's own fields to what it is given.
      mixin: () => ({ ...requestScope.getStore() }),
      serializers: { err: errorForLog },
    },
    destination,
  );
}

// Written at once: the last line before an exit is the one that is needed.
const standardError = () => pino.destination({ fd: 2, sync: true });

/** Fields beside these (`detail`, `where`, `query`) quote rows. */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const cause = error.cause === undefined ? {} : { cause: errorForLog(error.cause) };
  return { name: error.name, message: error.message, code, constraint, stack: error.stack, ...cause };
}
