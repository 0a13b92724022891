import { HANDOFF_STATUSES, type HandoffStatus, type ProposalState } from '../lifecycle/rules.js';
import { enumOf } from '../schema/enum.js';
import type { Outcome } from './commands/drive.js';
import type { Decision } from './commands/propose.js';
import type { Intent } from './commands/send.js';
import type { SecretPolicy } from './secrets.js';

const STATUS_WORDS: Record<HandoffStatus, string> = {
  pending: 'Sent; the recipient has not taken it.',
  accepted: 'Taken by a session of the recipient’s side.',
  completed: 'Ended by the recipient’s side, with an outcome.',
  cancelled: 'Withdrawn by the sender’s side before it was accepted.',
};

export const HandoffStatusEnum = enumOf(
  'HandoffStatus',
  'Where a thread stands. More may be added.',
  Object.fromEntries(HANDOFF_STATUSES.map((status) => [status, STATUS_WORDS[status]])) as Record<
    HandoffStatus,
    string
  >,
);

export const IntentEnum = enumOf<Intent>('HandoffIntent', 'What the sender expects. More may be added.', {
  inform: 'Nothing: a result is shared.',
  ask_question: 'An answer.',
  propose_action: 'A change, which a person of the other side approves before it counts as done.',
});

export const OutcomeEnum = enumOf<Outcome>('HandoffOutcome', 'How the work ended.', {
  done: 'All of it is done; of what was proposed, the approved version.',
  partial: 'Some of it is done; the summary says what.',
  declined: 'It will not be done.',
  failed: 'It was tried and did not work.',
});

export const DecisionEnum = enumOf<Decision>('ProposalDecision', 'What a person says of a proposal.', {
  approved: 'It may be done, exactly as it stands.',
  rejected: 'It may not be done; the reason says why.',
});

export const ProposalStateEnum = enumOf<ProposalState | 'superseded'>(
  'ProposalState',
  'Where a version of a proposal stands. More may be added.',
  {
    open: 'Nobody has decided. That is no answer, however long it lasts.',
    approved: 'A person approved it.',
    rejected: 'A person rejected it.',
    superseded: 'A newer version stands in its place.',
  },
);

export const SideEnum = enumOf<'sender' | 'recipient'>('HandoffSide', 'A side of a thread.', {
  sender: 'Who sent it, with all agents of that person.',
  recipient: 'Whom it was sent to, with all agents of that person.',
});

export const SecretPolicyEnum = enumOf<SecretPolicy>(
  'SecretPolicy',
  'What to do about what looks like a secret in the texts of a call.',
  {
    refuse: 'Refuse the call with SECRET_DETECTED.',
    redact: 'Replace it where it stands. Lines stay as many, so that hunks still apply.',
    allow: 'Let it pass. For a person alone; a line of the audit log.',
  },
);
