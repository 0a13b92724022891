import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import { payloadDigest } from '../idempotency/digest.js';
import { isId } from '../ids.js';
import { InputIssues } from '../input.js';
import { TRANSFER_MOVES, type TransferAction, type TransferMove } from '../lifecycle/rules.js';
import { type Viewer, viewerJson } from '../principal/viewer.js';
import { recordOf, type TransferRecord } from './record.js';
import { refusalOf, sentenceFor } from './refusal.js';
import { type MoveName, type Rollback, rollbackOf } from './store.js';

/** A call of a move, as every function of the migrations takes it. Undefined fields do not travel. */
export interface Call {
  /** The mutation's name; scope of the idempotency key, word of the audit log. */
  readonly operation: string;
  readonly id?: string;
  readonly key?: string | null | undefined;
  /** What is compared when the key comes again: the input without the key, a token as its id. */
  readonly payload: unknown;
  /** The move's own arguments. */
  readonly more?: Record<string, unknown>;
}

export interface MoveSuccess {
  readonly ok: true;
  readonly replayed: boolean;
  readonly transfer: TransferRecord;
  /** What else the move answered. */
  readonly more: Record<string, unknown>;
}
export type MoveResult = MoveSuccess | Refusal;

interface AnswerRow {
  readonly ok: boolean;
  readonly replayed: boolean;
  readonly transfer: Record<string, unknown>;
}

/** The argument of a move: who calls, what, and what the table says of it. */
export function callArgument(context: Context, move: TransferMove, call: Call): Record<string, unknown> {
  const key = call.key ?? undefined;
  return {
    organisation: context.viewer.organisationId,
    viewer: viewerJson(context.viewer),
    operation: call.operation,
    // What is no id names nothing, as one that was made up; not every text can be sent to the database.
    id: call.id === undefined || isId('transfer', call.id) ? call.id : '',
    key,
    digest: key === undefined ? undefined : payloadDigest(call.payload),
    request: context.requestId,
    from: move.from,
    who: move.who,
    fenceable: move.fenceable ?? false,
    ...call.more,
  };
}

/** Makes a move: one round trip. `name` is the function that makes it, `action` its row in the table. */
export async function makeMove(
  context: Context,
  action: TransferAction,
  name: MoveName,
  call: Call,
): Promise<MoveResult> {
  const argument = callArgument(context, TRANSFER_MOVES[action], call);
  return runMove(context, name, argument);
}

export async function runMove(
  context: Context,
  name: MoveName,
  argument: Record<string, unknown>,
): Promise<MoveResult> {
  const issues = new InputIssues();
  issues.key(argument.key as string | undefined);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const keyed = argument.key !== undefined;
  const text = JSON.stringify(argument);
  try {
    return moveResult(await context.run(name, text), context.viewer);
  } catch (error) {
    const rollback = rollbackOf(error, keyed);
    if (rollback === 'IDEMPOTENCY_IN_PROGRESS') return refuse(rollback, sentenceFor(rollback));
    if (rollback === null) throw error;
    return refuseAfter(context, text, rollback, keyed);
  }
}

/** The refusal is final, so it is kept under its key, by a statement of its own since the move's is gone. */
async function refuseAfter(
  context: Context,
  argument: string,
  code: Rollback,
  keyed: boolean,
): Promise<MoveResult> {
  try {
    return moveResult(await context.run('move_refuse_after_rollback', argument, code), context.viewer);
  } catch (error) {
    // Meanwhile a repeat may have claimed the key.
    const rollback = rollbackOf(error, keyed);
    if (rollback !== 'IDEMPOTENCY_IN_PROGRESS') throw error;
    return refuse(rollback, sentenceFor(rollback));
  }
}

export function moveResult(answer: unknown, viewer: Viewer): MoveResult {
  const { ok, replayed, transfer, ...more } = answer as AnswerRow & Record<string, unknown>;
  return ok ? { ok, replayed, transfer: recordOf(transfer), more } : refusalOf(answer as never, viewer);
}
