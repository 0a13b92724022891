import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { InputIssues, type KeyedInput, type LeaseInput, SHA256 } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { type ApiKeySecret, newApiKey } from '../../principal/api-key.js';
import { leaseHash } from '../lease-secret.js';
import { type MoveResult, makeMove } from '../move.js';

/** A daemon takes a transfer of its pool; the answer carries the one credential good for it, once. */
export async function claim(
  context: Context,
  input: KeyedInput,
): Promise<MoveResult & { credential?: string | null }> {
  await admit(context, 'transferClaim', 'runtime:claim');
  const credential: ApiKeySecret = newApiKey('runtime');
  const result = await makeMove(context, 'claim', 'transfer_claim', {
    operation: 'transferClaim',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id },
    more: { credential: { id: credential.id, prefix: credential.prefix, hash: credential.hash } },
  });
  // A replay made nothing: what it was answered the first time is not kept anywhere.
  return result.ok ? { ...result, credential: result.replayed ? null : credential.secret } : result;
}

export interface VerifyInput extends KeyedInput {
  readonly checksum: string;
  readonly entries?: number | null | undefined;
  readonly lastEntrySha256?: string | null | undefined;
  readonly leaseSecretSha256: string;
}

/** The destination proves that it restored what was staged, and says which lease secret it will act under. */
export async function verifyDestination(context: Context, input: VerifyInput): Promise<MoveResult> {
  await admit(context, 'transferVerifyDestination', 'usage:report');
  const issues = new InputIssues();
  issues.pattern('checksum', input.checksum, SHA256, 'is a sha256 in lower-case hex');
  issues.pattern('leaseSecretSha256', input.leaseSecretSha256, SHA256, 'is a sha256 in lower-case hex');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { id, idempotencyKey, ...facts } = input;
  return makeMove(context, 'verifyDestination', 'transfer_verify_destination', {
    operation: 'transferVerifyDestination',
    id,
    key: idempotencyKey,
    payload: { id, ...facts },
    more: {
      checksum: input.checksum,
      entries: input.entries ?? undefined,
      lastEntry: input.lastEntrySha256 ?? undefined,
      newLeaseHash: input.leaseSecretSha256,
      verification: newId('verification'),
    },
  });
}

/** Keeps the lease, or revives it with the same secret and epoch. */
export async function renewLease(
  context: Context,
  input: LeaseInput & Partial<KeyedInput>,
): Promise<MoveResult> {
  await admit(context, 'transferRenewLease', 'usage:report');
  return makeMove(context, 'renewLease', 'transfer_renew_lease', {
    operation: 'transferRenewLease',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, epoch: input.epoch, lease: leaseHash(input.leaseSecret) },
    more: { epoch: input.epoch, leaseHash: leaseHash(input.leaseSecret) },
  });
}

export interface TeardownInput extends KeyedInput {
  /** Whether the runtime saw that nothing of it is left. */
  readonly proven: boolean;
}

export async function reportTeardown(context: Context, input: TeardownInput): Promise<MoveResult> {
  await admit(context, 'transferReportTeardown', 'usage:report');
  return makeMove(context, 'reportTeardown', 'transfer_report_teardown', {
    operation: 'transferReportTeardown',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, proven: input.proven },
    more: { proven: input.proven },
  });
}
