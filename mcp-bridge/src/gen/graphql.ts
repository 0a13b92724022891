/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** How far what was spent can be trusted. More may be added. */
export type Metering =
  /** By a meter the agent does not hold. */
  | 'METERED'
  /** Nothing was reported yet. */
  | 'NONE'
  /** Only by what runs there: its own word. */
  | 'SELF_REPORTED';

/** What an action needs beside the right to it. More may be added. */
export type Requirement =
  /** A transfer token, handed over by the orchestrator. */
  | 'TRANSFER_TOKEN';

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

export type TransferFactsFragment = { id: string, status: TransferStatus, checksum: string, epoch: number | null, tier: string | null, pool: string | null, metered: boolean, metering: Metering, entriesSinceSnapshot: number | null, session: { id: string, epoch: number }, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null } | null, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null }, secrets: { count: number, pending: boolean }, runtime: { verifiedAt: string | null, tornDownAt: string | null }, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type RefusalFacts_ChecksumMismatch_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, expected: { sha256: string | null, length: number | null } | null, actual: { sha256: string | null, length: number | null } | null };

type RefusalFacts_DuplicateIdempotencyKey_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_Fenced_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_IdempotencyInProgress_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_InsufficientBudget_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_InvalidInput_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type RefusalFacts_NotFound_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_NotReady_Fragment = { missing: Array<string>, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_SecretDetected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, secrets: Array<{ path: string, line: number | null, field: string | null, rule: string }> };

type RefusalFacts_StateChanged_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> };

type RefusalFacts_TierLimit_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> };

type RefusalFacts_TokenRejected_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_TooLarge_Fragment = { limit: string | null, most: number | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, offenders: Array<{ path: string, size: number }> };

type RefusalFacts_TransferTerminal_Fragment = { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

type RefusalFacts_WrongActor_Fragment = { code: ErrorCode, message: string, retryable: boolean, replayed: boolean };

export type RefusalFactsFragment =
  | RefusalFacts_ChecksumMismatch_Fragment
  | RefusalFacts_DuplicateIdempotencyKey_Fragment
  | RefusalFacts_Fenced_Fragment
  | RefusalFacts_IdempotencyInProgress_Fragment
  | RefusalFacts_InsufficientBudget_Fragment
  | RefusalFacts_InvalidInput_Fragment
  | RefusalFacts_NotFound_Fragment
  | RefusalFacts_NotReady_Fragment
  | RefusalFacts_SecretDetected_Fragment
  | RefusalFacts_StateChanged_Fragment
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