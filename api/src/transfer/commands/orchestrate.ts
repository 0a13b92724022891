import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { InputIssues, type KeyedInput, SHA256 } from '../../input.js';
import { TOKEN_SCOPES, type TokenScope } from '../../lifecycle/rules.js';
import { admit } from '../../principal/admit.js';
import { findTier } from '../../settings.js';
import { callArgument, type MoveResult, makeMove, runMove } from '../move.js';
import type { TransferRecord } from '../record.js';
import { signToken, TOKEN_LIFE_MS, type TokenClaims } from '../token.js';

export interface AcceptSecretsInput extends KeyedInput {
  /** Digest of the secrets report that was read. */
  readonly secretsDigest: string;
}

export async function acceptSecrets(context: Context, input: AcceptSecretsInput): Promise<MoveResult> {
  await admit(context, 'transferAcceptSecrets', 'secret:accept');
  const issues = new InputIssues();
  issues.pattern('secretsDigest', input.secretsDigest, SHA256, 'is a sha256 in lower-case hex');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'acceptSecrets', 'transfer_accept_secrets', {
    operation: 'transferAcceptSecrets',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, secretsDigest: input.secretsDigest },
    more: { secretsDigest: input.secretsDigest },
  });
}

export interface MintInput extends KeyedInput {
  readonly scope: TokenScope;
  /** The principal that may redeem it; defaults to who staged. */
  readonly redeemer?: string | null | undefined;
  readonly provision?:
    | {
        readonly tier: string;
        /** Decimal USD: the most the redeemer may allocate. */
        readonly allocatedUsd: string;
        readonly pool: string;
        readonly graceSeconds?: number | null | undefined;
      }
    | null
    | undefined;
}

const DEFAULT_GRACE_SECONDS = 60;

export type MintResult = MoveResult & { token?: string | null; expiresAt?: Date };

/** Mints a transfer token. The database says what it is bound to; the signature is made here and kept nowhere. */
export async function mintToken(context: Context, input: MintInput): Promise<MintResult> {
  await admit(context, 'transferTokenMint', 'token:mint');
  const issues = new InputIssues();
  const provision = judgeProvision(context, input, issues);
  if (input.redeemer != null) issues.text('redeemer', input.redeemer);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const jti = newId('transferToken');
  const { id, idempotencyKey, ...payload } = input;
  const argument = callArgument(
    context,
    {
      action: 'mintToken',
      from: TOKEN_SCOPES[input.scope].from,
      to: ['same'],
      who: ['orchestrator', 'person'],
      scope: 'token:mint',
      events: [],
      fenceable: true,
    },
    {
      operation: 'transferTokenMint',
      id,
      key: idempotencyKey,
      payload: { id, ...payload },
      more: { scope: input.scope, redeemer: input.redeemer ?? undefined },
    },
  );
  const result = await runMove(context, 'transfer_token_mint', argument);
  if (!result.ok) return result;
  const { transfer, more } = result;
  const expiresAt = new Date(more.now as string).getTime() + TOKEN_LIFE_MS;
  if (result.replayed) return { ...result, token: null, expiresAt: new Date(expiresAt) };
  const claims: TokenClaims = {
    jti,
    scope: input.scope,
    transfer: transfer.id,
    checksum: transfer.checksum,
    redeemer: more.redeemer as string,
    expiresAt,
    ...(provision === null ? {} : { provision }),
    ...boundTo(input.scope, transfer),
  };
  return { ...result, token: await signToken(context.tokenKeys, claims), expiresAt: new Date(expiresAt) };
}

/** What an `activate` token is good for beside its snapshot: the destination verified now, or the epoch that runs. */
function boundTo(scope: TokenScope, { status, verificationId, epoch }: TransferRecord): Partial<TokenClaims> {
  if (scope !== 'activate') return {};
  return status === 'pushed' ? { verification: verificationId as string } : { epoch: epoch as number };
}

function judgeProvision(
  context: Context,
  input: MintInput,
  issues: InputIssues,
): NonNullable<TokenClaims['provision']> | null {
  if ((input.scope === 'provision_runtime') !== (input.provision != null)) {
    issues.add('provision', 'REQUIRED_WITH_SCOPE', 'is given with scope PROVISION_RUNTIME and with no other');
    return null;
  }
  if (input.provision == null) return null;
  const { tier, allocatedUsd, pool, graceSeconds } = input.provision;
  if (findTier(context.settings, tier) === null) {
    issues.add(
      'provision.tier',
      'UNKNOWN_TIER',
      `is one of ${context.settings.tiers.map(({ name }) => name).join(', ')}`,
    );
  }
  issues.pattern(
    'provision.pool',
    pool,
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'is the name of a pool: lower case, digits, dashes',
  );
  const grace = graceSeconds ?? DEFAULT_GRACE_SECONDS;
  issues.range('provision.graceSeconds', grace, 1, 3600, 'seconds');
  const ceiling = issues.usd('provision.allocatedUsd', allocatedUsd);
  return { tier, ceiling: ceiling.toString(), pool, graceMs: grace * 1000 };
}

export interface TopUpInput extends KeyedInput {
  readonly amountUsd: string;
  readonly reason: string;
}

/** More money for a running transfer: a new allocation. */
export async function topUp(context: Context, input: TopUpInput): Promise<MoveResult> {
  await admit(context, 'budgetTopUp', 'budget:topup');
  const issues = new InputIssues();
  const amount = issues.usd('amountUsd', input.amountUsd);
  issues.text('reason', input.reason, 500);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'topUp', 'budget_top_up', {
    operation: 'budgetTopUp',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, amount, reason: input.reason },
    more: { amount: amount.toString(), reason: input.reason },
  });
}

export interface TerminateInput extends KeyedInput {
  readonly reason: string;
}

export async function terminate(context: Context, input: TerminateInput): Promise<MoveResult> {
  await admit(context, 'transferTerminate', 'transfer:terminate');
  const issues = new InputIssues();
  issues.text('reason', input.reason, 500);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'terminate', 'transfer_terminate', {
    operation: 'transferTerminate',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, reason: input.reason },
    more: { reason: input.reason },
  });
}

export interface ForkInput extends KeyedInput {
  readonly ttlSeconds?: number | null | undefined;
}

/** A new session from the same snapshot, with a transfer of its own. */
export async function fork(context: Context, input: ForkInput): Promise<MoveResult> {
  await admit(context, 'transferFork', 'transfer:stage');
  const issues = new InputIssues();
  const ttl = input.ttlSeconds ?? 1800;
  issues.range('ttlSeconds', ttl, 1, 86400, 'seconds');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'fork', 'transfer_fork', {
    operation: 'transferFork',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, ttl },
    more: { newId: newId('transfer'), newSession: newId('session'), ttlMs: ttl * 1000 },
  });
}
