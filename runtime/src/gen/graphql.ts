/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Reserves money before a call whose cost is not yet known. */
export type BudgetHoldInput = {
  /** The most the call can cost, decimal USD. */
  amountUsd: string;
  /** The epoch it acts under. */
  epoch: number;
  /** Id of the hold, 1 to 128 characters; its own idempotency key. */
  holdId: string;
  /** The transfer. */
  id: string;
  /** The secret whose hash it sent with its verification. */
  leaseSecret: string;
  /** Seconds until it counts in full unless settled, 1 to 3600; default 600. */
  lifeSeconds?: number | null | undefined;
};

/** The true cost of what a hold was for. */
export type BudgetSettleInput = {
  /** What it cost, decimal USD; 0 gives the hold back. */
  amountUsd: string;
  /** The epoch it acts under. */
  epoch: number;
  /** The hold. */
  holdId: string;
  /** The transfer. */
  id: string;
  /** The secret whose hash it sent with its verification. */
  leaseSecret: string;
};

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

/** A daemon takes a transfer of its pool. */
export type TransferClaimInput = {
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
};

/** Keeps a lease, or revives it. */
export type TransferRenewLeaseInput = {
  /** The epoch it acts under. */
  epoch: number;
  /** The transfer. */
  id: string;
  /** Optional: a renewal may be repeated without harm. */
  idempotencyKey?: string | null | undefined;
  /** The secret whose hash it sent with its verification. */
  leaseSecret: string;
};

/** The runtime of an ended transfer says that it is gone. */
export type TransferReportTeardownInput = {
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Whether it saw that no process and no file is left. */
  proven: boolean;
};

/** Something that was spent. Reporter and usage id count once, for ever. */
export type TransferReportUsageInput = {
  /** Decimal USD, at most nine places, not negative; 0 is taken and tells nobody. */
  amountUsd: string;
  /** For people, at most 4 KiB of JSON. */
  detail?: unknown;
  /** The epoch it acts under. */
  epoch: number;
  /** The transfer. */
  id: string;
  /** The secret whose hash it sent with its verification. */
  leaseSecret: string;
  /** Who says so. */
  reporter: Reporter;
  /** Id of the thing billed, 1 to 128 characters; its own idempotency key. */
  usageId: string;
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

/** What the destination recomputed from the bytes it holds. */
export type TransferVerifyDestinationInput = {
  /** Checksum of the manifest it rebuilt. */
  checksum: string;
  /** Entries of the main part; 0 without one. */
  entries?: number | null | undefined;
  /** The transfer. */
  id: string;
  /** Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new. */
  idempotencyKey?: string | null | undefined;
  /** Digest of the main part's last entry; left out without one. */
  lastEntrySha256?: string | null | undefined;
  /** sha256 of the lease secret it chose; the secret itself stays there. */
  leaseSecretSha256: string;
};

type Refused_Blocked_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_ChecksumMismatch_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, entries: number | null, lastEntrySha256: string | null } | null, actual: { sha256: string | null, entries: number | null, lastEntrySha256: string | null } | null };

type Refused_DuplicateIdempotencyKey_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_Fenced_Fragment = { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_IdempotencyInProgress_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_InsufficientBudget_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_InvalidInput_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type Refused_InvalidIntentPayload_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_NotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_NotReady_Fragment = { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_RecipientNotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_SecretDetected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_StateChanged_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_ThreadTerminal_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_TierLimit_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_TokenRejected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_TooLarge_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_TransferTerminal_Fragment = { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type Refused_WrongActor_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

export type RefusedFragment =
  | Refused_Blocked_Fragment
  | Refused_ChecksumMismatch_Fragment
  | Refused_DuplicateIdempotencyKey_Fragment
  | Refused_Fenced_Fragment
  | Refused_IdempotencyInProgress_Fragment
  | Refused_InsufficientBudget_Fragment
  | Refused_InvalidInput_Fragment
  | Refused_InvalidIntentPayload_Fragment
  | Refused_NotFound_Fragment
  | Refused_NotReady_Fragment
  | Refused_RecipientNotFound_Fragment
  | Refused_SecretDetected_Fragment
  | Refused_StateChanged_Fragment
  | Refused_ThreadTerminal_Fragment
  | Refused_TierLimit_Fragment
  | Refused_TokenRejected_Fragment
  | Refused_TooLarge_Fragment
  | Refused_TransferTerminal_Fragment
  | Refused_WrongActor_Fragment
;

export type MoneyFragment = { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null };

export type ClocksFragment = { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null };

type Answer_BudgetHoldSuccess_Fragment = { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } };

type Answer_BudgetSettleSuccess_Fragment = { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } };

type Answer_TransferRenewLeaseSuccess_Fragment = { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } };

type Answer_TransferReportUsageSuccess_Fragment = { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } };

export type AnswerFragment =
  | Answer_BudgetHoldSuccess_Fragment
  | Answer_BudgetSettleSuccess_Fragment
  | Answer_TransferRenewLeaseSuccess_Fragment
  | Answer_TransferReportUsageSuccess_Fragment
;

