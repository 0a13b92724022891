/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A contract: exactly one of the two. */
export type ApiContractInput = {
  /** Its text, at most 8 MiB. */
  inline?: string | null | undefined;
  /** http or https. */
  schemaUrl?: string | null | undefined;
};

/** One thing that goes along with a message. */
export type ArtifactInput =
  {   /** A contract. */
  apiContract: ApiContractInput; fileDiff?: never; fileRef?: never; link?: never; sessionSnapshot?: never; testCommand?: never; }
  |  { apiContract?: never;   /** A diff of a file. */
  fileDiff: FileDiffInput; fileRef?: never; link?: never; sessionSnapshot?: never; testCommand?: never; }
  |  { apiContract?: never; fileDiff?: never;   /** A place in a file. */
  fileRef: FileRefInput; link?: never; sessionSnapshot?: never; testCommand?: never; }
  |  { apiContract?: never; fileDiff?: never; fileRef?: never;   /** A page. */
  link: LinkInput; sessionSnapshot?: never; testCommand?: never; }
  |  { apiContract?: never; fileDiff?: never; fileRef?: never; link?: never;   /** A session. */
  sessionSnapshot: SessionSnapshotInput; testCommand?: never; }
  |  { apiContract?: never; fileDiff?: never; fileRef?: never; link?: never; sessionSnapshot?: never;   /** A command to check by. */
  testCommand: TestCommandInput; };

/** Why a call was refused. More may be added: treat an unknown one as a refusal. */
export type ErrorCode =
  /** The recipient blocks the sender. */
  | 'BLOCKED'
  /** Bytes or facts are not those staged. */
  | 'CHECKSUM_MISMATCH'
  /** The feed no longer reaches back to this cursor. */
  | 'CURSOR_EXPIRED'
  /** The same key came with another payload. */
  | 'DUPLICATE_IDEMPOTENCY_KEY'
  /** A newer epoch owns the session. */
  | 'FENCED'
  /** The first call with this key is still running. */
  | 'IDEMPOTENCY_IN_PROGRESS'
  /** A hold does not fit in what is left. */
  | 'INSUFFICIENT_BUDGET'
  /** The input is not valid; every issue has its path. */
  | 'INVALID_INPUT'
  /** Intent and payload of a handoff disagree. */
  | 'INVALID_INTENT_PAYLOAD'
  /** Absent, or not visible: the two answer alike. */
  | 'NOT_FOUND'
  /** Something named is still missing; try again. */
  | 'NOT_READY'
  /** No such recipient. */
  | 'RECIPIENT_NOT_FOUND'
  /** What looks like a secret stands in the input or the snapshot. */
  | 'SECRET_DETECTED'
  /** Not legal from the current state; a lost race included. */
  | 'STATE_CHANGED'
  /** The thread is completed or cancelled. */
  | 'THREAD_TERMINAL'
  /** A limit is above its tier's ceiling. */
  | 'TIER_LIMIT'
  /** The transfer token does not allow this, for whatever reason. */
  | 'TOKEN_REJECTED'
  /** Over a limit, which is named. */
  | 'TOO_LARGE'
  /** The transfer is terminated or expired. */
  | 'TRANSFER_TERMINAL'
  /** No price is known for a model. */
  | 'UNPRICED_MODEL'
  /** Visible, but not for this principal. */
  | 'WRONG_ACTOR';

/** A unified diff of one file. */
export type FileDiffInput = {
  /** Kept byte for byte; at most 8 MiB. */
  diff: string;
  /** Relative to the tree: no `..`, nothing in `.git`, no drive letter. */
  path: string;
};

/** A place in a file. */
export type FileRefInput = {
  /** Commit, 4 to 64 hex digits, lower case. */
  gitSha?: string | null | undefined;
  /** Lines of it; all without it. */
  lines?: LineRangeInput | null | undefined;
  /** Relative to the tree: no `..`, nothing in `.git`, no drive letter. */
  path: string;
};

/** Takes a pending thread. */
export type HandoffAcceptInput = {
  /** The thread. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** The client’s own session id, which is shown; the credential’s without it. */
  session?: string | null | undefined;
};

