import type { Context } from '../../context.js';
import type { Refusal } from '../../errors.js';
import { InputIssues, type KeyedInput, SHA256 } from '../../input.js';
import { admit } from '../../principal/admit.js';
import { type MoveResult, makeMove } from '../move.js';
import { type ProposalVersion, type ProposedActionInput, proposalVersion } from '../proposal.js';
import type { SecretPolicy } from '../secrets.js';
import { takeText } from './text-input.js';

const isDigest = (issues: InputIssues, path: string, value: string): void =>
  issues.pattern(path, value, SHA256, 'is a sha256 in lower-case hex');

interface TakenVersion {
  readonly ok: true;
  readonly version: ProposalVersion;
  readonly content: unknown;
  readonly secretsAllowed: number;
}

/** A new version of a thread's proposal, judged and scanned like any text. */
async function takeVersion(
  context: Context,
  { id, base, proposedAction, secrets }: RevisionOf,
  issues: InputIssues,
): Promise<TakenVersion | Refusal> {
  const taken = await takeText(
    context,
    'proposedAction.description',
    proposedAction.description,
    { proposedAction, secrets },
    issues,
  );
  if (!taken.ok) return taken;
  return {
    ok: true,
    version: proposalVersion(id, base, taken.proposal as ProposedActionInput),
    content: { proposedAction, secrets: secrets ?? 'refuse' },
    secretsAllowed: taken.more.secretsAllowed,
  };
}

interface RevisionOf {
  readonly id: string;
  readonly base: string;
  readonly proposedAction: ProposedActionInput;
  readonly secrets?: SecretPolicy | null | undefined;
}

export interface ReviseInput extends KeyedInput, RevisionOf {}

/** Puts a newer version in the place of the newest; an approval of that falls. */
export async function revise(context: Context, input: ReviseInput): Promise<MoveResult> {
  await admit(context, 'proposalRevise', 'handoff:use');
  const issues = new InputIssues();
  isDigest(issues, 'base', input.base);
  const taken = await takeVersion(context, input, issues);
  if (!taken.ok) return taken;
  const { id, base } = input;
  return makeMove(context, 'revise', 'proposal_revise', {
    operation: 'proposalRevise',
    id,
    key: input.idempotencyKey,
    payload: { id, base, content: taken.content },
    more: { base, proposal: taken.version, secretsAllowed: taken.secretsAllowed },
  });
}

/** What a person says of a proposal. */
export const DECISIONS = ['approved', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];

export interface DecideInput extends KeyedInput {
  /** Digest of the version that was read. */
  readonly digest: string;
  readonly decision: Decision;
  readonly reason?: string | null | undefined;
  /** With an approval: the person's own version, approved in its place. */
  readonly edits?: ProposedActionInput | null | undefined;
  readonly secrets?: SecretPolicy | null | undefined;
}

/** Decides about the exact version a person read; the database judges who, and how fresh the confirmation is. */
export async function decide(context: Context, input: DecideInput): Promise<MoveResult> {
  await admit(context, 'proposalDecide', 'proposal:decide');
  const { id, digest, decision, edits, secrets } = input;
  const reason = input.reason ?? undefined;
  const issues = new InputIssues();
  isDigest(issues, 'digest', digest);
  if (reason !== undefined) issues.text('reason', reason, 2000);
  if (decision === 'rejected' && reason === undefined) {
    issues.add('reason', 'REQUIRED_WITH_REJECTION', 'is given with REJECTED');
  }
  if (decision === 'rejected' && edits != null) {
    issues.add('edits', 'APPROVAL_ONLY', 'are given with APPROVED alone');
  }
  const refusal = issues.refusal();
  if (refusal) return refusal;
  const taken =
    edits == null
      ? null
      : await takeVersion(context, { id, base: digest, proposedAction: edits, secrets }, issues);
  if (taken !== null && !taken.ok) return taken;
  return makeMove(context, 'decide', 'proposal_decide', {
    operation: 'proposalDecide',
    id,
    key: input.idempotencyKey,
    payload: { id, digest, decision, reason, edits: taken?.content },
    more: { digest, decision, reason, proposal: taken?.version, secretsAllowed: taken?.secretsAllowed },
  });
}
