import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { VerifyDestinationDocument, WatchTransferDocument, type WatchTransferQuery } from './gen/graphql.js';
import { pause } from './pause.js';
import { readPrivate, writePrivate } from './private-file.js';
import { type RestoredFacts, RestoreError, restoreSession } from './restore.js';
import { type Run, throwIfStopping } from './run.js';
import type { LeaseRecord } from './state-dir.js';

type Watched = NonNullable<WatchTransferQuery['transfer']>;

/** How the time before the activation came to its end. */
export type Prepared =
  | { readonly kind: 'live'; readonly lease: LeaseRecord & { epoch: number }; readonly limits: unknown }
  /** Terminated or expired, while the claim was ours. */
  | { readonly kind: 'over' }
  /** Not ours any more, or never to be. */
  | { readonly kind: 'lost'; readonly why: string };

const RESTORE_ATTEMPTS = 3;
const PUSHED = ['PUSHED', 'ACTIVE', 'INSOLVENT'];
const LIVE = ['ACTIVE', 'INSOLVENT'];

/** From the claim to the epoch: waits for the push, restores, verifies, waits for the activation. */
export async function prepare(run: Run): Promise<Prepared> {
  const pushed = await watchUntil(run, ({ status }) => PUSHED.includes(status));
  if ('kind' in pushed) return pushed;
  const facts = await restore(run, pushed);
  if ('kind' in facts) return facts;
  const lease = await chosenLease(run);
  const refused = await verify(run, facts, lease);
  if (refused !== null) return refused;
  const live = await watchUntil(
    run,
    ({ status, runtime }) => LIVE.includes(status) && !runtime.awaitingReplacement,
  );
  if ('kind' in live) return live;
  if (live.epoch === null) return { kind: 'lost', why: 'it is live without an epoch' };
  const held = { secret: lease.secret, epoch: live.epoch };
  await writePrivate(run.paths.lease, held);
  run.log('activated', { epoch: live.epoch });
  return { kind: 'live', lease: held, limits: live.limits };
}

/** Polls, which also keeps the claim standing. */
async function watchUntil(run: Run, holds: (transfer: Watched) => boolean): Promise<Watched | Prepared> {
  for (;;) {
    throwIfStopping(run);
    if (run.isAbandoned()) return { kind: 'lost', why: 'the claim has lapsed' };
    const outcome = await run.api.query(WatchTransferDocument, { id: run.id });
    if (outcome.kind === 'data') {
      const { transfer } = outcome.data;
      if (transfer === null) return { kind: 'lost', why: 'NOT_FOUND' };
      if (['TERMINATED', 'EXPIRED'].includes(transfer.status)) return { kind: 'over' };
      if (holds(transfer)) return transfer;
    } else if (outcome.kind === 'fault' && outcome.code === 'UNAUTHENTICATED') {
      return { kind: 'lost', why: outcome.code };
    }
    await pause(run.timing.pollMs, run.stopping);
  }
}

async function restore(run: Run, transfer: Watched): Promise<RestoredFacts | Prepared> {
  const { snapshot, session, source } = transfer;
  if (snapshot === null || source === null) return { kind: 'lost', why: 'its snapshot is not shown' };
  const staged = { transferId: run.id, label: session.label, source, parts: snapshot.parts };
  for (let attempt = 1; ; attempt++) {
    throwIfStopping(run);
    try {
      const facts = await restoreSession(run.api, staged, run.paths.session);
      run.log('restored', { parts: snapshot.parts.length, checksum: facts.checksum, entries: facts.entries });
      return facts;
    } catch (error) {
      if (!(error instanceof RestoreError)) throw error;
      throwIfStopping(run);
      run.log('restore_failed', { attempt, message: error.message });
      if (!error.retryable || attempt >= RESTORE_ATTEMPTS) return { kind: 'lost', why: error.message };
    }
    await pause(run.timing.pollMs, run.stopping);
  }
}

/** On disk before anybody hears of it: a daemon that dies in between still holds what it verified with. */
async function chosenLease({ paths }: Run): Promise<LeaseRecord> {
  const known = await readPrivate<LeaseRecord>(paths.lease);
  if (known !== null) return known;
  const chosen = { secret: randomBytes(32).toString('base64url'), epoch: null };
  await mkdir(paths.root, { recursive: true, mode: 0o700 });
  await writePrivate(paths.lease, chosen);
  return chosen;
}

/** Null when verified. One key for all tries: a second verification would void the tokens minted for the first. */
async function verify(run: Run, facts: RestoredFacts, lease: LeaseRecord): Promise<Prepared | null> {
  const input = {
    id: run.id,
    checksum: facts.checksum,
    entries: facts.entries,
    lastEntrySha256: facts.lastEntrySha256,
    leaseSecretSha256: createHash('sha256').update(lease.secret).digest('hex'),
    idempotencyKey: run.claim.verifyKey,
  };
  for (;;) {
    throwIfStopping(run);
    const outcome = await run.api.mutate(VerifyDestinationDocument, { input });
    if (outcome.kind === 'done') {
      run.log('verified', { checksum: facts.checksum });
      return null;
    }
    if (outcome.kind === 'refused' && !outcome.refusal.retryable) {
      const { code, message } = outcome.refusal;
      if (code === 'TRANSFER_TERMINAL') return { kind: 'over' };
      run.log('verification_refused', { code, message });
      return { kind: 'lost', why: code };
    }
    if (outcome.kind === 'fault' && !outcome.retryable) return { kind: 'lost', why: outcome.code };
    await pause(run.timing.pollMs, run.stopping);
  }
}