/** Withdraws a pending thread. */
export type HandoffCancelInput = {
  /** The thread. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
};

/** Ends an accepted thread. */
export type HandoffCompleteInput = {
  /** The thread. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** How it ended. */
  outcome: HandoffOutcome;
  /** What came of it, at most 64 KiB. */
  resultSummary: string;
  /** What to do about what looks like a secret; REFUSE without it. */
  secrets?: SecretPolicy | null | undefined;
};

/** Which threads; fields left out do not restrict. */
export type HandoffFilter = {
  /** Of one of these intents. */
  intent?: Array<HandoffIntent> | null | undefined;
  /** In one of these states. */
  status?: Array<HandoffStatus> | null | undefined;
  /** Only those with something unread, or only those without. */
  unread?: boolean | null | undefined;
  /** With this person on the other side, by handle. */
  with?: string | null | undefined;
};

/** What the sender expects. More may be added. */
export type HandoffIntent =
  /** An answer. */
  | 'ASK_QUESTION'
  /** Nothing: a result is shared. */
  | 'INFORM'
  /** A change, which a person of the other side approves before it counts as done. */
  | 'PROPOSE_ACTION';

/** One more message of an open thread. */
export type HandoffMessageSendInput = {
  /** At most 50, 8 MiB each, 16 MiB with all texts. */
  artifacts?: Array<ArtifactInput> | null | undefined;
  /** The thread. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** The text, at most 64 KiB. */
  message: string;
  /** Structured data, at most 64 KiB of JSON. */
  payload?: unknown;
  /** What to do about what looks like a secret; REFUSE without it. */
  secrets?: SecretPolicy | null | undefined;
};

/** How the work ended. */
export type HandoffOutcome =
  /** It will not be done. */
  | 'DECLINED'
  /** All of it is done; of what was proposed, the approved version. */
  | 'DONE'
  /** It was tried and did not work. */
  | 'FAILED'
  /** Some of it is done; the summary says what. */
  | 'PARTIAL';

/** A new thread. */
export type HandoffSendInput = {
  /** At most 50, 8 MiB each, 16 MiB with all texts. */
  artifacts?: Array<ArtifactInput> | null | undefined;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** What is expected. */
  intent: HandoffIntent;
  /** Structured data, at most 64 KiB of JSON. */
  payload?: unknown;
  /** With intent PROPOSE_ACTION, and with no other. */
  proposedAction?: ProposedActionInput | null | undefined;
  /** Handle of a person, `name@team`, exact. */
  recipient: string;
  /** What to do about what looks like a secret; REFUSE without it. */
  secrets?: SecretPolicy | null | undefined;
  /** The first message, at most 64 KiB. */
  summary: string;
};

/** A side of a thread. */
export type HandoffSide =
  /** Whom it was sent to, with all agents of that person. */
  | 'RECIPIENT'
  /** Who sent it, with all agents of that person. */
  | 'SENDER';

/** In which order; equal ones by id. */
export type HandoffSort =
  /** What was sent last comes first. */
  | 'NEWEST'
  /** What was sent first comes first. */
  | 'OLDEST'
  /** What changed last comes first. */
  | 'RECENTLY_CHANGED';

/** Where a thread stands. More may be added. */
export type HandoffStatus =
  /** Taken by a session of the recipient’s side. */
  | 'ACCEPTED'
  /** Withdrawn by the sender’s side before it was accepted. */
  | 'CANCELLED'
  /** Ended by the recipient’s side, with an outcome. */
  | 'COMPLETED'
  /** Sent; the recipient has not taken it. */
  | 'PENDING';

/** Lines of a file, both ends included. */
export type LineRangeInput = {
  /** The last. */
  end: number;
  /** The first, from 1. */
  start: number;
};

/** A page elsewhere. */
export type LinkInput = {
  /** At most 256 characters. */
  title?: string | null | undefined;
  /** http or https, at most 2048 characters, no credentials. */
  url: string;
};

/** How far what was spent can be trusted. More may be added. */
export type Metering =
  /** By a meter the agent does not hold. */
  | 'METERED'
  /** Nothing was reported yet. */
  | 'NONE'
  /** Only by what runs there: its own word. */
  | 'SELF_REPORTED';

/** Where a version of a proposal stands. More may be added. */
export type ProposalState =
  /** A person approved it. */
  | 'APPROVED'
  /** Nobody has decided. That is no answer, however long it lasts. */
  | 'OPEN'
  /** A person rejected it. */
  | 'REJECTED'
  /** A newer version stands in its place. */
  | 'SUPERSEDED';

/** A change that the other side is asked to make. */
export type ProposedActionInput = {
  /** What shall be done, at most 64 KiB. */
  description: string;
  /** The change, at most 8 MiB, kept byte for byte. */
  diff?: string | null | undefined;
  /** File of the diff; required with it. */
  path?: string | null | undefined;
  /** Why, at most 64 KiB. */
  rationale?: string | null | undefined;
  /** Files it touches, at most 200, relative to the tree. */
  targetFiles?: Array<string> | null | undefined;
};

/** What an action needs beside the right to it. More may be added. */
export type Requirement =
  /** A transfer token, handed over by the orchestrator. */
  | 'TRANSFER_TOKEN';

/** What to do about what looks like a secret in the texts of a call. */
export type SecretPolicy =
  /** Let it pass. For a person alone; a line of the audit log. */
  | 'ALLOW'
  /** Replace it where it stands. Lines stay as many, so that hunks still apply. */
  | 'REDACT'
  /** Refuse the call with SECRET_DETECTED. */
  | 'REFUSE';

/** A session of one’s own side. */
export type SessionSnapshotInput = {
  /** A transfer that one’s own side staged. */
  transfer: string;
};

/** One file, carried byte for byte. */
export type SnapshotFileInput = {
  /** Its bytes in base64 with padding. */
  base64: string;
  /** Defaults to application/octet-stream. */
  mediaType?: string | null | undefined;
  /** Relative path in the snapshot, forward slashes, no `..`. */
  path: string;
};

/** Where the session comes from; labels for people, covered by the checksum. */
export type SourceInput = {
  /** Agent client, like `claude-code`. */
  client: string;
  /** Working directory there. */
  cwd: string;
  /** Host name. */
  host: string;
};

/** Which people; fields left out do not restrict. */
export type TeammateFilter = {
  /** Only those disabled, or only those not; all without it. */
  disabled?: boolean | null | undefined;
  /** Who work on this. */
  repository?: string | null | undefined;
  /** Who do this. */
  role?: string | null | undefined;
  /** Who know this. */
  skill?: string | null | undefined;
  /** Of this team. */
  team?: string | null | undefined;
};

/** A command that shows whether something works. */
export type TestCommandInput = {
  /** At most 4096 bytes. */
  command: string;
  /** Relative to the tree: no `..`, nothing in `.git`, no drive letter. */
  cwd?: string | null | undefined;
};

/** Ceilings below the tier's; those left out are the tier's. */
export type TierLimitsInput = {
  /** Cores. */
  cpu?: number | null | undefined;
  /** Disk in MiB. */
  diskMiB?: number | null | undefined;
  /** Bytes sent out, in MiB. */
  egressMiB?: number | null | undefined;
  /** Memory in MiB. */
  memoryMiB?: number | null | undefined;
  /** Processes and threads. */
  pids?: number | null | undefined;
};

/** Makes the destination the session’s live owner. Irreversible. */
export type TransferActivateInput = {
  /** What the source wrote after its snapshot, by its own count. */
  entriesSinceSnapshot?: number | null | undefined;
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Token of scope ACTIVATE, minted after the verification. */
  transferToken: string;
};

/** Sizes and budgets the destination. What is left out is what the token offers. */
export type TransferProvisionInput = {
  /** Decimal USD, at most the token's ceiling. */
  allocatedUsd?: string | null | undefined;
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Less than the tier's ceilings. */
  limits?: TierLimitsInput | null | undefined;
  /** The token's tier or a smaller one. */
  tier?: string | null | undefined;
  /** Token of scope PROVISION_RUNTIME. */
  transferToken: string;
};

/** Makes the snapshot readable by the destination. */
export type TransferPushInput = {
  /** Compared with the stored one when given; sha256 in lower-case hex. */
  checksum?: string | null | undefined;
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
};

/** A session’s state: any of the four inline inputs, and small files; together at most 8 MiB. */
export type TransferStageInput = {
  /** Of a session that is live elsewhere: the epoch its lease holder holds. */
  epoch?: number | null | undefined;
  /** Session files. */
  files?: Array<SnapshotFileInput> | null | undefined;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Of a session that is live elsewhere: the secret of its lease. */
  leaseSecret?: string | null | undefined;
  /** An array of {server, credRef}. A raw secret in it refuses the stage. */
  mcpConfig?: unknown;
  /** An array of messages with a role; their content is opaque. */
  messageHistory?: unknown;
  /** An existing session, `ses_…`; without it a new one is made, which the caller owns. */
  session?: string | null | undefined;
  /** The client's own id of the session; a label, covered by the checksum. */
  sessionLabel?: string | null | undefined;
  /** Where it comes from. */
  source: SourceInput;
  /** A string, or an array of typed blocks. */
  systemPrompt?: unknown;
  /** Any JSON. */
  toolState?: unknown;
  /** Seconds until it expires unless activated, 1 to 86400; default 1800. */
  ttlSeconds?: number | null | undefined;
};

/** Where a transfer stands. A passed deadline shows at once, before anybody has written it down. More may be added. */
export type TransferStatus =
  /** The destination is the session’s one live owner, and spends. */
  | 'ACTIVE'
  /** Never activated within its time. */
  | 'EXPIRED'
  /** Spent has reached allocated; the grace period is running. */
  | 'INSOLVENT'
  /** Destination sized and budgeted; no data moved. */
  | 'PROVISIONED'
  /** Snapshot readable by the destination. */
  | 'PUSHED'
  /** Snapshot captured, no destination yet. */
  | 'STAGED'
  /** Ended after it ran, or stopped before. */
  | 'TERMINATED';

export type ThreadFactsFragment = { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type ThreadRefusal_Blocked_Fragment = { __typename: 'Blocked', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_ChecksumMismatch_Fragment = { __typename: 'ChecksumMismatch', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_DuplicateIdempotencyKey_Fragment = { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_Fenced_Fragment = { __typename: 'Fenced', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_IdempotencyInProgress_Fragment = { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_InsufficientBudget_Fragment = { __typename: 'InsufficientBudget', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_InvalidInput_Fragment = { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type ThreadRefusal_InvalidIntentPayload_Fragment = { __typename: 'InvalidIntentPayload', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type ThreadRefusal_NotFound_Fragment = { __typename: 'NotFound', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_NotReady_Fragment = { __typename: 'NotReady', missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_RecipientNotFound_Fragment = { __typename: 'RecipientNotFound', suggestions: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_SecretDetected_Fragment = { __typename: 'SecretDetected', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> };

type ThreadRefusal_StateChanged_Fragment = { __typename: 'StateChanged', currentStatus: string | null, acceptedBy: string | null, acceptedAt: string | null, proposalDigest: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type ThreadRefusal_ThreadTerminal_Fragment = { __typename: 'ThreadTerminal', currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_TierLimit_Fragment = { __typename: 'TierLimit', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_TokenRejected_Fragment = { __typename: 'TokenRejected', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_TooLarge_Fragment = { __typename: 'TooLarge', limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> };

type ThreadRefusal_TransferTerminal_Fragment = { __typename: 'TransferTerminal', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type ThreadRefusal_WrongActor_Fragment = { __typename: 'WrongActor', code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

export type ThreadRefusalFragment =
  | ThreadRefusal_Blocked_Fragment
  | ThreadRefusal_ChecksumMismatch_Fragment
  | ThreadRefusal_DuplicateIdempotencyKey_Fragment
  | ThreadRefusal_Fenced_Fragment
  | ThreadRefusal_IdempotencyInProgress_Fragment
  | ThreadRefusal_InsufficientBudget_Fragment
  | ThreadRefusal_InvalidInput_Fragment
  | ThreadRefusal_InvalidIntentPayload_Fragment
  | ThreadRefusal_NotFound_Fragment
  | ThreadRefusal_NotReady_Fragment
  | ThreadRefusal_RecipientNotFound_Fragment
  | ThreadRefusal_SecretDetected_Fragment
  | ThreadRefusal_StateChanged_Fragment
  | ThreadRefusal_ThreadTerminal_Fragment
  | ThreadRefusal_TierLimit_Fragment
  | ThreadRefusal_TokenRejected_Fragment
  | ThreadRefusal_TooLarge_Fragment
  | ThreadRefusal_TransferTerminal_Fragment
  | ThreadRefusal_WrongActor_Fragment
;

export type Handoff_To_TeammateMutationVariables = Exact<{
  input: HandoffSendInput;
}>;


export type Handoff_To_TeammateMutation = { handoffSend:
    | { __typename: 'Blocked', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, duplicateOf: string | null, handoff: { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'InvalidIntentPayload', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'RecipientNotFound', suggestions: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'SecretDetected', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { __typename: 'TooLarge', limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> }
   };

export type Check_InboxQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: HandoffFilter | null | undefined;
  sort?: HandoffSort;
}>;


export type Check_InboxQuery = { inbox: { unreadCount: number, edges: Array<{ cursor: string, node: { previewEnvelope: string, id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type Accept_HandoffMutationVariables = Exact<{
  input: HandoffAcceptInput;
}>;


export type Accept_HandoffMutation = { handoffAccept:
    | { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, handoff: { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotFound', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'StateChanged', currentStatus: string | null, acceptedBy: string | null, acceptedAt: string | null, proposalDigest: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { __typename: 'ThreadTerminal', currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'WrongActor', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type View_ThreadQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  most?: number | null | undefined;
}>;


export type View_ThreadQuery = { handoff: { resultEnvelope: string | null, id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, proposal: { envelope: string, diff: string | null, version: number, digest: string, state: ProposalState } | null, messages: { edges: Array<{ cursor: string, node: { id: string, sequenceNo: number, side: HandoffSide, storedAt: string, envelope: string, payloadEnvelope: string | null, artifacts: Array<
            | { __typename: 'ApiContractArtifact', envelope: string }
            | { __typename: 'FileDiffArtifact', envelope: string, diff: string | null, length: number, sha256: string }
            | { __typename: 'FileRefArtifact', envelope: string }
            | { __typename: 'LinkArtifact', envelope: string }
            | { __typename: 'SessionSnapshotArtifact', transferId: string }
            | { __typename: 'TestCommandArtifact', envelope: string }
          > } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } | null };

export type Send_MessageMutationVariables = Exact<{
  input: HandoffMessageSendInput;
}>;


export type Send_MessageMutation = { handoffMessageSend:
    | { __typename: 'Blocked', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, sentMessage: { id: string, sequenceNo: number }, handoff: { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotFound', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'SecretDetected', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { __typename: 'StateChanged', currentStatus: string | null, acceptedBy: string | null, acceptedAt: string | null, proposalDigest: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { __typename: 'ThreadTerminal', currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'TooLarge', limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> }
    | { __typename: 'WrongActor', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type Complete_HandoffMutationVariables = Exact<{
  input: HandoffCompleteInput;
}>;


export type Complete_HandoffMutation = { handoffComplete:
    | { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, handoff: { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotFound', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'NotReady', missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'SecretDetected', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { __typename: 'StateChanged', currentStatus: string | null, acceptedBy: string | null, acceptedAt: string | null, proposalDigest: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { __typename: 'ThreadTerminal', currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'TooLarge', limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> }
    | { __typename: 'WrongActor', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type Cancel_HandoffMutationVariables = Exact<{
  input: HandoffCancelInput;
}>;


export type Cancel_HandoffMutation = { handoffCancel:
    | { __typename: 'DuplicateIdempotencyKey', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, handoff: { id: string, status: HandoffStatus, intent: HandoffIntent, messageCount: number, unread: boolean, stale: boolean, acceptedBy: string | null, acceptedSession: string | null, outcome: HandoffOutcome | null, updatedAt: string, sender: { id: string, handle: string | null }, recipient: { id: string, handle: string | null }, delivery: { storedAt: string, deliveredAt: string | null, surfacedAt: string | null, acceptedAt: string | null, readAt: string | null }, proposal: { version: number, digest: string, state: ProposalState } | null, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { __typename: 'IdempotencyInProgress', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'InvalidInput', code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { __typename: 'NotFound', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'StateChanged', currentStatus: string | null, acceptedBy: string | null, acceptedAt: string | null, proposalDigest: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { __typename: 'ThreadTerminal', currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { __typename: 'WrongActor', code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type List_TeammatesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: TeammateFilter | null | undefined;
}>;


export type List_TeammatesQuery = { teammates: { edges: Array<{ node: { id: string, handle: string, name: string, team: string, roles: Array<string>, skills: Array<string>, repositories: Array<string>, disabled: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TransferFactsFragment = { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type RefusalFacts_Blocked_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_ChecksumMismatch_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, length: number | null } | null, actual: { sha256: string | null, length: number | null } | null };

type RefusalFacts_DuplicateIdempotencyKey_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_Fenced_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_IdempotencyInProgress_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_InsufficientBudget_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_InvalidInput_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type RefusalFacts_InvalidIntentPayload_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_NotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_NotReady_Fragment = { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_RecipientNotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_SecretDetected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> };

type RefusalFacts_StateChanged_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type RefusalFacts_ThreadTerminal_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_TierLimit_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type RefusalFacts_TokenRejected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_TooLarge_Fragment = { limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> };

type RefusalFacts_TransferTerminal_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_WrongActor_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

export type RefusalFactsFragment =
  | RefusalFacts_Blocked_Fragment
  | RefusalFacts_ChecksumMismatch_Fragment
  | RefusalFacts_DuplicateIdempotencyKey_Fragment
  | RefusalFacts_Fenced_Fragment
  | RefusalFacts_IdempotencyInProgress_Fragment
  | RefusalFacts_InsufficientBudget_Fragment
  | RefusalFacts_InvalidInput_Fragment
  | RefusalFacts_InvalidIntentPayload_Fragment
  | RefusalFacts_NotFound_Fragment
  | RefusalFacts_NotReady_Fragment
  | RefusalFacts_RecipientNotFound_Fragment
  | RefusalFacts_SecretDetected_Fragment
  | RefusalFacts_StateChanged_Fragment
  | RefusalFacts_ThreadTerminal_Fragment
  | RefusalFacts_TierLimit_Fragment
  | RefusalFacts_TokenRejected_Fragment
  | RefusalFacts_TooLarge_Fragment
  | RefusalFacts_TransferTerminal_Fragment
  | RefusalFacts_WrongActor_Fragment
;

export type Snapshot_StateMutationVariables = Exact<{
  input: TransferStageInput;
}>;


export type Snapshot_StateMutation = { transferStage:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, snapshot: { id: string, report: unknown } | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
   };

export type Provision_RuntimeMutationVariables = Exact<{
  input: TransferProvisionInput;
}>;


export type Provision_RuntimeMutation = { transferProvision:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type Push_StateMutationVariables = Exact<{
  input: TransferPushInput;
}>;


export type Push_StateMutation = { transferPush:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, length: number | null } | null, actual: { sha256: string | null, length: number | null } | null }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ActivateMutationVariables = Exact<{
  input: TransferActivateInput;
}>;


export type ActivateMutation = { transferActivate:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type Get_StatusQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type Get_StatusQuery = { transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, events: { edges: Array<{ cursor: string, node: { id: string, sequence: number, type: string, at: string, actor: string, data: unknown } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ThreadFactsFragmentDoc = new TypedDocumentString(`
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
    `, {"fragmentName":"ThreadFacts"}) as unknown as TypedDocumentString<ThreadFactsFragment, unknown>;
export const ThreadRefusalFragmentDoc = new TypedDocumentString(`
    fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}
    `, {"fragmentName":"ThreadRefusal"}) as unknown as TypedDocumentString<ThreadRefusalFragment, unknown>;
export const TransferFactsFragmentDoc = new TypedDocumentString(`
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
    `, {"fragmentName":"TransferFacts"}) as unknown as TypedDocumentString<TransferFactsFragment, unknown>;
export const RefusalFactsFragmentDoc = new TypedDocumentString(`
    fragment RefusalFacts on Refusal {
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on TransferTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on TierLimit {
    issues {
      path
      code
      message
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on ChecksumMismatch {
    expected {
      sha256
      length
    }
    actual {
      sha256
      length
    }
  }
}
    `, {"fragmentName":"RefusalFacts"}) as unknown as TypedDocumentString<RefusalFactsFragment, unknown>;
export const Handoff_To_TeammateDocument = new TypedDocumentString(`
    mutation handoff_to_teammate($input: HandoffSendInput!) {
  handoffSend(input: $input) {
    ... on HandoffSendSuccess {
      replayed
      duplicateOf
      handoff {
        ...ThreadFacts
      }
    }
    ...ThreadRefusal
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}`, {"hash":"sha256:70da9f37bff1d6d1e2fff877bf764da4a6b0de31901384e42bb6b043b39bd7dc"}) as unknown as TypedDocumentString<Handoff_To_TeammateMutation, Handoff_To_TeammateMutationVariables>;
export const Check_InboxDocument = new TypedDocumentString(`
    query check_inbox($first: Int, $after: String, $filter: HandoffFilter, $sort: HandoffSort! = RECENTLY_CHANGED) {
  inbox(first: $first, after: $after, filter: $filter, sort: $sort) {
    unreadCount
    edges {
      cursor
      node {
        ...ThreadFacts
        previewEnvelope
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}`, {"hash":"sha256:44e5aaa254c73bc49493f1d777b0a2acb581ea7e70a8cd846b94c2a7ff136ba0"}) as unknown as TypedDocumentString<Check_InboxQuery, Check_InboxQueryVariables>;
export const Accept_HandoffDocument = new TypedDocumentString(`
    mutation accept_handoff($input: HandoffAcceptInput!) {
  handoffAccept(input: $input) {
    ... on HandoffAcceptSuccess {
      replayed
      handoff {
        ...ThreadFacts
      }
    }
    ...ThreadRefusal
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}`, {"hash":"sha256:8040e1be46d27685aeb93b378f12fa15c9aa23c57fe4ad53729685327ad7347e"}) as unknown as TypedDocumentString<Accept_HandoffMutation, Accept_HandoffMutationVariables>;
export const View_ThreadDocument = new TypedDocumentString(`
    query view_thread($id: ID!, $first: Int, $after: String, $most: Int) {
  handoff(id: $id) {
    ...ThreadFacts
    resultEnvelope
    proposal {
      envelope
      diff
    }
    messages(first: $first, after: $after) {
      edges {
        cursor
        node {
          id
          sequenceNo
          side
          storedAt
          envelope
          payloadEnvelope
          artifacts {
            __typename
            ... on FileDiffArtifact {
              envelope
              diff(most: $most)
              length
              sha256
            }
            ... on FileRefArtifact {
              envelope
            }
            ... on TestCommandArtifact {
              envelope
            }
            ... on ApiContractArtifact {
              envelope(most: $most)
            }
            ... on LinkArtifact {
              envelope
            }
            ... on SessionSnapshotArtifact {
              transferId
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}`, {"hash":"sha256:6d0c86943d8f2c867a85d54c8f9c6cc275d18b97203cccd8f8f3be98c64d8f17"}) as unknown as TypedDocumentString<View_ThreadQuery, View_ThreadQueryVariables>;
export const Send_MessageDocument = new TypedDocumentString(`
    mutation send_message($input: HandoffMessageSendInput!) {
  handoffMessageSend(input: $input) {
    ... on HandoffMessageSendSuccess {
      replayed
      sentMessage {
        id
        sequenceNo
      }
      handoff {
        ...ThreadFacts
      }
    }
    ...ThreadRefusal
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}`, {"hash":"sha256:81027983c6faa0573abfa6a1534f3eff0f547b19e922a22e5595e5d1afe49b02"}) as unknown as TypedDocumentString<Send_MessageMutation, Send_MessageMutationVariables>;
export const Complete_HandoffDocument = new TypedDocumentString(`
    mutation complete_handoff($input: HandoffCompleteInput!) {
  handoffComplete(input: $input) {
    ... on HandoffCompleteSuccess {
      replayed
      handoff {
        ...ThreadFacts
      }
    }
    ...ThreadRefusal
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}`, {"hash":"sha256:1435db8c2935d41f2db4c0068369e3fc24f8d3444c24ac9e75ed4c7963a2d627"}) as unknown as TypedDocumentString<Complete_HandoffMutation, Complete_HandoffMutationVariables>;
export const Cancel_HandoffDocument = new TypedDocumentString(`
    mutation cancel_handoff($input: HandoffCancelInput!) {
  handoffCancel(input: $input) {
    ... on HandoffCancelSuccess {
      replayed
      handoff {
        ...ThreadFacts
      }
    }
    ...ThreadRefusal
  }
}
    fragment ThreadFacts on Handoff {
  id
  status
  intent
  messageCount
  unread
  stale
  acceptedBy
  acceptedSession
  outcome
  updatedAt
  sender {
    id
    handle
  }
  recipient {
    id
    handle
  }
  delivery {
    storedAt
    deliveredAt
    surfacedAt
    acceptedAt
    readAt
  }
  proposal {
    version
    digest
    state
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment ThreadRefusal on Refusal {
  __typename
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    acceptedBy
    acceptedAt
    proposalDigest
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on ThreadTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on RecipientNotFound {
    suggestions
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on InvalidIntentPayload {
    issues {
      path
      code
      message
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
}`, {"hash":"sha256:c13fd9403b133c22735a1008fff483daff145417e7d007ffd1b474e2ca094a74"}) as unknown as TypedDocumentString<Cancel_HandoffMutation, Cancel_HandoffMutationVariables>;
export const List_TeammatesDocument = new TypedDocumentString(`
    query list_teammates($first: Int, $after: String, $filter: TeammateFilter) {
  teammates(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        id
        handle
        name
        team
        roles
        skills
        repositories
        disabled
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `, {"hash":"sha256:1dacf5f6d4f4648892df4b4b0e6ca83cacce5fb3b36e8c237734b0deb24fc21a"}) as unknown as TypedDocumentString<List_TeammatesQuery, List_TeammatesQueryVariables>;
export const Snapshot_StateDocument = new TypedDocumentString(`
    mutation snapshot_state($input: TransferStageInput!) {
  transferStage(input: $input) {
    ... on TransferStageSuccess {
      replayed
      transfer {
        ...TransferFacts
        snapshot {
          id
          report
        }
      }
    }
    ...RefusalFacts
  }
}
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment RefusalFacts on Refusal {
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on TransferTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on TierLimit {
    issues {
      path
      code
      message
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on ChecksumMismatch {
    expected {
      sha256
      length
    }
    actual {
      sha256
      length
    }
  }
}`, {"hash":"sha256:9d4a24db70a438c6bff63be18bed4d4d91bf0c61817f321a27f6fa254001adf9"}) as unknown as TypedDocumentString<Snapshot_StateMutation, Snapshot_StateMutationVariables>;
export const Provision_RuntimeDocument = new TypedDocumentString(`
    mutation provision_runtime($input: TransferProvisionInput!) {
  transferProvision(input: $input) {
    ... on TransferProvisionSuccess {
      replayed
      transfer {
        ...TransferFacts
      }
    }
    ...RefusalFacts
  }
}
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment RefusalFacts on Refusal {
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on TransferTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on TierLimit {
    issues {
      path
      code
      message
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on ChecksumMismatch {
    expected {
      sha256
      length
    }
    actual {
      sha256
      length
    }
  }
}`, {"hash":"sha256:387032ad196b752e0175051018ef8eccacbabdebf06fed213afb565181f17394"}) as unknown as TypedDocumentString<Provision_RuntimeMutation, Provision_RuntimeMutationVariables>;
export const Push_StateDocument = new TypedDocumentString(`
    mutation push_state($input: TransferPushInput!) {
  transferPush(input: $input) {
    ... on TransferPushSuccess {
      replayed
      transfer {
        ...TransferFacts
      }
    }
    ...RefusalFacts
  }
}
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment RefusalFacts on Refusal {
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on TransferTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on TierLimit {
    issues {
      path
      code
      message
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on ChecksumMismatch {
    expected {
      sha256
      length
    }
    actual {
      sha256
      length
    }
  }
}`, {"hash":"sha256:1bbd5d701f6b7a5cd66c3a4310414b398998de45d62a437b222352e9cbbbf50e"}) as unknown as TypedDocumentString<Push_StateMutation, Push_StateMutationVariables>;
export const ActivateDocument = new TypedDocumentString(`
    mutation activate($input: TransferActivateInput!) {
  transferActivate(input: $input) {
    ... on TransferActivateSuccess {
      replayed
      transfer {
        ...TransferFacts
      }
    }
    ...RefusalFacts
  }
}
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment RefusalFacts on Refusal {
  code
  message
  retryable
  replayed
  ... on StateChanged {
    currentStatus
    availableActions {
      action
      resultsIn
      irreversible
      requires
    }
  }
  ... on TransferTerminal {
    currentStatus
  }
  ... on NotReady {
    missing
  }
  ... on InvalidInput {
    issues {
      path
      code
      message
    }
  }
  ... on TierLimit {
    issues {
      path
      code
      message
    }
  }
  ... on SecretDetected {
    secrets {
      path
      line
      field
      rule
    }
  }
  ... on TooLarge {
    limit
    most
    offenders {
      path
      size
    }
  }
  ... on ChecksumMismatch {
    expected {
      sha256
      length
    }
    actual {
      sha256
      length
    }
  }
}`, {"hash":"sha256:426079edadea200ae676d80bf924a916796ae91318665ce35190f722accc7d07"}) as unknown as TypedDocumentString<ActivateMutation, ActivateMutationVariables>;
export const Get_StatusDocument = new TypedDocumentString(`
    query get_status($id: ID!, $first: Int, $after: String) {
  transfer(id: $id) {
    ...TransferFacts
    events(first: $first, after: $after) {
      edges {
        cursor
        node {
          id
          sequence
          type
          at
          actor
          data
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment TransferFacts on Transfer {
  id
  status
  checksum
  epoch
  tier
  pool
  metered
  metering
  entriesSinceSnapshot
  session {
    id
    epoch
  }
  budget {
    allocated
    spent
    held
    late
    remaining
    worstCase
    exhaustedAt
  }
  deadlines {
    expiresAt
    graceEndsAt
    leaseExpiresAt
  }
  secrets {
    count
    pending
  }
  runtime {
    verifiedAt
    tornDownAt
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}`, {"hash":"sha256:66c9d7acf18c2cb86febd098adace4f730a7034d1bd31627626843ca1f380fb2"}) as unknown as TypedDocumentString<Get_StatusQuery, Get_StatusQueryVariables>;