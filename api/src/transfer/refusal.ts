import type { Issue } from '@baton/sessions';
import {
  ERRORS,
  type ErrorCode,
  type Mismatch,
  type Refusal,
  SENTENCES,
  type SecretPlace,
} from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import { offeredActions } from './offer.js';
import { recordOf } from './record.js';

/** One sentence per code: what happened, and what to do next. Nothing tells how to mint. */
const MOVE_SENTENCES: Partial<Record<ErrorCode, string>> = {
  ...SENTENCES,
  STATE_CHANGED:
    'The transfer is not in a state that allows this. Look at its status and the actions it offers now.',
  TRANSFER_TERMINAL: 'The transfer has ended. Stage the session again to move it.',
  FENCED: 'A newer owner holds the session. Stop acting for it; read the status to see who.',
  WRONG_ACTOR: 'This is for another actor of the transfer.',
  NOT_FOUND: 'There is no such transfer.',
  TOKEN_REJECTED: 'The transfer token does not allow this. Ask the orchestrator for a fresh one.',
  CHECKSUM_MISMATCH: 'The bytes are not those that were staged. Compare the expected facts with the actual.',
  NOT_READY: 'The destination is not ready. Wait for what is missing, then repeat.',
  INSUFFICIENT_BUDGET:
    'The hold does not fit in what is left. Ask for less, or wait for a settlement or a top-up.',
  TIER_LIMIT: 'A limit is above the ceiling of its tier. Ask for no more than the tier allows.',
  SECRET_DETECTED:
    'The snapshot holds what looks like secrets. A person or the orchestrator must accept the report first.',
};

export const sentenceFor = (code: ErrorCode): string => MOVE_SENTENCES[code] ?? 'The call was refused.';

/** What the functions of the migrations answer a refused call with. */
interface RefusedRow {
  readonly code: ErrorCode;
  readonly replayed: boolean;
  readonly transfer?: Record<string, unknown>;
  readonly issues?: readonly Issue[];
  readonly mismatch?: Mismatch;
  readonly missing?: readonly string[];
  readonly secrets?: readonly SecretPlace[];
  /** Of FENCED: the number of the session's current owner. */
  readonly sessionEpoch?: number;
  readonly recordedAsLate?: boolean;
}

/** A refused move for this viewer: with the state as the move saw it and what is open from there. */
export function refusalOf(row: RefusedRow, viewer: Viewer): Refusal {
  const transfer = row.transfer && recordOf(row.transfer);
  return {
    ok: false,
    code: row.code,
    message: sentenceFor(row.code),
    retryable: ERRORS[row.code].retryable,
    replayed: row.replayed,
    status: transfer?.effectiveStatus,
    availableActions: transfer && offeredActions(transfer, viewer),
    epoch: row.sessionEpoch ?? transfer?.epoch,
    remaining: transfer && transfer.allocated - transfer.spent - transfer.held,
    issues: row.issues,
    mismatch: row.mismatch,
    missing: row.missing,
    secrets: row.secrets,
    recordedAsLate: row.recordedAsLate ?? false,
  };
}
