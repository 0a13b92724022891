/** Pure judgements over the table: which moves are open from a state, and which of them to this viewer. */
import {
  HANDOFF_MOVES,
  type HandoffAction,
  type HandoffActor,
  type HandoffMove,
  type HandoffStatus,
  type ProposalState,
  TRANSFER_MOVES,
  type TransferAction,
  type TransferActor,
  type TransferFact,
  type TransferMove,
  type TransferState,
  type TransferStatus,
} from './rules.js';

const MOVES = Object.entries(TRANSFER_MOVES) as [TransferAction, TransferMove][];

/** What a judgement needs to know of a transfer; the row as read, with its effective status. */
export interface TransferFacts {
  readonly status: TransferStatus;
  readonly awaitingRuntime: boolean;
  readonly fenced: boolean;
  readonly stagedBy: string;
  readonly pool: string | null;
  readonly claimId: string | null;
  readonly claimExpiresAt: Date | null;
  readonly secretsPending: boolean;
  readonly verifiedAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly tornDownAt: Date | null;
}

/** Who asks, as far as the table cares. */
export interface ViewerFacts {
  readonly id: string;
  readonly kind: 'person' | 'agent' | 'orchestrator' | 'runtime' | 'integrator';
  readonly scopes: ReadonlySet<string>;
  /** The pool of a daemon's key. */
  readonly pool: string | null;
  /** The id of a claim credential: the key that is good for one transfer. */
  readonly claimId: string | null;
}

const isRunning = ({ status }: Pick<TransferFacts, 'status'>): boolean =>
  status === 'active' || status === 'insolvent';

/** The state word the table speaks of. */
function stateOf(facts: Pick<TransferFacts, 'status' | 'awaitingRuntime'>): TransferState {
  return isRunning(facts) && facts.awaitingRuntime
    ? `${facts.status as 'active' | 'insolvent'}:replaced`
    : facts.status;
}

/** A state with the plain status it refines: `active:replaced` is `active` too. */
function covers(from: readonly TransferState[], facts: TransferFacts): boolean {
  return from.includes(facts.status) || from.includes(stateOf(facts));
}

const standingClaim = (t: TransferFacts, now: Date): boolean =>
  t.claimId !== null && ((isRunning(t) && !t.awaitingRuntime) || (t.claimExpiresAt ?? now) > now);

const FACTS: Record<TransferFact, (t: TransferFacts, now: Date) => boolean> = {
  secretsPending: (t) => t.secretsPending,
  noSecretsPending: (t) => !t.secretsPending,
  unclaimed: (t, now) => !standingClaim(t, now) && t.pool !== 'manual',
  claimed: (t, now) => t.pool === 'manual' || standingClaim(t, now),
  verified: (t) => t.verifiedAt !== null,
  leaseLapsed: (t, now) => t.leaseExpiresAt !== null && t.leaseExpiresAt <= now,
  notTornDown: (t) => t.tornDownAt === null,
};

const ACTORS: Record<TransferActor, (t: TransferFacts, v: ViewerFacts) => boolean> = {
  stager: (t, v) => v.kind === 'agent' && v.id === t.stagedBy,
  orchestrator: (_, v) => v.kind === 'orchestrator',
  person: (_, v) => v.kind === 'person',
  daemon: (t, v) => v.kind === 'runtime' && v.claimId === null && v.pool === t.pool,
  claimant: (t, v) =>
    t.pool === 'manual' ? v.kind === 'orchestrator' : v.claimId !== null && v.claimId === t.claimId,
  leaseHolder: (t, v) => ACTORS.claimant(t, v),
  reader: (_, v) => v.kind !== 'runtime' && v.scopes.has('transfer:content'),
  system: () => false,
};

/** Moves that this viewer could make now, tokens and amounts aside. */
export function availableActions(facts: TransferFacts, viewer: ViewerFacts, now: Date): TransferAction[] {
  return MOVES.filter(
    ([, move]) =>
      move.scope !== null &&
      viewer.scopes.has(move.scope) &&
      covers(move.from, facts) &&
      !(move.fenceable && facts.fenced) &&
      move.who.some((actor) => ACTORS[actor](facts, viewer)) &&
      (move.when ?? []).every((fact) => FACTS[fact](facts, now)),
  ).map(([action]) => action);
}

const THREAD_MOVES = Object.entries(HANDOFF_MOVES) as [HandoffAction, HandoffMove][];

/** What a judgement needs to know of a thread. */
export interface HandoffFacts {
  readonly status: HandoffStatus;
  readonly senderId: string;
  readonly recipientId: string;
  /** Of the newest version of what is proposed; null where nothing is. */
  readonly proposalState: ProposalState | null;
}

/** Who asks, as far as threads care. */
export interface ParticipantFacts {
  readonly kind: ViewerFacts['kind'];
  readonly scopes: ReadonlySet<string>;
  /** The person whose side it is on. */
  readonly personId: string | null;
  /** A person's own session; a key has none. */
  readonly signInId: string | null;
}

const PARTICIPANTS: Record<HandoffActor, (h: HandoffFacts, v: ParticipantFacts) => boolean> = {
  sender: (h, v) => v.personId === h.senderId,
  recipient: (h, v) => v.personId === h.recipientId,
  participant: (h, v) => PARTICIPANTS.sender(h, v) || PARTICIPANTS.recipient(h, v),
  recipientPerson: (h, v) => PARTICIPANTS.recipient(h, v) && v.kind === 'person' && v.signInId !== null,
};

/** Moves of a thread that this viewer could make now, confirmation aside. */
export function handoffActions(facts: HandoffFacts, viewer: ParticipantFacts): HandoffAction[] {
  return THREAD_MOVES.filter(
    ([, move]) =>
      viewer.scopes.has(move.scope as string) &&
      move.from.includes(facts.status) &&
      (move.proposal === undefined || move.proposal.some((state) => state === facts.proposalState)) &&
      move.who.some((actor) => PARTICIPANTS[actor](facts, viewer)),
  ).map(([action]) => action);
}
