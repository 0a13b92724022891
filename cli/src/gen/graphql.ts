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

/** A new key, either for a principal by its id, or for the one of a kind and name, made when there is none. */
export type ApiKeyIssueInput = {
  /** Seconds until it is no good, 1 to 315360000; without it, until it is revoked. */
  expiresInSeconds?: number | null | undefined;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Kind of whose key it is; never a person. Stands with name. */
  kind?: PrincipalKind | null | undefined;
  /** Name of whose key it is, 1 to 128 characters. Stands with kind. */
  name?: string | null | undefined;
  /** The person a new agent or integrator acts for on threads. Without it an agent acts for the caller, an integrator for nobody. Not for other kinds. */
  ownerId?: string | null | undefined;
  /** The pool a daemon serves; required for a new runtime, not for other kinds. Not `manual`. */
  pool?: string | null | undefined;
  /** Whose key it is. Stands without kind and name. */
  principalId?: string | null | undefined;
  /** What it may do, within its kind's; the kind's usual ones without it. */
  scopes?: Array<Scope> | null | undefined;
};

/** Which key to revoke. */
export type ApiKeyRevokeInput = {
  /** The key, `key_…`. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
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

/** More money for a running transfer. */
export type BudgetTopUpInput = {
  /** Decimal USD, above 0. */
  amountUsd: string;
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Why, for people; 1 to 500 characters, kept in the log. */
  reason: string;
};

/** Whether the driver holds the tier's ceilings. */
export type Ceilings =
  /** The driver cannot enforce them all: they are advice to whoever reads them. */
  | 'ADVISORY'
  /** The driver enforces each of them. */
  | 'ENFORCED';

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

/** Why an amount stands in the ledger. More may be added. */
export type LedgerKind =
  /** The difference, once the true cost of such a hold was told; signed. */
  | 'ADJUSTMENT'
  /** A hold open when the transfer ended, in full. */
  | 'HOLD_CLOSED'
  /** A hold past its life, in full. */
  | 'HOLD_EXPIRED'
  /** A hold replaced by its true cost. */
  | 'SETTLE'
  /** A usage report. */
  | 'USAGE';

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

/** Whom to disable. */
export type PrincipalDisableInput = {
  /** The principal; not the caller itself. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
};

/** What a principal is. More may be added. */
export type PrincipalKind =
  /** An agent that runs somewhere: it moves its own sessions with tokens it is given, and authorises nothing. */
  | 'AGENT'
  /** A program that reads along. */
  | 'INTEGRATOR'
  /** Automation that decides about transfers: mints tokens, tops up, terminates. */
  | 'ORCHESTRATOR'
  /** A human being, who signs in and holds no key. */
  | 'PERSON'
  /** A daemon that gives transfers of its pool a place to run. */
  | 'RUNTIME';

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

/** What the redeemer of a provision token may have at most. */
export type ProvisionOfferInput = {
  /** Ceiling of the allocation, decimal USD. */
  allocatedUsd: string;
  /** Seconds from insolvency to the end, 1 to 3600; default 60. */
  graceSeconds?: number | null | undefined;
  /** Where it runs. `manual`: no daemon, the orchestrator itself. */
  pool: string;
  /** Tier; the redeemer may take a smaller one. */
  tier: string;
};

/** Who says that something was spent. */
export type Reporter =
  /** The command that runs: its own word. */
  | 'COMMAND'
  /** Time of the sandbox. */
  | 'COMPUTE'
  /** The destination's own gateway, which saw the call. */
  | 'GATEWAY'
  /** The orchestrator of pool manual. */
  | 'MANUAL'
  /** Telemetry of the agent: its own word. */
  | 'OTLP';

/** What an action needs beside the right to it. More may be added. */
export type Requirement =
  /** A transfer token, handed over by the orchestrator. */
  | 'TRANSFER_TOKEN';

/** What a person may do. More may be added. */
export type Role =
  /** Everything a person may do in its organisation. */
  | 'ADMIN'
  /** Own agents: their transfers, content, secrets and threads. */
  | 'DEVELOPER'
  /** The administrator's rights without content, other people's threads, and principals. */
  | 'OPERATOR';

/** What a credential may do at all, before anything is known of the object. More may be added. */
export type Scope =
  /** Alerts and their endpoints. */
  | 'ALERT_MANAGE'
  /** The audit log, and metrics. */
  | 'AUDIT_READ'
  /** Raise what a transfer may spend. */
  | 'BUDGET_TOPUP'
  /** Events of the organisation. */
  | 'EVENT_READ'
  /** Read other people's threads. */
  | 'HANDOFF_READ_ALL'
  /** Send and answer handoffs. */
  | 'HANDOFF_USE'
  /** Principals and keys. */
  | 'PRINCIPAL_MANAGE'
  /** Approve and reject proposals. */
  | 'PROPOSAL_DECIDE'
  /** Claim transfers of its pool. */
  | 'RUNTIME_CLAIM'
  /** Replace a lost runtime. */
  | 'RUNTIME_MANAGE'
  /** Accept what looks like a secret in a snapshot. */
  | 'SECRET_ACCEPT'
  /** Mint transfer tokens. */
  | 'TOKEN_MINT'
  /** What a session says: the bytes of its snapshot. */
  | 'TRANSFER_CONTENT'
  /** Provision, push and activate, with tokens. */
  | 'TRANSFER_MOVE'
  /** Status, budget and events of transfers. */
  | 'TRANSFER_READ'
  /** Stage and fork. */
  | 'TRANSFER_STAGE'
  /** Terminate. */
  | 'TRANSFER_TERMINATE'
  /** Verify, renew the lease, hold, settle, report usage and teardown. */
  | 'USAGE_REPORT';

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

/** Whose password is to be set. */
export type SetUpLinkIssueInput = {
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** A person of the caller’s organisation, `prn_…`. */
  personId: string;
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

/** A new person who can be written to. */
export type TeammateAddInput = {
  /** `name@team` in lower case; an absent team is made. */
  handle: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** How the person is called, 1 to 128 characters. */
  name: string;
  /** What the person works on, at most 50 entries. */
  repositories?: Array<string> | null | undefined;
  /** What the person may do; DEVELOPER without it. */
  role?: Role | null | undefined;
  /** What the person does, at most 50 entries. */
  roles?: Array<string> | null | undefined;
  /** What the person knows, at most 50 entries. */
  skills?: Array<string> | null | undefined;
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

/** The one operation a transfer token allows. */
export type TokenScope =
  /** Make the verified destination the live owner; of a running transfer: replace its lost runtime. */
  | 'ACTIVATE'
  /** Size and budget a destination. */
  | 'PROVISION_RUNTIME';

/** Accepts all that looked like secrets in one snapshot. */
export type TransferAcceptSecretsInput = {
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Digest of the report that was read: `secrets.digest`. */
  secretsDigest: string;
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

/** Which transfers; fields left out do not restrict. */
export type TransferFilter = {
  /** Of this session. */
  session?: string | null | undefined;
  /** From this host. */
  sourceHost?: string | null | undefined;
  /** Staged by this principal. */
  stagedBy?: string | null | undefined;
  /** In one of these states. */
  status?: Array<TransferStatus> | null | undefined;
  /** Of this tier. */
  tier?: string | null | undefined;
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

/** Ends a transfer for good. */
export type TransferTerminateInput = {
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Why, for people; 1 to 500 characters, kept in the log. */
  reason: string;
};

/** A token for one operation on one transfer by one principal. */
export type TransferTokenMintInput = {
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** With scope PROVISION_RUNTIME, and no other: what it allows to take. */
  provision?: ProvisionOfferInput | null | undefined;
  /** Principal that may use it; defaults to who staged, or to the orchestrator that mints where that is a runtime or a person. */
  redeemer?: string | null | undefined;
  /** What it allows. */
  scope: TokenScope;
};

export type CliEventFragment = { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown };

export type TransferEventsQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TransferEventsQuery = { transfer: { id: string, events: { edges: Array<{ node: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type AllEventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AllEventsQuery = { events: { edges: Array<{ node: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LedgerQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type LedgerQuery = { transfer: { id: string, ledger: { edges: Array<{ node: { amount: string, kind: LedgerKind, at: string, usageId: string | null, reporter: Reporter | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliKeyFragment = { id: string, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, transferId: string | null, principal: { id: string, kind: PrincipalKind, name: string, pool: string | null } };

export type IssueKeyMutationVariables = Exact<{
  input: ApiKeyIssueInput;
}>;


export type IssueKeyMutation = { apiKeyIssue:
    | { replayed: boolean, secret: string | null, apiKey: { id: string, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, transferId: string | null, principal: { id: string, kind: PrincipalKind, name: string, pool: string | null } } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type RevokeKeyMutationVariables = Exact<{
  input: ApiKeyRevokeInput;
}>;


export type RevokeKeyMutation = { apiKeyRevoke:
    | { replayed: boolean, apiKey: { id: string, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, transferId: string | null, principal: { id: string, kind: PrincipalKind, name: string, pool: string | null } } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ListKeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListKeysQuery = { apiKeys: { edges: Array<{ node: { id: string, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, transferId: string | null, principal: { id: string, kind: PrincipalKind, name: string, pool: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CliPersonFragment = { id: string, handle: string, name: string, team: string, roles: Array<string>, skills: Array<string>, repositories: Array<string>, disabled: boolean };

export type AddPersonMutationVariables = Exact<{
  input: TeammateAddInput;
}>;


export type AddPersonMutation = { teammateAdd:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { replayed: boolean, teammate: { id: string, handle: string, name: string, team: string, roles: Array<string>, skills: Array<string>, repositories: Array<string>, disabled: boolean } }
   };

export type IssueSetUpLinkMutationVariables = Exact<{
  input: SetUpLinkIssueInput;
}>;


export type IssueSetUpLinkMutation = { setUpLinkIssue:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, secret: string | null, expiresAt: string, person: { id: string } }
   };

export type DisablePersonMutationVariables = Exact<{
  input: PrincipalDisableInput;
}>;


export type DisablePersonMutation = { principalDisable:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, principal: { id: string, name: string } }
   };

export type ListPeopleQueryVariables = Exact<{
  filter?: TeammateFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListPeopleQuery = { teammates: { edges: Array<{ node: { id: string, handle: string, name: string, team: string, roles: Array<string>, skills: Array<string>, repositories: Array<string>, disabled: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CliTransferFragment = { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type CliRefusal_Blocked_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_ChecksumMismatch_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, length: number | null } | null, actual: { sha256: string | null, length: number | null } | null };

type CliRefusal_DuplicateIdempotencyKey_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_Fenced_Fragment = { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_IdempotencyInProgress_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_InsufficientBudget_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_InvalidInput_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type CliRefusal_InvalidIntentPayload_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_NotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_NotReady_Fragment = { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_RecipientNotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_SecretDetected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> };

type CliRefusal_StateChanged_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type CliRefusal_ThreadTerminal_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_TierLimit_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type CliRefusal_TokenRejected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_TooLarge_Fragment = { limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> };

type CliRefusal_TransferTerminal_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type CliRefusal_WrongActor_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

export type CliRefusalFragment =
  | CliRefusal_Blocked_Fragment
  | CliRefusal_ChecksumMismatch_Fragment
  | CliRefusal_DuplicateIdempotencyKey_Fragment
  | CliRefusal_Fenced_Fragment
  | CliRefusal_IdempotencyInProgress_Fragment
  | CliRefusal_InsufficientBudget_Fragment
  | CliRefusal_InvalidInput_Fragment
  | CliRefusal_InvalidIntentPayload_Fragment
  | CliRefusal_NotFound_Fragment
  | CliRefusal_NotReady_Fragment
  | CliRefusal_RecipientNotFound_Fragment
  | CliRefusal_SecretDetected_Fragment
  | CliRefusal_StateChanged_Fragment
  | CliRefusal_ThreadTerminal_Fragment
  | CliRefusal_TierLimit_Fragment
  | CliRefusal_TokenRejected_Fragment
  | CliRefusal_TooLarge_Fragment
  | CliRefusal_TransferTerminal_Fragment
  | CliRefusal_WrongActor_Fragment
;

export type StageMutationVariables = Exact<{
  input: TransferStageInput;
}>;


export type StageMutation = { transferStage:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
   };

export type MintTokenMutationVariables = Exact<{
  input: TransferTokenMintInput;
}>;


export type MintTokenMutation = { transferTokenMint:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, token: string | null, expiresAt: string, transfer: { id: string, status: TransferStatus } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ProvisionMutationVariables = Exact<{
  input: TransferProvisionInput;
}>;


export type ProvisionMutation = { transferProvision:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type PushMutationVariables = Exact<{
  input: TransferPushInput;
}>;


export type PushMutation = { transferPush:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, length: number | null } | null, actual: { sha256: string | null, length: number | null } | null }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type AcceptSecretsMutationVariables = Exact<{
  input: TransferAcceptSecretsInput;
}>;


export type AcceptSecretsMutation = { transferAcceptSecrets:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ActivateTransferMutationVariables = Exact<{
  input: TransferActivateInput;
}>;


export type ActivateTransferMutation = { transferActivate:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type TopUpMutationVariables = Exact<{
  input: BudgetTopUpInput;
}>;


export type TopUpMutation = { budgetTopUp:
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type TerminateMutationVariables = Exact<{
  input: TransferTerminateInput;
}>;


export type TerminateMutation = { transferTerminate:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type StatusQueryVariables = Exact<{
  id: string;
}>;


export type StatusQuery = { transfer: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } | null };

export type ListQueryVariables = Exact<{
  filter?: TransferFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListQuery = { transfers: { edges: Array<{ node: { id: string, status: TransferStatus, checksum: string, epoch: number | null, baseEpoch: number, fenced: boolean, tier: string | null, pool: string | null, graceSeconds: number | null, metered: boolean, metering: Metering, stagedAt: string, endedAt: string | null, endedReason: string | null, session: { id: string, epoch: number, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, secrets: { count: number, digest: string | null, pending: boolean, acceptedAt: string | null }, runtime: { claimedAt: string | null, claimedBy: string | null, verifiedAt: string | null, heartbeatAt: string | null, leaseLapsed: boolean, ceilings: Ceilings, tornDownAt: string | null, teardownProven: boolean | null, awaitingReplacement: boolean }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SnapshotQueryVariables = Exact<{
  id: string;
}>;


export type SnapshotQuery = { transfer: { id: string, checksum: string, source: { cwd: string } | null, session: { id: string, label: string | null }, snapshot: { id: string, format: string, byteLength: number, parts: Array<{ path: string, mediaType: string, length: number, sha256: string }> } | null } | null };

export type CliChangeFragment = { cursor: string, event: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } };

export type FeedCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type FeedCursorQuery = { feedCursor: string };

export type FollowTransferSubscriptionVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type FollowTransferSubscription = { change: { cursor: string, event: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } } };

export type WatchTransfersSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WatchTransfersSubscription = { change: { cursor: string, event: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } } };

export type WatchInsolvencySubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type WatchInsolvencySubscription = { change: { cursor: string, event: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } } };

export type FollowEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FollowEventsSubscription = { change: { cursor: string, event: { id: string, sequence: number, type: string, aggregate: string, aggregateId: string, at: string, actor: string, data: unknown } } };

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
export const CliKeyFragmentDoc = new TypedDocumentString(`
    fragment CliKey on ApiKey {
  id
  prefix
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  transferId
  principal {
    id
    kind
    name
    pool
  }
}
    `, {"fragmentName":"CliKey"}) as unknown as TypedDocumentString<CliKeyFragment, unknown>;
export const CliPersonFragmentDoc = new TypedDocumentString(`
    fragment CliPerson on Teammate {
  id
  handle
  name
  team
  roles
  skills
  repositories
  disabled
}
    `, {"fragmentName":"CliPerson"}) as unknown as TypedDocumentString<CliPersonFragment, unknown>;
export const CliTransferFragmentDoc = new TypedDocumentString(`
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
    `, {"fragmentName":"CliTransfer"}) as unknown as TypedDocumentString<CliTransferFragment, unknown>;
export const CliRefusalFragmentDoc = new TypedDocumentString(`
    fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
    `, {"fragmentName":"CliRefusal"}) as unknown as TypedDocumentString<CliRefusalFragment, unknown>;
export const CliEventFragmentDoc = new TypedDocumentString(`
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}
    `, {"fragmentName":"CliEvent"}) as unknown as TypedDocumentString<CliEventFragment, unknown>;
export const CliChangeFragmentDoc = new TypedDocumentString(`
    fragment CliChange on TransferChange {
  cursor
  event {
    ...CliEvent
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}`, {"fragmentName":"CliChange"}) as unknown as TypedDocumentString<CliChangeFragment, unknown>;
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
export const TransferEventsDocument = new TypedDocumentString(`
    query TransferEvents($id: ID!, $first: Int, $after: String) {
  transfer(id: $id) {
    id
    events(first: $first, after: $after) {
      edges {
        node {
          ...CliEvent
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}`, {"hash":"sha256:b9f13f9c1cca16521482c528ba1197a3b8c2f65a3d2c4b993aaeab3e98a31cdf"}) as unknown as TypedDocumentString<TransferEventsQuery, TransferEventsQueryVariables>;
export const AllEventsDocument = new TypedDocumentString(`
    query AllEvents($first: Int, $after: String) {
  events(first: $first, after: $after) {
    edges {
      node {
        ...CliEvent
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}`, {"hash":"sha256:79b9192c5d9cd4e7a408475bb746e337885896d3a024b6c6bd04cf98db3b46be"}) as unknown as TypedDocumentString<AllEventsQuery, AllEventsQueryVariables>;
export const LedgerDocument = new TypedDocumentString(`
    query Ledger($id: ID!, $first: Int, $after: String) {
  transfer(id: $id) {
    id
    ledger(first: $first, after: $after) {
      edges {
        node {
          amount
          kind
          at
          usageId
          reporter
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `, {"hash":"sha256:372c349a50fb14e962293c0b8b0be75909375b3d77f7d643443ae9007f6bdb7a"}) as unknown as TypedDocumentString<LedgerQuery, LedgerQueryVariables>;
export const IssueKeyDocument = new TypedDocumentString(`
    mutation IssueKey($input: ApiKeyIssueInput!) {
  apiKeyIssue(input: $input) {
    ... on ApiKeyIssueSuccess {
      replayed
      secret
      apiKey {
        ...CliKey
      }
    }
    ...CliRefusal
  }
}
    fragment CliKey on ApiKey {
  id
  prefix
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  transferId
  principal {
    id
    kind
    name
    pool
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:0a2ca73108e1b7420a92a92b5332e95107d928c0b213e35188edc4a50b72e7a5"}) as unknown as TypedDocumentString<IssueKeyMutation, IssueKeyMutationVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($input: ApiKeyRevokeInput!) {
  apiKeyRevoke(input: $input) {
    ... on ApiKeyRevokeSuccess {
      replayed
      apiKey {
        ...CliKey
      }
    }
    ...CliRefusal
  }
}
    fragment CliKey on ApiKey {
  id
  prefix
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  transferId
  principal {
    id
    kind
    name
    pool
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:337f1556625cf61f66b7bf0ae6be191befaedc6c6a93590a3df02d24068804aa"}) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const ListKeysDocument = new TypedDocumentString(`
    query ListKeys($first: Int, $after: String) {
  apiKeys(first: $first, after: $after) {
    edges {
      node {
        ...CliKey
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliKey on ApiKey {
  id
  prefix
  scopes
  createdAt
  expiresAt
  lastUsedAt
  revokedAt
  transferId
  principal {
    id
    kind
    name
    pool
  }
}`, {"hash":"sha256:36fe91c2f1c8183cfdd0af9bc16c34c0f7b15b34785d0e77123805fddc9efb72"}) as unknown as TypedDocumentString<ListKeysQuery, ListKeysQueryVariables>;
export const AddPersonDocument = new TypedDocumentString(`
    mutation AddPerson($input: TeammateAddInput!) {
  teammateAdd(input: $input) {
    ... on TeammateAddSuccess {
      replayed
      teammate {
        ...CliPerson
      }
    }
    ...CliRefusal
  }
}
    fragment CliPerson on Teammate {
  id
  handle
  name
  team
  roles
  skills
  repositories
  disabled
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:3d22c7a178a2f75b0625f570a31cccdf5456ed054d43fe0cd2f09742bd793859"}) as unknown as TypedDocumentString<AddPersonMutation, AddPersonMutationVariables>;
export const IssueSetUpLinkDocument = new TypedDocumentString(`
    mutation IssueSetUpLink($input: SetUpLinkIssueInput!) {
  setUpLinkIssue(input: $input) {
    ... on SetUpLinkIssueSuccess {
      replayed
      secret
      expiresAt
      person {
        id
      }
    }
    ...CliRefusal
  }
}
    fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:ed7d5538a233a83c48cd19f41b4036cc6f598ac997fc42e9eb71b2b181bdfa13"}) as unknown as TypedDocumentString<IssueSetUpLinkMutation, IssueSetUpLinkMutationVariables>;
export const DisablePersonDocument = new TypedDocumentString(`
    mutation DisablePerson($input: PrincipalDisableInput!) {
  principalDisable(input: $input) {
    ... on PrincipalDisableSuccess {
      replayed
      principal {
        id
        name
      }
    }
    ...CliRefusal
  }
}
    fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:1061916ff606383dd9f6d3103e00fe80220b9a386885295f49819741ab5deab0"}) as unknown as TypedDocumentString<DisablePersonMutation, DisablePersonMutationVariables>;
export const ListPeopleDocument = new TypedDocumentString(`
    query ListPeople($filter: TeammateFilter, $first: Int, $after: String) {
  teammates(filter: $filter, first: $first, after: $after) {
    edges {
      node {
        ...CliPerson
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliPerson on Teammate {
  id
  handle
  name
  team
  roles
  skills
  repositories
  disabled
}`, {"hash":"sha256:8374a2a5d2d755380439905e793c36af6ddb3aba6834ab2dbdc011f5ae783025"}) as unknown as TypedDocumentString<ListPeopleQuery, ListPeopleQueryVariables>;
export const StageDocument = new TypedDocumentString(`
    mutation Stage($input: TransferStageInput!) {
  transferStage(input: $input) {
    ... on TransferStageSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:b82f7693fd5016cd61f18101ead5aea75a69031d1fa6f50ad85b6cb0cd93ae85"}) as unknown as TypedDocumentString<StageMutation, StageMutationVariables>;
export const MintTokenDocument = new TypedDocumentString(`
    mutation MintToken($input: TransferTokenMintInput!) {
  transferTokenMint(input: $input) {
    ... on TransferTokenMintSuccess {
      replayed
      token
      expiresAt
      transfer {
        id
        status
      }
    }
    ...CliRefusal
  }
}
    fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:9fbc3d5028a6893d255873a41a9eb0773c63c51a4f663ded4d3abf371ba96092"}) as unknown as TypedDocumentString<MintTokenMutation, MintTokenMutationVariables>;
export const ProvisionDocument = new TypedDocumentString(`
    mutation Provision($input: TransferProvisionInput!) {
  transferProvision(input: $input) {
    ... on TransferProvisionSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:37ac070b5dfc8149e547741485b4dab0a9dad3b528d5125e61149c0f6b1401e3"}) as unknown as TypedDocumentString<ProvisionMutation, ProvisionMutationVariables>;
export const PushDocument = new TypedDocumentString(`
    mutation Push($input: TransferPushInput!) {
  transferPush(input: $input) {
    ... on TransferPushSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:27a8c94df876ae6afd6a5713dc5b39e92d5121d0aec654eafc3833cba9a5a018"}) as unknown as TypedDocumentString<PushMutation, PushMutationVariables>;
export const AcceptSecretsDocument = new TypedDocumentString(`
    mutation AcceptSecrets($input: TransferAcceptSecretsInput!) {
  transferAcceptSecrets(input: $input) {
    ... on TransferAcceptSecretsSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:30b50ec13c11a8bce1f29dbbd827a8e8f7ead72b4f247af21e744a35c543a605"}) as unknown as TypedDocumentString<AcceptSecretsMutation, AcceptSecretsMutationVariables>;
export const ActivateTransferDocument = new TypedDocumentString(`
    mutation ActivateTransfer($input: TransferActivateInput!) {
  transferActivate(input: $input) {
    ... on TransferActivateSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:61f9563ec14a1a8487ed11e21c2056dbc6630b6ca104c51ae8f4892b070e3b98"}) as unknown as TypedDocumentString<ActivateTransferMutation, ActivateTransferMutationVariables>;
export const TopUpDocument = new TypedDocumentString(`
    mutation TopUp($input: BudgetTopUpInput!) {
  budgetTopUp(input: $input) {
    ... on BudgetTopUpSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:e0bd3f8c1c8bba4329509ce20199b450034154730da867b0c7fe081e55b82a67"}) as unknown as TypedDocumentString<TopUpMutation, TopUpMutationVariables>;
export const TerminateDocument = new TypedDocumentString(`
    mutation Terminate($input: TransferTerminateInput!) {
  transferTerminate(input: $input) {
    ... on TransferTerminateSuccess {
      replayed
      transfer {
        ...CliTransfer
      }
    }
    ...CliRefusal
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}
fragment CliRefusal on Refusal {
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
  ... on WrongActor {
    currentStatus
  }
  ... on Fenced {
    currentEpoch
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
}`, {"hash":"sha256:29a684ce2c8a09b919e37cf8848513121fa9d28455cb20b757a6406d30e759f6"}) as unknown as TypedDocumentString<TerminateMutation, TerminateMutationVariables>;
export const StatusDocument = new TypedDocumentString(`
    query Status($id: ID!) {
  transfer(id: $id) {
    ...CliTransfer
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}`, {"hash":"sha256:ef4edfae84f04737957ed4181bb37c80b5a427de09a86d4880a09abd1b13606e"}) as unknown as TypedDocumentString<StatusQuery, StatusQueryVariables>;
export const ListDocument = new TypedDocumentString(`
    query List($filter: TransferFilter, $first: Int, $after: String) {
  transfers(filter: $filter, first: $first, after: $after) {
    edges {
      node {
        ...CliTransfer
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliTransfer on Transfer {
  id
  status
  checksum
  epoch
  baseEpoch
  fenced
  tier
  pool
  graceSeconds
  metered
  metering
  stagedAt
  endedAt
  endedReason
  session {
    id
    epoch
    label
  }
  source {
    host
    client
    cwd
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
    claimExpiresAt
  }
  secrets {
    count
    digest
    pending
    acceptedAt
  }
  runtime {
    claimedAt
    claimedBy
    verifiedAt
    heartbeatAt
    leaseLapsed
    ceilings
    tornDownAt
    teardownProven
    awaitingReplacement
  }
  availableActions {
    action
    resultsIn
    irreversible
    requires
  }
}`, {"hash":"sha256:4713dc8427d2e94558492b03ea54653eb72e8b8bf9240358f64d5be3f665b686"}) as unknown as TypedDocumentString<ListQuery, ListQueryVariables>;
export const SnapshotDocument = new TypedDocumentString(`
    query Snapshot($id: ID!) {
  transfer(id: $id) {
    id
    checksum
    source {
      cwd
    }
    session {
      id
      label
    }
    snapshot {
      id
      format
      byteLength
      parts {
        path
        mediaType
        length
        sha256
      }
    }
  }
}
    `, {"hash":"sha256:58616a9e9a0f5c8a0eda5a11988de53949c36fb128868bb8fd7efec263293053"}) as unknown as TypedDocumentString<SnapshotQuery, SnapshotQueryVariables>;
export const FeedCursorDocument = new TypedDocumentString(`
    query FeedCursor {
  feedCursor
}
    `, {"hash":"sha256:b4ef9e067cc440f1b257c5406811d2b786a3c9058e340bad049b47157432f367"}) as unknown as TypedDocumentString<FeedCursorQuery, FeedCursorQueryVariables>;
export const FollowTransferDocument = new TypedDocumentString(`
    subscription FollowTransfer($id: ID!, $after: String) {
  change: transferChanged(id: $id, after: $after) {
    ...CliChange
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}
fragment CliChange on TransferChange {
  cursor
  event {
    ...CliEvent
  }
}`, {"hash":"sha256:62048ab0d047aa43e20f1dd9ee43740e8b2da9842aae30247060c312b321d347"}) as unknown as TypedDocumentString<FollowTransferSubscription, FollowTransferSubscriptionVariables>;
export const WatchTransfersDocument = new TypedDocumentString(`
    subscription WatchTransfers($after: String) {
  change: transfersChanged(after: $after) {
    ...CliChange
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}
fragment CliChange on TransferChange {
  cursor
  event {
    ...CliEvent
  }
}`, {"hash":"sha256:641e7833f03cc30a424c737162cf99289cf4b22346dcac59ba91547b377cec0c"}) as unknown as TypedDocumentString<WatchTransfersSubscription, WatchTransfersSubscriptionVariables>;
export const WatchInsolvencyDocument = new TypedDocumentString(`
    subscription WatchInsolvency($after: String) {
  change: insolvencyRaised(after: $after) {
    ...CliChange
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}
fragment CliChange on TransferChange {
  cursor
  event {
    ...CliEvent
  }
}`, {"hash":"sha256:c25d6bae1d15e00d065e2512518e1f8ac3375a44c3b41c7193aaa9b94aa8d739"}) as unknown as TypedDocumentString<WatchInsolvencySubscription, WatchInsolvencySubscriptionVariables>;
export const FollowEventsDocument = new TypedDocumentString(`
    subscription FollowEvents($after: String) {
  change: events(after: $after) {
    ...CliChange
  }
}
    fragment CliEvent on Event {
  id
  sequence
  type
  aggregate
  aggregateId
  at
  actor
  data
}
fragment CliChange on TransferChange {
  cursor
  event {
    ...CliEvent
  }
}`, {"hash":"sha256:06225fb5b0acef8f919998d36045b9cbbf8b015d100ef5ac342cc09dfda9958e"}) as unknown as TypedDocumentString<FollowEventsSubscription, FollowEventsSubscriptionVariables>;
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