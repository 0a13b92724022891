import type { Context } from '../../context.js';
import { InputIssues, type KeyedInput } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { type MoveResult, makeMove } from '../move.js';
import type { SecretPolicy } from '../secrets.js';
import { takeText } from './text-input.js';

export interface AcceptInput extends KeyedInput {
  /** The client's own session id; the credential's without it. */
  readonly session?: string | null | undefined;
}

const SESSION = /^[\w.:-]{1,128}$/;

/** Takes a pending thread; the session that took it is shown. */
export async function accept(context: Context, input: AcceptInput): Promise<MoveResult> {
  await admit(context, 'handoffAccept', 'handoff:use');
  const issues = new InputIssues();
  // The other side's agent is shown it outside of any envelope: it has no room for a sentence.
  if (input.session != null)
    issues.pattern('session', input.session, SESSION, 'is an id of at most 128 letters, digits and . _ : -');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { keyId, signInId, id } = context.viewer;
  const session = input.session ?? keyId ?? signInId ?? id;
  return makeMove(context, 'accept', 'handoff_accept', {
    operation: 'handoffAccept',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, session },
    more: { session },
  });
}

/** Withdraws a thread that nobody has accepted. */
export async function cancel(context: Context, input: KeyedInput): Promise<MoveResult> {
  await admit(context, 'handoffCancel', 'handoff:use');
  return makeMove(context, 'cancel', 'handoff_cancel', {
    operation: 'handoffCancel',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id },
  });
}

/** How the work of a thread ended. */
export const OUTCOMES = ['done', 'partial', 'declined', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CompleteInput extends KeyedInput {
  readonly outcome: Outcome;
  readonly resultSummary: string;
  readonly secrets?: SecretPolicy | null | undefined;
}

/** Ends an accepted thread with what came of it. */
export async function complete(context: Context, input: CompleteInput): Promise<MoveResult> {
  await admit(context, 'handoffComplete', 'handoff:use');
  const { id, outcome, resultSummary, secrets } = input;
  const taken = await takeText(context, 'resultSummary', resultSummary, { secrets }, new InputIssues());
  if (!taken.ok) return taken;
  return makeMove(context, 'complete', 'handoff_complete', {
    operation: 'handoffComplete',
    id,
    key: input.idempotencyKey,
    payload: { id, outcome, ...(taken.content as object) },
    more: { outcome, resultSummary: taken.body, secretsAllowed: taken.more.secretsAllowed },
  });
}
