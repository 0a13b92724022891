import type { Context } from '../context.js';
import { type Refusal, refuse } from '../errors.js';
import type { Principal } from '../gen/prisma/client.js';
import { runOnce } from '../idempotency/run-once.js';
import { InputIssues, invalid } from '../input.js';
import { admit } from './admit.js';
import { findPrincipal, principalOf } from './principal-store.js';
import { addSetUpLink, isConfirmed, lockSetUpLink } from './set-up-store.js';
import { newSecret } from './sign-in-secret.js';

export interface SetUpLinkIssueSuccess {
  readonly ok: true;
  readonly replayed: boolean;
  readonly person: Principal;
  readonly expiresAt: Date;
  /** Null on a replay. */
  readonly secret: string | null;
}

export interface SetUpLinkIssueInput {
  readonly personId: string;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Makes the link by which a person sets a password. Whoever has it becomes that person, so that in a session it wants
 * a fresh confirmation, as a decision does.
 */
export async function setUpLinkIssue(
  context: Context,
  { personId, idempotencyKey }: SetUpLinkIssueInput,
): Promise<SetUpLinkIssueSuccess | Refusal> {
  await admit(context, 'setUpLinkIssue', 'principal:manage');
  const issues = new InputIssues();
  issues.key(idempotencyKey);
  issues.text('personId', personId);
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const { organisationId, signInId } = context.viewer;
  const call = { operation: 'setUpLinkIssue', key: idempotencyKey, payload: { personId }, subject: personId };
  const result = await runOnce(context, call, async (db) => {
    const person = await findPrincipal(db, organisationId, personId);
    if (person === null) return refuse('NOT_FOUND', 'There is no such principal.');
    if (person.kind !== 'person') return invalid('personId', 'KIND', 'is a person: others hold keys');
    if (person.disabled_at !== null)
      return invalid('personId', 'DISABLED', 'is somebody who is not disabled');
    await lockSetUpLink(db, organisationId, personId);
    if (signInId !== null && !(await isConfirmed(db, organisationId, signInId))) {
      return refuse('NOT_READY', 'Confirm with your password first.', { missing: ['fresh_confirmation'] });
    }
    const { secret, hash } = newSecret('setup');
    const expiresAt = await addSetUpLink(db, organisationId, personId, hash);
    return { ok: true, subject: personId, answer: { person, expiresAt }, secret };
  });
  if (!result.ok) return result;
  const { person, expiresAt } = result.answer;
  const { replayed, secret } = result;
  return { ok: true, replayed, person: principalOf(person), expiresAt: new Date(expiresAt), secret };
}
