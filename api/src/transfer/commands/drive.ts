import { createHash } from 'node:crypto';
import { decodeJwt, errors } from 'jose';
import type { Context } from '../../context.js';
import { type InputIssue, InputIssues, type KeyedInput } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { findTier, type TierLimits } from '../../settings.js';
import { type MoveResult, makeMove } from '../move.js';
import { checkStored } from '../snapshot/integrity.js';
import { readToken, type TokenClaims } from '../token.js';

/**
 * What a token travels as in a payload that is compared: its id, never itself. Unverified, so that a repeat is still
 * the same call after the secret that signed the token was rotated away; nothing is allowed by it.
 */
function tokenWord(token: string): string {
  const id = unverifiedId(token);
  return typeof id === 'string' ? id : createHash('sha256').update(token).digest('hex');
}

function unverifiedId(token: string): unknown {
  try {
    return decodeJwt(token).jti;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The row-dependent part of a token, for the move to judge. */
function tokenArgument(claims: TokenClaims): Record<string, unknown> {
  const { provision: _judgedBefore, ...token } = claims;
  return token;
}

export interface ProvisionInput extends KeyedInput {
  readonly transferToken: string;
  /** Defaults to the token's. */
  readonly tier?: string | null | undefined;
  /** Decimal USD; defaults to the token's ceiling. */
  readonly allocatedUsd?: string | null | undefined;
  /** Less than the tier's ceilings. */
  readonly limits?: { readonly [Field in keyof TierLimits]?: number | null | undefined } | null | undefined;
}

/** Sizes and budgets the destination: within what the token allows, within what the tier allows. */
export async function provision(context: Context, input: ProvisionInput): Promise<MoveResult> {
  await admit(context, 'transferProvision', 'transfer:move');
  const claims = await readToken(context.tokenKeys, input.transferToken);
  const offer = claims?.scope === 'provision_runtime' ? claims.provision : undefined;
  const issues = new InputIssues();
  const asked = input.tier ?? offer?.tier;
  const tier = asked === undefined ? null : findTier(context.settings, asked);
  if (asked !== undefined && tier === null) {
    issues.add(
      'tier',
      'UNKNOWN_TIER',
      `is one of ${context.settings.tiers.map(({ name }) => name).join(', ')}`,
    );
  }
  const allocated =
    input.allocatedUsd == null ? BigInt(offer?.ceiling ?? 0) : issues.usd('allocatedUsd', input.allocatedUsd);
  const limits = Object.fromEntries(Object.entries(input.limits ?? {}).filter(([, value]) => value != null));
  for (const [field, value] of Object.entries(limits))
    issues.range(`limits.${field}`, value as number, 1, 1 << 30, 'units');
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const allowed =
    claims !== null &&
    offer !== undefined &&
    tier !== null &&
    tier.rank <= (findTier(context.settings, offer.tier)?.rank ?? -1) &&
    allocated <= BigInt(offer.ceiling);
  const { id, idempotencyKey, transferToken, ...rest } = input;
  return makeMove(context, 'provision', 'transfer_provision', {
    operation: 'transferProvision',
    id,
    key: idempotencyKey,
    payload: { id, token: tokenWord(transferToken), ...rest },
    more: {
      token: allowed ? tokenArgument(claims) : undefined,
      tier: tier?.tier.name,
      limits: Object.keys(limits).length > 0 ? limits : undefined,
      tierLimit: tier === null ? undefined : overTier(limits as Partial<TierLimits>, tier.tier),
      allocated: allocated.toString(),
      pool: offer?.pool,
      graceMs: offer?.graceMs,
    },
  });
}

/** Limits above their tier's ceiling; undefined when none is. */
function overTier(limits: Partial<TierLimits>, tier: TierLimits): InputIssue[] | undefined {
  const over = (Object.keys(limits) as (keyof TierLimits)[])
    .filter((field) => (limits[field] ?? 0) > tier[field])
    .map((field) => ({
      path: `limits.${field}`,
      code: 'TIER_LIMIT',
      message: `is at most ${tier[field]} in this tier`,
    }));
  return over.length > 0 ? over : undefined;
}

export interface PushInput extends KeyedInput {
  /** What the caller believes it staged; compared when given. */
  readonly checksum?: string | null | undefined;
}

/** Makes the snapshot readable by the destination, after every stored byte was read back and hashed. */
export async function push(context: Context, input: PushInput): Promise<MoveResult> {
  await admit(context, 'transferPush', 'transfer:move');
  const issues = new InputIssues();
  if (input.checksum != null) issues.text('checksum', input.checksum);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const stored = await checkStored(context, input.id, input.checksum ?? null);
  return makeMove(context, 'push', 'transfer_push', {
    operation: 'transferPush',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, checksum: input.checksum ?? null },
    more: { snapshot: stored.snapshotId, mismatch: stored.mismatch, secrets: stored.secrets },
  });
}

export interface ActivateInput extends KeyedInput {
  readonly transferToken: string;
  /** What the source wrote after its snapshot, counted by its bridge. */
  readonly entriesSinceSnapshot?: number | null | undefined;
}

/** The irreversible step: the destination becomes the session's one live owner. */
export async function activate(context: Context, input: ActivateInput): Promise<MoveResult> {
  await admit(context, 'transferActivate', 'transfer:move');
  const claims = await readToken(context.tokenKeys, input.transferToken);
  const issues = new InputIssues();
  if (input.entriesSinceSnapshot != null) {
    issues.range('entriesSinceSnapshot', input.entriesSinceSnapshot, 0, 2 ** 31 - 1, 'entries');
  }
  const refusal = issues.refusal();
  if (refusal) return refusal;
  return makeMove(context, 'activate', 'transfer_activate', {
    operation: 'transferActivate',
    id: input.id,
    key: input.idempotencyKey,
    payload: {
      id: input.id,
      token: tokenWord(input.transferToken),
      entries: input.entriesSinceSnapshot ?? null,
    },
    more: {
      lock: 'session',
      token: claims?.scope === 'activate' && claims.epoch === undefined ? tokenArgument(claims) : undefined,
      entriesSince: input.entriesSinceSnapshot ?? undefined,
    },
  });
}

export interface ReplaceRuntimeInput extends KeyedInput {
  readonly transferToken: string;
  /** What the driver says of the lost runtime. */
  readonly driverReport: { readonly state: 'GONE' | 'STOPPED'; readonly observedAt: Date };
}

/** Gives a running transfer whose runtime was lost to the next one, under a new epoch. */
export async function replaceRuntime(context: Context, input: ReplaceRuntimeInput): Promise<MoveResult> {
  await admit(context, 'transferReplaceRuntime', 'runtime:manage');
  const claims = await readToken(context.tokenKeys, input.transferToken);
  const driverReport = {
    state: input.driverReport.state,
    observedAt: input.driverReport.observedAt.toISOString(),
  };
  return makeMove(context, 'replaceRuntime', 'transfer_replace_runtime', {
    operation: 'transferReplaceRuntime',
    id: input.id,
    key: input.idempotencyKey,
    payload: { id: input.id, token: tokenWord(input.transferToken), driverReport },
    more: {
      lock: 'session',
      token: claims?.scope === 'activate' && claims.epoch !== undefined ? tokenArgument(claims) : undefined,
      driverReport,
    },
  });
}
