import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError } from './answer.js';
import { type ClientError, describeError } from './client-error.js';
import type { Doors } from './doors.js';

/** How writing to, or reading from, a caller that went away fails. */
const BROKEN_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR']);

type Tell = (request: IncomingMessage, response: ServerResponse, error: ClientError) => void;

/** Counts what went wrong, logs it when it is ours, and tells the caller in the form of the door. */
export function fail(
  { asFault, log, metrics }: Doors,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
  tell: Tell = answerError,
): void {
  const described = describeError(error, asFault, requestId);
  metrics.refused(described.extensions.code);
  if (described.bug && !wentAway(request, error)) log.error({ err: error }, 'unexpected');
  // Nobody is left to be told: the caller went away, or half an answer is out and its length tells that it broke off.
  if (response.destroyed || response.headersSent || request.errored) {
    log.debug({ err: error }, 'the request ended early');
    response.destroy();
    return;
  }
  tell(request, response, described);
}

/** What fails because the caller broke off is no fault of ours; what failed before it did still is. */
function wentAway(request: IncomingMessage, error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error === request.errored || (typeof code === 'string' && BROKEN_OFF.has(code));
}
