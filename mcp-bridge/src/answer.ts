import type { Outcome } from './api.js';
import type { Answer } from './tool.js';
import { toolPath, toolWords } from './words.js';

/** What to do after a refusal, in the words of somebody who cannot decide it. */
const NEXT: Readonly<Record<string, string>> = {
  STATE_CHANGED: 'Look at available_actions and decide anew.',
  TRANSFER_TERMINAL: 'This transfer has ended. To move the session, call snapshot_state again.',
  TOKEN_REJECTED:
    'Ask the orchestrator that manages this session for a fresh transfer token for this step, then call again.',
  NOT_READY: 'Wait until what is missing is there (get_status shows it), then call again.',
  FENCED: 'Another host has become the owner of this session. Stop acting for it.',
  SECRET_DETECTED:
    'Remove what is named from the session, or ask a person or the orchestrator to accept it. You cannot accept it.',
  CHECKSUM_MISMATCH: 'Call push_state without a checksum, or with the one that snapshot_state returned.',
  NOT_FOUND: 'Check the id. A transfer that somebody else staged is not shown to you.',
  INVALID_INPUT: 'Correct the arguments that are named, then call again.',
  TOO_LARGE: 'Ask the orchestrator to stage this session from its own side.',
  DUPLICATE_IDEMPOTENCY_KEY: 'Call again as a new tool call.',
  IDEMPOTENCY_IN_PROGRESS: 'The first call still runs. Call get_status in a moment.',
  UNAUTHENTICATED: 'Tell your user that the key of this bridge (BATON_AGENT_KEY) is not valid.',
  FORBIDDEN: 'This key may not do this. Tell your user; do not try another way.',
  RATE_LIMITED: 'Wait a minute, then call again.',
  WRONG_ACTOR: 'This is for another principal. Leave it.',
  THREAD_TERMINAL: 'This thread has ended. Open a new one with handoff_to_teammate if there is more to say.',
  RECIPIENT_NOT_FOUND: 'Check the handle: list_teammates shows them all.',
  INVALID_INTENT_PAYLOAD: 'Give proposed_action exactly when intent is propose_action.',
  BLOCKED: 'They do not want to hear from your side. Tell your user; do not try another way.',
};

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly { path: string; message: string }[] | null;
  readonly secrets?:
    | readonly { path: string; line: number | null; field: string | null; rule: string }[]
    | null;
  readonly [more: string]: unknown;
}

/** A refusal: `CODE: sentence`, then what is wrong where, then what to do next. */
export function refuse(refusal: Refusal): Answer {
  const { code, message, issues, secrets } = refusal;
  const places = [
    ...(issues ?? []).map((issue) => `- ${toolPath(issue.path) || 'the input'} ${issue.message}`),
    ...(secrets ?? []).map(
      ({ path, line, field, rule }) =>
        `- ${[path, line && `line ${line}`, field].filter(Boolean).join(', ')}: ${rule}`,
    ),
  ];
  const state =
    typeof refusal.currentStatus === 'string' ? [`It is ${refusal.currentStatus.toLowerCase()} now.`] : [];
  const next = NEXT[code] ?? (refusal.retryable === true ? 'It is safe to call again.' : 'Tell your user.');
  return {
    refused: true,
    text: [`${code}: ${message}`, ...places, ...state, next].join('\n'),
    structured: toolWords({ ...refusal, reason: code.toLowerCase() }) as Record<string, unknown>,
  };
}

/** The one root field of an answer, or what to tell of the failure. */
export function rootOf(
  outcome: Outcome,
): { ok: true; value: Record<string, unknown> | null } | { ok: false; answer: Answer } {
  if (outcome.kind === 'unreachable') {
    const message = 'Baton cannot be reached. It is safe to retry: call again with the same arguments.';
    return { ok: false, answer: { refused: true, unknown: true, text: `UNAVAILABLE: ${message}` } };
  }
  if (outcome.kind === 'fault') {
    const { code, message, retryable } = outcome;
    return { ok: false, answer: refuse({ code, message, retryable }) };
  }
  const [value] = Object.values(outcome.data) as [Record<string, unknown> | null];
  const refused = value !== null && 'code' in value && 'retryable' in value;
  return refused ? { ok: false, answer: refuse(value as Refusal) } : { ok: true, value };
}
