import type { Issue } from '@baton/sessions';

/**
 * Every way a call can be turned down, with its four faces: the GraphQL code (the key), the HTTP status, the JSON-RPC
 * number, and whether a later try may succeed. Domain refusals are values; faults are thrown.
 */
export const ERRORS = {
  STATE_CHANGED: { http: 409, number: -32010, retryable: false },
  DUPLICATE_IDEMPOTENCY_KEY: { http: 409, number: -32011, retryable: false },
  INVALID_INTENT_PAYLOAD: { http: 400, number: -32012, retryable: false },
  THREAD_TERMINAL: { http: 409, number: -32013, retryable: false },
  TRANSFER_TERMINAL: { http: 409, number: -32013, retryable: false },
  IDEMPOTENCY_IN_PROGRESS: { http: 409, number: -32014, retryable: true },
  RECIPIENT_NOT_FOUND: { http: 404, number: -32015, retryable: false },
  WRONG_ACTOR: { http: 403, number: -32016, retryable: false },
  BLOCKED: { http: 403, number: -32017, retryable: false },
  TOO_LARGE: { http: 413, number: -32018, retryable: false },
  SECRET_DETECTED: { http: 422, number: -32019, retryable: false },
  TOKEN_REJECTED: { http: 403, number: -31020, retryable: false },
  CHECKSUM_MISMATCH: { http: 422, number: -31021, retryable: false },
  FENCED: { http: 409, number: -31022, retryable: false },
  NOT_READY: { http: 409, number: -31023, retryable: true },
  INSUFFICIENT_BUDGET: { http: 402, number: -31024, retryable: true },
  TIER_LIMIT: { http: 422, number: -31025, retryable: false },
  UNPRICED_MODEL: { http: 422, number: -31026, retryable: false },
  CURSOR_EXPIRED: { http: 410, number: -31027, retryable: false },
  NOT_FOUND: { http: 404, number: -32001, retryable: false },
  INVALID_INPUT: { http: 400, number: -32602, retryable: false },
  UNAUTHENTICATED: { http: 401, number: -31401, retryable: false },
  FORBIDDEN: { http: 403, number: -31403, retryable: false },
  RATE_LIMITED: { http: 429, number: -31429, retryable: true },
  UNAVAILABLE: { http: 503, number: -31503, retryable: true },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type FaultCode = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED' | 'UNAVAILABLE';
/** Why a subscription does not begin, beside faults. It has no answer to tell them in as data. */
export type StreamRefusalCode = 'INVALID_INPUT' | 'NOT_FOUND' | 'CURSOR_EXPIRED';

/** Sentences of the codes that mean the same whatever was called. */
export const SENTENCES = {
  DUPLICATE_IDEMPOTENCY_KEY: 'This key was used with another payload. Use a new key for a new call.',
  IDEMPOTENCY_IN_PROGRESS:
    'The first call with this key is still running. Repeat it with the same key in a moment.',
  INVALID_INPUT: 'The input is not valid. See the issues.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/**
 * What no mutation answers as data: the caller is unknown, not allowed, too fast, or the service is not up to it.
 * Becomes a top-level GraphQL error, or the status of a plain HTTP answer. `message` is shown to the caller.
 */
export class Fault extends Error {
  readonly retryable: boolean;

  constructor(
    readonly code: FaultCode | StreamRefusalCode,
    message: string,
    /** When to try again, in milliseconds; only with a retryable code. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = 'Fault';
    this.retryable = ERRORS[code].retryable;
  }
}

/** Expected and actual facts of a snapshot that did not match. */
export interface Mismatch {
  readonly expected: SnapshotFacts;
  readonly actual: SnapshotFacts;
}
export interface SnapshotFacts {
  readonly sha256?: string | null;
  /** Bytes of all parts. */
  readonly length?: number | null;
  readonly entries?: number | null;
  readonly lastEntrySha256?: string | null;
}

/** A secret's place, never its value. */
export interface SecretPlace {
  readonly path: string;
  readonly line?: number | null;
  readonly field?: string | null;
  readonly rule: string;
}

/** One thing that is over a limit. */
export interface Offender {
  readonly path: string;
  /** In the limit's own unit. */
  readonly size: number;
}

/** An action as it is offered to one viewer. */
export interface OfferedAction {
  /** Its name in lifecycle/rules.ts. */
  readonly action: string;
  /** States it may lead to; the present one when it changes none. */
  readonly resultsIn: readonly string[];
  readonly irreversible: boolean;
  readonly requires: 'TRANSFER_TOKEN' | null;
}

/** A call turned down by a rule of the domain. The fields beside `code` are those its code needs. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  /** True when an earlier call with the same key was refused, and this is that answer. */
  readonly replayed: boolean;
  /** The state now of what the call was about, and what this caller may do from it. */
  readonly status?: string | undefined;
  readonly availableActions?: readonly OfferedAction[] | undefined;
  /** The number of the session's current owner. */
  readonly epoch?: number | null | undefined;
  /** Nano-USD neither spent nor held. */
  readonly remaining?: bigint | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly mismatch?: Mismatch | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly secrets?: readonly SecretPlace[] | undefined;
  readonly secretsDigest?: string | undefined;
  readonly limit?: { readonly name: string; readonly value: number } | undefined;
  readonly offenders?: readonly Offender[] | undefined;
  readonly recordedAsLate?: boolean | undefined;
  /** Handles that are exactly the name asked for, in other teams. */
  readonly suggestions?: readonly string[] | undefined;
  /** Digest of the newest version of a thread's proposal. */
  readonly proposalDigest?: string | null | undefined;
  readonly acceptedBy?: string | null | undefined;
  readonly acceptedAt?: Date | null | undefined;
}

/** Makes a refusal; `more` carries the data its code needs. */
export function refuse(
  code: ErrorCode,
  message: string,
  more: Partial<Omit<Refusal, 'ok' | 'code' | 'message'>> = {},
): Refusal {
  return { ok: false, code, message, retryable: ERRORS[code].retryable, replayed: false, ...more };
}