export type ClaimableTransfersQueryVariables = Exact<{
  first?: number | null | undefined;
  tiers?: Array<string> | string | null | undefined;
}>;


export type ClaimableTransfersQuery = { claimableTransfers: Array<{ id: string, tier: string, checksum: string, byteLength: number }> };

export type ClaimTransferMutationVariables = Exact<{
  input: TransferClaimInput;
}>;


export type ClaimTransferMutation = { transferClaim:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { credential: string | null, replayed: boolean, transfer: { id: string, status: TransferStatus, tier: string | null, checksum: string, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } } }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type WatchTransferQueryVariables = Exact<{
  id: string;
}>;


export type WatchTransferQuery = { transfer: { id: string, status: TransferStatus, epoch: number | null, tier: string | null, limits: unknown, checksum: string, session: { id: string, label: string | null }, source: { host: string, client: string, cwd: string } | null, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null }, runtime: { verifiedAt: string | null, tornDownAt: string | null, awaitingReplacement: boolean }, snapshot: { id: string, format: string, byteLength: number, parts: Array<{ path: string, mediaType: string, length: number, sha256: string }> } | null } | null };

export type VerifyDestinationMutationVariables = Exact<{
  input: TransferVerifyDestinationInput;
}>;


export type VerifyDestinationMutation = { transferVerifyDestination:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, entries: number | null, lastEntrySha256: string | null } | null, actual: { sha256: string | null, entries: number | null, lastEntrySha256: string | null } | null }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, epoch: number | null } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type RenewLeaseMutationVariables = Exact<{
  input: TransferRenewLeaseInput;
}>;


