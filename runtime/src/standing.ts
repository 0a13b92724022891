import type { MutationOutcome } from './api-answer.js';
import type { RenewLeaseMutation, ReportUsageMutation, TransferStatus } from './gen/graphql.js';

/** What a runtime may do after an answer. */
export type Standing = { readonly kind: 'act' | 'freeze' | 'end'; readonly why: string };

type Outcome = MutationOutcome<RenewLeaseMutation> | MutationOutcome<ReportUsageMutation>;

/** Answers after which this runtime is not the session's owner any more. */
const ENDING = [
  'TRANSFER_TERMINAL',
  'FENCED',
  'NOT_FOUND',
  'WRONG_ACTOR',
  'STATE_CHANGED',
  'UNAUTHENTICATED',
];

/** Reads an answer. Null: it says nothing new of how the transfer stands. */
export function standingOf(outcome: Outcome): Standing | null {
  switch (outcome.kind) {
    case 'done':
      // A replay tells how things were when the call was new.
      return outcome.value.replayed ? null : standingIn(outcome.value);
    case 'refused':
      return ENDING.includes(outcome.refusal.code) ? { kind: 'end', why: outcome.refusal.code } : null;
    case 'fault':
      return ENDING.includes(outcome.code) ? { kind: 'end', why: outcome.code } : null;
    case 'unreachable':
      return null;
  }
}

function standingIn({
  status,
  budget,
}: {
  status: TransferStatus;
  budget: { exhaustedAt: string | null };
}): Standing {
  const why = status.toLowerCase();
  if (status === 'TERMINATED' || status === 'EXPIRED') return { kind: 'end', why };
  if (status !== 'ACTIVE') return { kind: 'freeze', why };
  return budget.exhaustedAt === null ? { kind: 'act', why } : { kind: 'freeze', why: 'exhausted' };
}
