import { ERRORS, type ErrorCode, Fault } from '../errors.js';
import type { InputIssue } from '../input.js';

/** What a caller is told of a failure: nothing of stacks, SQL, paths or secrets. */
export interface ClientError {
  readonly status: number;
  readonly message: string;
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: ErrorCode | 'INTERNAL' };
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that a door turns away before anything of the domain is asked. */
export class DoorRefusal extends Error {
  readonly status: number;

  /**
   * `status` where HTTP, and `number` where JSON-RPC has a closer word than the code's own; `issues` name places in the
   * request.
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly more: {
      status?: number;
      number?: number;
      issues?: readonly InputIssue[];
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.name = 'DoorRefusal';
    this.status = more.status ?? ERRORS[code].http;
  }
}

/** Recognises the failures that are no bug but bad weather, such as a database that is away. */
export type AsFault = (error: unknown) => Fault | null;

/** JSON-RPC's number for a failure of our own. */
const INTERNAL = { code: 'INTERNAL', number: -32603, retryable: false } as const;

/** Tells a failure to the caller, and says whether it is a bug, which is told to nobody but the log. */
export function describeError(
  error: unknown,
  asFault: AsFault,
  requestId: string,
): ClientError & { bug: boolean } {
  if (error instanceof DoorRefusal) {
    const { issues, headers } = error.more;
    const { retryable } = ERRORS[error.code];
    const number = error.more.number ?? ERRORS[error.code].number;
    const extensions = { code: error.code, number, retryable, ...(issues && { issues }), requestId };
    return { status: error.status, message: error.message, extensions, headers: headers ?? {}, bug: false };
  }
  const fault = error instanceof Fault ? error : asFault(error);
  if (fault === null) {
    const extensions = { ...INTERNAL, requestId };
    return { status: 500, message: 'Unexpected error', extensions, headers: {}, bug: true };
  }
  return { ...describeFault(fault, requestId), bug: false };
}

function describeFault({ code, message, retryable, retryAfterMs }: Fault, requestId: string): ClientError {
  const { http, number } = ERRORS[code];
  const later = retryAfterMs === undefined ? {} : { retryAfterMs };
  const headers: Record<string, string> = {};
  if (retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000));
  if (code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer realm="baton"';
  return { status: http, message, extensions: { code, number, retryable, ...later, requestId }, headers };
}
