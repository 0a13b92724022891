import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ApiClient } from './api-client.js';
import { ClaimableTransfersDocument, ClaimTransferDocument } from './gen/graphql.js';
import type { RuntimeLog } from './options.js';
import { type ClaimRecord, storeClaim, transferPaths } from './state-dir.js';

export interface Claimable {
  readonly id: string;
  readonly tier: string;
}

export type Offered =
  | { readonly kind: 'offered'; readonly transfers: readonly Claimable[] }
  | { readonly kind: 'key_refused' | 'api_unreachable'; readonly message: string };

/** What of the pool nobody has claimed, or whose claim has lapsed. */
export async function claimable(api: ApiClient, tiers: readonly string[] | undefined): Promise<Offered> {
  const variables = { first: 100, tiers: tiers === undefined ? null : [...tiers] };
  const outcome = await api.query(ClaimableTransfersDocument, variables);
  if (outcome.kind === 'data') return { kind: 'offered', transfers: outcome.data.claimableTransfers };
  const refused = outcome.kind === 'fault' && !outcome.retryable;
  return { kind: refused ? 'key_refused' : 'api_unreachable', message: outcome.message };
}

/** Claims a transfer. Null when it did not become ours; nothing is lost by that, a claim lapses when nobody acts on it. */
export async function claimTransfer(
  api: ApiClient,
  stateDir: string,
  { id, tier }: Claimable,
  log: RuntimeLog,
): Promise<ClaimRecord | null> {
  const paths = transferPaths(stateDir, id);
  const outcome = await api.mutate(ClaimTransferDocument, { input: { id, idempotencyKey: randomUUID() } });
  if (outcome.kind !== 'done') {
    const why = outcome.kind === 'refused' ? outcome.refusal.code : outcome.message;
    log({ event: 'claim_refused', transferId: id, why });
    return null;
  }
  const { credential } = outcome.value;
  if (credential === null) return null;
  // What an earlier claim left here was of another credential.
  await rm(paths.root, { recursive: true, force: true });
  const record = { transferId: id, credential, tier, verifyKey: randomUUID(), teardownKey: randomUUID() };
  await storeClaim(paths, record);
  log({ event: 'claimed', transferId: id, tier });
  return record;
}
