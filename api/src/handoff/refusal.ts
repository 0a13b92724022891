import type { Issue } from '@baton/sessions';
import { ERRORS, type ErrorCode, type Refusal, SENTENCES } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import { offeredActions, recordOf } from './record.js';

/** One sentence per code: what happened, and what to do next. */
const THREAD_SENTENCES: Partial<Record<ErrorCode, string>> = {
  ...SENTENCES,
  STATE_CHANGED:
    'The thread is not in a state that allows this. Look at its status, who accepted it, and the newest proposal.',
  THREAD_TERMINAL: 'The thread is completed or cancelled, and only to be read. Send a new one to go on.',
  WRONG_ACTOR: 'This is for somebody else of the thread.',
  NOT_FOUND: 'There is no such thread.',
  INVALID_INTENT_PAYLOAD:
    'A proposed action is given exactly when the intent is PROPOSE_ACTION, and only such a thread has one to change.',
  RECIPIENT_NOT_FOUND:
    'There is nobody of this handle. Handles are exact, like name@team; see the suggestions.',
  BLOCKED: 'The other side does not take messages from this one.',
  TOO_LARGE: 'Something is over its limit. Send less, or point to it by a link or a file reference.',
  SECRET_DETECTED: 'What looks like secrets stands in the input. Take it out, or ask for it to be redacted.',
  NOT_READY: 'Something is still missing; see what, then repeat.',
};

export const sentenceFor = (code: ErrorCode): string => THREAD_SENTENCES[code] ?? 'The call was refused.';

/** What the functions of the migrations answer a refused call with. */
interface RefusedRow {
  readonly code: ErrorCode;
  readonly replayed: boolean;
  readonly handoff?: Record<string, unknown>;
  readonly issues?: readonly Issue[];
  readonly missing?: readonly string[];
  readonly suggestions?: readonly string[];
}

/** A refused move for this viewer: with the thread as the move saw it and what is open from there. */
export function refusalOf(row: RefusedRow, viewer: Viewer): Refusal {
  const thread = row.handoff && recordOf(row.handoff);
  return {
    ok: false,
    code: row.code,
    message: sentenceFor(row.code),
    retryable: ERRORS[row.code].retryable,
    replayed: row.replayed,
    status: thread?.status,
    availableActions: thread && offeredActions(thread, viewer),
    acceptedBy: thread?.acceptedBy,
    acceptedAt: thread?.acceptedAt,
    proposalDigest: thread?.proposalDigest,
    issues: row.issues,
    missing: row.missing,
    suggestions: row.suggestions,
  };
}
