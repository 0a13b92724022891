import { expect, test } from 'vitest';
import type { MutationOutcome } from './api-answer.js';
import type { ErrorCode, RenewLeaseMutation, TransferStatus } from './gen/graphql.js';
import { standingOf } from './standing.js';

type Outcome = MutationOutcome<RenewLeaseMutation>;

function answered(
  status: TransferStatus,
  { exhaustedAt = null as string | null, replayed = false } = {},
): Outcome {
  const budget = { allocated: '1', spent: '0', held: '0', late: '0', remaining: '1', exhaustedAt };
  const deadlines = { expiresAt: '', graceEndsAt: null, leaseExpiresAt: null, claimExpiresAt: null };
  return { kind: 'done', value: { status, epoch: 1, replayed, budget, deadlines } };
}
const refused = (code: ErrorCode): Outcome => ({
  kind: 'refused',
  refusal: { code, message: '', retryable: false, replayed: false },
});

test('an answer tells what may be done', () => {
  expect(standingOf(answered('ACTIVE'))).toEqual({ kind: 'act', why: 'active' });
  expect(standingOf(answered('ACTIVE', { exhaustedAt: '2026-01-01T00:00:00Z' }))).toEqual({
    kind: 'freeze',
    why: 'exhausted',
  });
  expect(standingOf(answered('INSOLVENT'))).toEqual({ kind: 'freeze', why: 'insolvent' });
  expect(standingOf(answered('TERMINATED'))).toEqual({ kind: 'end', why: 'terminated' });
});

test('a replay tells how things were, and is not obeyed', () => {
  expect(standingOf(answered('ACTIVE', { replayed: true }))).toBeNull();
});

test.for(['TRANSFER_TERMINAL', 'FENCED', 'NOT_FOUND', 'WRONG_ACTOR', 'STATE_CHANGED'] as const)(
  '%s ends',
  (code) => {
    expect(standingOf(refused(code))).toEqual({ kind: 'end', why: code });
  },
);

test.for(['IDEMPOTENCY_IN_PROGRESS', 'INVALID_INPUT', 'DUPLICATE_IDEMPOTENCY_KEY'] as const)(
  '%s says nothing',
  (code) => {
    expect(standingOf(refused(code))).toBeNull();
  },
);

test('no answer says nothing: the lease’s clock decides', () => {
  expect(standingOf({ kind: 'unreachable', message: '' })).toBeNull();
});
