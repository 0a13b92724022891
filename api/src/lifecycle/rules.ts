/**
 * THE table: every legal move of both lifecycles, one row each. Commands, SQL functions, `availableActions`,
 * the diagrams in the README and the tools' annotations all read it; nothing else decides what is legal.
 * A move is added by adding a row. An `if` about states anywhere else means that a column is missing here.
 */

export const TRANSFER_STATUSES = [
  'staged',
  'provisioned',
  'pushed',
  'active',
  'insolvent',
  'terminated',
  'expired',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** A status, or a running one whose runtime was replaced and which waits for the next to verify. */
export type TransferState = TransferStatus | 'active:replaced' | 'insolvent:replaced';

export const HANDOFF_STATUSES = ['pending', 'accepted', 'completed', 'cancelled'] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

/** Who may make a move: the relation of the caller to the row, judged after visibility and scope. */
export type TransferActor =
  /** The agent that staged this transfer. */
  | 'stager'
  | 'orchestrator'
  /** A person whose role holds the move's scope. */
  | 'person'
  /** A pool daemon of the transfer's pool. */
  | 'daemon'
  /** The bearer of the standing claim; in pool `manual` the orchestrator. */
  | 'claimant'
  /** The bearer, past or present, of this transfer's claim who names an epoch and its lease secret. */
  | 'leaseHolder'
  /** Whoever may read the content of what is forked. */
  | 'reader'
  | 'system';

export type HandoffActor = 'sender' | 'recipient' | 'participant' | 'recipientPerson';

/** A fact beside the state that must hold for the move to be offered; the store judges it under the lock. */
export type TransferFact =
  | 'secretsPending'
  | 'noSecretsPending'
  | 'unclaimed'
  | 'claimed'
  | 'verified'
  | 'leaseLapsed'
  | 'notTornDown';

export interface Move<State, Actor, Fact = never> {
  readonly action: string;
  readonly from: readonly State[];
  /** States the move may lead to; `same` leaves the state as it was. */
  readonly to: readonly (State | 'same')[];
  readonly who: readonly Actor[];
  /** The scope a credential must hold; null for the system, which has no credential. */
  readonly scope: string | null;
  readonly events: readonly string[];
  readonly needsToken?: 'provision_runtime' | 'activate';
  readonly when?: readonly Fact[];
  /** Refused as `FENCED` once another transfer of the session has been activated. */
  readonly fenceable?: true;
  readonly irreversible?: true;
  /** What was spent is counted even when the state is final or the epoch stale. */
  readonly countsLate?: true;
}

export type TransferMove = Move<TransferState, TransferActor, TransferFact>;

const RUNNING = ['active', 'insolvent'] as const;
const REPLACED = ['active:replaced', 'insolvent:replaced'] as const;
const OPEN = ['staged', 'provisioned', 'pushed'] as const;

export const TRANSFER_MOVES = {
  stage: {
    action: 'stage',
    from: [],
    to: ['staged'],
    who: ['stager', 'leaseHolder', 'orchestrator', 'person'],
    scope: 'transfer:stage',
    events: ['snapshot_created', 'secrets_found'],
  },
  acceptSecrets: {
    action: 'acceptSecrets',
    from: ['staged', 'provisioned'],
    to: ['same'],
    who: ['person', 'orchestrator'],
    scope: 'secret:accept',
    events: ['secrets_accepted'],
    when: ['secretsPending'],
    fenceable: true,
  },
  provision: {
    action: 'provision',
    from: ['staged'],
    to: ['provisioned'],
    who: ['stager', 'orchestrator'],
    scope: 'transfer:move',
    events: ['runtime_provisioned'],
    needsToken: 'provision_runtime',
    fenceable: true,
  },
  claim: {
    action: 'claim',
    from: ['provisioned', 'pushed', ...REPLACED],
    to: ['same'],
    who: ['daemon'],
    scope: 'runtime:claim',
    events: ['runtime_claimed'],
    when: ['unclaimed'],
    fenceable: true,
  },
  push: {
    action: 'push',
    from: ['provisioned'],
    to: ['pushed'],
    who: ['stager', 'orchestrator'],
    scope: 'transfer:move',
    events: ['state_pushed'],
    when: ['noSecretsPending'],
    fenceable: true,
  },
  verifyDestination: {
    action: 'verifyDestination',
    from: ['pushed', ...REPLACED],
    to: ['same'],
    who: ['claimant'],
    scope: 'usage:report',
    events: ['destination_verified'],
    fenceable: true,
  },
  activate: {
    action: 'activate',
    from: ['pushed'],
    to: ['active'],
    who: ['stager', 'orchestrator'],
    scope: 'transfer:move',
    events: ['activated'],
    needsToken: 'activate',
    when: ['verified', 'claimed'],
    fenceable: true,
    irreversible: true,
  },
  renewLease: {
    action: 'renewLease',
    from: RUNNING,
    to: ['same'],
    who: ['leaseHolder'],
    scope: 'usage:report',
    events: ['heartbeat'],
  },
  lapseLease: {
    action: 'lapseLease',
    from: RUNNING,
    to: ['same'],
    who: ['system'],
    scope: null,
    events: ['lease_lapsed'],
  },
  hold: {
    action: 'hold',
    from: ['active'],
    to: ['same'],
    who: ['leaseHolder'],
    scope: 'usage:report',
    events: ['budget_exhausted'],
  },
  settle: {
    action: 'settle',
    from: RUNNING,
    to: ['same', 'insolvent', 'active'],
    who: ['leaseHolder'],
    scope: 'usage:report',
    events: ['budget_warning', 'insolvent', 'reinstated', 'usage_late'],
    countsLate: true,
  },
  reportUsage: {
    action: 'reportUsage',
    from: RUNNING,
    to: ['same', 'insolvent'],
    who: ['leaseHolder'],
    scope: 'usage:report',
    events: ['usage_reported', 'budget_warning', 'insolvent', 'usage_late'],
    countsLate: true,
  },
  topUp: {
    action: 'topUp',
    from: RUNNING,
    to: ['same', 'active'],
    who: ['orchestrator', 'person'],
    scope: 'budget:topup',
    events: ['budget_topped_up', 'reinstated'],
  },
  replaceRuntime: {
    action: 'replaceRuntime',
    from: RUNNING,
    to: ['same'],
    who: ['orchestrator'],
    scope: 'runtime:manage',
    events: ['runtime_replaced'],
    needsToken: 'activate',
    when: ['leaseLapsed'],
  },
  terminate: {
    action: 'terminate',
    from: [...OPEN, ...RUNNING],
    to: ['terminated'],
    who: ['orchestrator', 'person'],
    scope: 'transfer:terminate',
    events: ['terminated'],
    irreversible: true,
  },
  supersede: {
    action: 'supersede',
    from: RUNNING,
    to: ['terminated'],
    who: ['system'],
    scope: null,
    events: ['terminated'],
  },
  warnGrace: {
    action: 'warnGrace',
    from: RUNNING,
    to: ['same'],
    who: ['system'],
    scope: null,
    events: ['grace_ending'],
  },
  endGrace: {
    action: 'endGrace',
    from: RUNNING,
    to: ['terminated'],
    who: ['system'],
    scope: null,
    events: ['terminated'],
  },
  expire: {
    action: 'expire',
    from: OPEN,
    to: ['expired'],
    who: ['system'],
    scope: null,
    events: ['expired'],
  },
  reportTeardown: {
    action: 'reportTeardown',
    from: ['terminated', 'expired'],
    to: ['same'],
    who: ['claimant'],
    scope: 'usage:report',
    events: ['runtime_torn_down'],
    when: ['notTornDown'],
  },
  fork: {
    action: 'fork',
    from: [...OPEN, ...RUNNING, 'terminated', 'expired'],
    to: ['same'],
    who: ['reader'],
    scope: 'transfer:stage',
    events: ['session_forked'],
  },
} as const satisfies Record<string, TransferMove>;

export type TransferAction = keyof typeof TRANSFER_MOVES;

/**
 * Minting is no move: it changes no state. It stands here because it is legal only where its token could be
 * redeemed; `activate` tokens of a running transfer serve replaceRuntime.
 */
export const TOKEN_SCOPES = {
  provision_runtime: { from: ['staged'] },
  // Before the verification there is nothing to bind it to yet: NOT_READY, not the wrong state.
  activate: { from: [...OPEN, ...RUNNING] },
} as const satisfies Record<string, { from: readonly TransferState[] }>;
export type TokenScope = keyof typeof TOKEN_SCOPES;

export type ProposalState = 'open' | 'approved' | 'rejected';

export interface HandoffMove extends Move<HandoffStatus, HandoffActor> {
  /** States of the thread's proposal in which the move is offered; the store judges them under the lock. */
  readonly proposal?: readonly ProposalState[];
}

export const HANDOFF_MOVES = {
  send: {
    action: 'send',
    from: [],
    to: ['pending'],
    who: ['sender'],
    scope: 'handoff:use',
    events: ['handoff_sent'],
  },
  accept: {
    action: 'accept',
    from: ['pending'],
    to: ['accepted'],
    who: ['recipient'],
    scope: 'handoff:use',
    events: ['handoff_accepted'],
  },
  cancel: {
    action: 'cancel',
    from: ['pending'],
    to: ['cancelled'],
    who: ['sender'],
    scope: 'handoff:use',
    events: ['handoff_cancelled'],
    irreversible: true,
  },
  sendMessage: {
    action: 'sendMessage',
    from: ['pending', 'accepted'],
    to: ['same'],
    who: ['participant'],
    scope: 'handoff:use',
    events: ['message_sent'],
  },
  complete: {
    action: 'complete',
    from: ['accepted'],
    to: ['completed'],
    who: ['recipient'],
    scope: 'handoff:use',
    events: ['handoff_completed'],
    irreversible: true,
  },
  revise: {
    action: 'revise',
    from: ['pending', 'accepted'],
    to: ['same'],
    who: ['participant'],
    scope: 'handoff:use',
    events: ['proposal_revised'],
    proposal: ['open', 'approved', 'rejected'],
  },
  decide: {
    action: 'decide',
    from: ['pending', 'accepted'],
    to: ['same'],
    who: ['recipientPerson'],
    scope: 'proposal:decide',
    events: ['proposal_revised', 'proposal_approved', 'proposal_rejected'],
    proposal: ['open'],
  },
} as const satisfies Record<string, HandoffMove>;

export type HandoffAction = keyof typeof HANDOFF_MOVES;
