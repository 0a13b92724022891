import pg from 'pg';
import type { Context } from '../context.js';
import { inTransaction } from '../db/transaction.js';
import { type Refusal, refuse, SENTENCES } from '../errors.js';
import { isAnyId } from '../ids.js';
import { insertAudit } from '../principal/store.js';
import { payloadDigest } from './digest.js';

/** A call that its key makes once. */
export interface OnceCall {
  /** The mutation's name; scope of the key, word of the audit log. */
  readonly operation: string;
  /** 1 to 128 characters; without one each call is new. */
  readonly key?: string | null | undefined;
  /** What is compared when the key comes again: the input without the key. */
  readonly payload: unknown;
  /** What the call is about, for the audit line of a refusal. */
  readonly subject?: string | undefined;
}

/** What an effect did. */
export interface Done<Answer> {
  readonly ok: true;
  /** Id of what was made or changed, for the audit log. */
  readonly subject: string;
  /** JSON; kept under the key, so that no secret stands in it. */
  readonly answer: Answer;
  /** Shown to this call alone. */
  readonly secret?: string;
  /** It was so before: nothing was changed, and no audit line is written. */
  readonly unchanged?: boolean;
}

export interface OnceSuccess<Answer> {
  readonly ok: true;
  readonly replayed: boolean;
  readonly answer: Answer;
  /** Null when there is none, and on every replay. */
  readonly secret: string | null;
}

/** What stands under a key: a success, or a final refusal. */
type Kept<Answer> = { ok: true; replayed: boolean; answer: Answer } | Refusal;

/**
 * Runs `effect` once per organisation, actor, operation and key, within 24 hours: key, effect and audit line are one
 * transaction. A repeat answers what the first did, or DUPLICATE_IDEMPOTENCY_KEY when its payload differs; one that
 * finds the first still running waits at most 2 s, then answers IDEMPOTENCY_IN_PROGRESS. An effect that refuses must
 * have written nothing. For administration: the moves do the same in one round trip.
 */
export async function runOnce<Answer extends object>(
  context: Context,
  call: OnceCall,
  effect: (db: pg.PoolClient) => Promise<Done<Answer> | Refusal>,
): Promise<OnceSuccess<Answer> | Refusal> {
  const argument = argumentOf(context, call);
  try {
    return await inTransaction(context.pool, async (db) => {
      const kept = await claim<Answer>(db, argument);
      if (kept !== null) return replayOf(kept);
      const done = await effect(db);
      return done.ok ? succeed(db, context, argument, done) : await turnDown(db, argument, done);
    });
  } catch (error) {
    // Only the statement that claims a key has a lock timeout.
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
    return refuse('IDEMPOTENCY_IN_PROGRESS', SENTENCES.IDEMPOTENCY_IN_PROGRESS);
  }
}

/** The argument that the functions of the migrations take; see idempotency_claim. */
interface Argument {
  readonly operation: string;
  readonly key?: string | undefined;
  readonly [field: string]: unknown;
}

function argumentOf(
  { viewer, requestId }: Context,
  { operation, key, payload, subject }: OnceCall,
): Argument {
  return {
    organisation: viewer.organisationId,
    viewer: { id: viewer.id },
    operation,
    // The audit log keeps it: what is no id may be a key that somebody pasted, to have it revoked for instance.
    id: subject !== undefined && isAnyId(subject) ? subject : undefined,
    key: key ?? undefined,
    digest: key == null ? undefined : payloadDigest(payload),
    request: requestId,
  };
}

async function claim<Answer>(db: pg.PoolClient, argument: Argument): Promise<Kept<Answer> | null> {
  const { rows } = await db.query<{ kept: Kept<Answer> | null }>(
    'SELECT idempotency_claim($1::jsonb) AS kept',
    [JSON.stringify(argument)],
  );
  return rows[0]?.kept ?? null;
}

function replayOf<Answer>(kept: Kept<Answer>): OnceSuccess<Answer> | Refusal {
  if (kept.ok) return { ...kept, secret: null };
  // The claim itself refuses another payload, by code alone.
  return kept.code === 'DUPLICATE_IDEMPOTENCY_KEY'
    ? refuse(kept.code, SENTENCES.DUPLICATE_IDEMPOTENCY_KEY)
    : kept;
}

async function succeed<Answer>(
  db: pg.PoolClient,
  context: Context,
  argument: Argument,
  { subject, answer, secret, unchanged = false }: Done<Answer>,
): Promise<OnceSuccess<Answer>> {
  const kept: Kept<Answer> = { ok: true, replayed: unchanged, answer };
  if (argument.key !== undefined) {
    await db.query('SELECT idempotency_store($1::jsonb, $2::jsonb)', [
      JSON.stringify(argument),
      JSON.stringify(kept),
    ]);
  }
  if (!unchanged) await insertAudit(db, context, { action: argument.operation, subject, outcome: 'done' });
  return { ...kept, secret: secret ?? null };
}

/** As move_refuse: one audit line, and kept under its key unless a later try may succeed or nothing was visible. */
async function turnDown(db: pg.PoolClient, argument: Argument, refusal: Refusal): Promise<Refusal> {
  const { ok: _, code, retryable, replayed: __, ...more } = refusal;
  const absent = code === 'NOT_FOUND';
  if (absent) await db.query('SELECT idempotency_forget($1::jsonb)', [JSON.stringify(argument)]);
  const refused = { ...argument, key: absent ? undefined : argument.key };
  await db.query('SELECT move_refuse($1::jsonb, $2, $3, $4::jsonb)', [
    JSON.stringify(refused),
    code,
    retryable,
    JSON.stringify(more),
  ]);
  return refusal;
}