export type RenewLeaseMutation = { transferRenewLease:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ReportUsageMutationVariables = Exact<{
  input: TransferReportUsageInput;
}>;


export type ReportUsageMutation = { transferReportUsage:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type HoldBudgetMutationVariables = Exact<{
  input: BudgetHoldInput;
}>;


export type HoldBudgetMutation = { budgetHold:
    | { holdExpiresAt: string, status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type SettleHoldMutationVariables = Exact<{
  input: BudgetSettleInput;
}>;


export type SettleHoldMutation = { budgetSettle:
    | { status: TransferStatus, epoch: number, replayed: boolean, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null, claimExpiresAt: string | null } }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentEpoch: number | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type ReportTeardownMutationVariables = Exact<{
  input: TransferReportTeardownInput;
}>;


export type ReportTeardownMutation = { transferReportTeardown:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus } }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
   };

export type StageReturnTripMutationVariables = Exact<{
  input: TransferStageInput;
}>;


export type StageReturnTripMutation = { transferStage:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { replayed: boolean, transfer: { id: string, status: TransferStatus, checksum: string } }
   };

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
export const RefusedFragmentDoc = new TypedDocumentString(`
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
    `, {"fragmentName":"Refused"}) as unknown as TypedDocumentString<RefusedFragment, unknown>;
export const MoneyFragmentDoc = new TypedDocumentString(`
    fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
    `, {"fragmentName":"Money"}) as unknown as TypedDocumentString<MoneyFragment, unknown>;
export const ClocksFragmentDoc = new TypedDocumentString(`
    fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}
    `, {"fragmentName":"Clocks"}) as unknown as TypedDocumentString<ClocksFragment, unknown>;
export const AnswerFragmentDoc = new TypedDocumentString(`
    fragment Answer on RuntimeAnswer {
  status
  epoch
  replayed
  budget {
    ...Money
  }
  deadlines {
    ...Clocks
  }
}
    fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}`, {"fragmentName":"Answer"}) as unknown as TypedDocumentString<AnswerFragment, unknown>;
export const ClaimableTransfersDocument = new TypedDocumentString(`
    query ClaimableTransfers($first: Int, $tiers: [String!]) {
  claimableTransfers(first: $first, tiers: $tiers) {
    id
    tier
    checksum
    byteLength
  }
}
    `, {"hash":"sha256:fdccf412aae7f3761870cbdbf1bfe1113f2d9919bc6d385192f178bd072eb9a3"}) as unknown as TypedDocumentString<ClaimableTransfersQuery, ClaimableTransfersQueryVariables>;
export const ClaimTransferDocument = new TypedDocumentString(`
    mutation ClaimTransfer($input: TransferClaimInput!) {
  transferClaim(input: $input) {
    ... on TransferClaimSuccess {
      credential
      replayed
      transfer {
        id
        status
        tier
        checksum
        deadlines {
          ...Clocks
        }
      }
    }
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}`, {"hash":"sha256:46b58b26a28357278ea451ff1c31499fbe756236b9fa34ba58acbdcc28d9f1ed"}) as unknown as TypedDocumentString<ClaimTransferMutation, ClaimTransferMutationVariables>;
export const WatchTransferDocument = new TypedDocumentString(`
    query WatchTransfer($id: ID!) {
  transfer(id: $id) {
    id
    status
    epoch
    tier
    limits
    checksum
    session {
      id
      label
    }
    source {
      host
      client
      cwd
    }
    budget {
      ...Money
    }
    deadlines {
      ...Clocks
    }
    runtime {
      verifiedAt
      tornDownAt
      awaitingReplacement
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
    fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}`, {"hash":"sha256:b8194f03b4e001cda917e8924a7e90a37ebf6c312a76380b4308f0f998f1389e"}) as unknown as TypedDocumentString<WatchTransferQuery, WatchTransferQueryVariables>;
export const VerifyDestinationDocument = new TypedDocumentString(`
    mutation VerifyDestination($input: TransferVerifyDestinationInput!) {
  transferVerifyDestination(input: $input) {
    ... on TransferVerifyDestinationSuccess {
      replayed
      transfer {
        id
        status
        epoch
      }
    }
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}`, {"hash":"sha256:ffee1abc75bf2b6421ea3b4d5bf4c68ff27ec85f028f2dc1bd6f04e7c300c653"}) as unknown as TypedDocumentString<VerifyDestinationMutation, VerifyDestinationMutationVariables>;
export const RenewLeaseDocument = new TypedDocumentString(`
    mutation RenewLease($input: TransferRenewLeaseInput!) {
  transferRenewLease(input: $input) {
    ...Answer
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}
fragment Answer on RuntimeAnswer {
  status
  epoch
  replayed
  budget {
    ...Money
  }
  deadlines {
    ...Clocks
  }
}`, {"hash":"sha256:08012a54f9aa29017503c4c3597fa15775075f5d376018f4684afbab6a291c85"}) as unknown as TypedDocumentString<RenewLeaseMutation, RenewLeaseMutationVariables>;
export const ReportUsageDocument = new TypedDocumentString(`
    mutation ReportUsage($input: TransferReportUsageInput!) {
  transferReportUsage(input: $input) {
    ...Answer
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}
fragment Answer on RuntimeAnswer {
  status
  epoch
  replayed
  budget {
    ...Money
  }
  deadlines {
    ...Clocks
  }
}`, {"hash":"sha256:92c13a360a0e797d63de4f65711a21ba047b9d3401c9b36980c29ea32bba8349"}) as unknown as TypedDocumentString<ReportUsageMutation, ReportUsageMutationVariables>;
export const HoldBudgetDocument = new TypedDocumentString(`
    mutation HoldBudget($input: BudgetHoldInput!) {
  budgetHold(input: $input) {
    ...Answer
    ... on BudgetHoldSuccess {
      holdExpiresAt
    }
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}
fragment Answer on RuntimeAnswer {
  status
  epoch
  replayed
  budget {
    ...Money
  }
  deadlines {
    ...Clocks
  }
}`, {"hash":"sha256:bc72b427912fba8c4c213ba666ffd216dbdebd273467cfb60f789f353744cdbb"}) as unknown as TypedDocumentString<HoldBudgetMutation, HoldBudgetMutationVariables>;
export const SettleHoldDocument = new TypedDocumentString(`
    mutation SettleHold($input: BudgetSettleInput!) {
  budgetSettle(input: $input) {
    ...Answer
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}
fragment Money on Budget {
  allocated
  spent
  held
  late
  remaining
  exhaustedAt
}
fragment Clocks on Deadlines {
  expiresAt
  graceEndsAt
  leaseExpiresAt
  claimExpiresAt
}
fragment Answer on RuntimeAnswer {
  status
  epoch
  replayed
  budget {
    ...Money
  }
  deadlines {
    ...Clocks
  }
}`, {"hash":"sha256:9d906794cb21712df357cdab1ce3d0cfe525311f33a59a31d4346ead439f10b1"}) as unknown as TypedDocumentString<SettleHoldMutation, SettleHoldMutationVariables>;
export const ReportTeardownDocument = new TypedDocumentString(`
    mutation ReportTeardown($input: TransferReportTeardownInput!) {
  transferReportTeardown(input: $input) {
    ... on TransferReportTeardownSuccess {
      replayed
      transfer {
        id
        status
      }
    }
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}`, {"hash":"sha256:5413fb57c86b4fe39e2c2f9180a709e90d68f74f89225c33dfc37c5c2fa41f8c"}) as unknown as TypedDocumentString<ReportTeardownMutation, ReportTeardownMutationVariables>;
export const StageReturnTripDocument = new TypedDocumentString(`
    mutation StageReturnTrip($input: TransferStageInput!) {
  transferStage(input: $input) {
    ... on TransferStageSuccess {
      replayed
      transfer {
        id
        status
        checksum
      }
    }
    ...Refused
  }
}
    fragment Refused on Refusal {
  code
  message
  retryable
  replayed
  ... on TransferTerminal {
    currentStatus
    recordedAsLate
  }
  ... on Fenced {
    currentEpoch
    recordedAsLate
  }
  ... on StateChanged {
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
  ... on ChecksumMismatch {
    expected {
      sha256
      entries
      lastEntrySha256
    }
    actual {
      sha256
      entries
      lastEntrySha256
    }
  }
}`, {"hash":"sha256:04f5c5cbac41051919b939ede5abd01c7ce47d89caa205c128241c5deb64b49f"}) as unknown as TypedDocumentString<StageReturnTripMutation, StageReturnTripMutationVariables>;