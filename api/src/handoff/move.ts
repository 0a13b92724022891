import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import { payloadDigest } from '../idempotency/digest.js';
import { isId } from '../ids.js';
import { InputIssues } from '../input.js';
import { HANDOFF_MOVES, type HandoffAction } from '../lifecycle/rules.js';
import { viewerJson } from '../principal/viewer.js';
import { type HandoffRecord, recordOf } from './record.js';
import { refusalOf, sentenceFor } from './refusal.js';
import { isKeyInProgress, type ThreadMove } from './store.js';

/** A call of a move. Undefined fields do not travel. */
export interface Call {
  /** The mutation's name; scope of the idempotency key, word of the audit log. */
  readonly operation: string;
  readonly id?: string;
  readonly key?: string | null | undefined;
  /** What is compared when the key comes again: the input without the key. */
  readonly payload: unknown;
  /** The move's own arguments. */
  readonly more?: Record<string, unknown>;
}

export interface MoveSuccess {
  readonly ok: true;
  readonly replayed: boolean;
  readonly handoff: HandoffRecord;
  /** Id of the message the move stored; null when it stored none. */
  readonly message: string | null;
  /** Of a send: the thread with the same content, sent within the last ten minutes. */
  readonly first: string | null;
}
export type MoveResult = MoveSuccess | Refusal;

interface AnswerRow {
  readonly ok: boolean;
  readonly replayed: boolean;
  readonly handoff: Record<string, unknown>;
  readonly message?: string | null;
  readonly first?: string | null;
}

/** Makes a move: one round trip. `name` is the function that makes it, `action` its row in the table. */
export async function makeMove(
  context: Context,
  action: HandoffAction,
  name: ThreadMove,
  call: Call,
): Promise<MoveResult> {
  const issues = new InputIssues();
  issues.key(call.key);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { viewer, requestId } = context;
  const key = call.key ?? undefined;
  const argument = JSON.stringify({
    organisation: viewer.organisationId,
    viewer: viewerJson(viewer),
    operation: call.operation,
    // What is no id names nothing, as one that was made up; not every text can be sent to the database.
    id: call.id === undefined || isId('handoff', call.id) ? call.id : '',
    key,
    digest: key === undefined ? undefined : payloadDigest(call.payload),
    request: requestId,
    from: HANDOFF_MOVES[action].from,
    who: HANDOFF_MOVES[action].who,
    ...call.more,
  });
  try {
    const answer = (await context.run(name, argument)) as AnswerRow;
    if (!answer.ok) return refusalOf(answer as never, viewer);
    const { replayed, handoff, message = null, first = null } = answer;
    return { ok: true, replayed, handoff: recordOf(handoff), message, first };
  } catch (error) {
    if (!isKeyInProgress(error, key !== undefined)) throw error;
    return refuse('IDEMPOTENCY_IN_PROGRESS', sentenceFor('IDEMPOTENCY_IN_PROGRESS'));
  }
}
