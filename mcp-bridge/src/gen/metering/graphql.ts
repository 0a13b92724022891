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

export type Report_UsageMutationVariables = Exact<{
  input: TransferReportUsageInput;
}>;


export type Report_UsageMutation = { transferReportUsage:
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean, issues: Array<{ path: string, code: string, message: string }> }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { currentStatus: string | null, code: ErrorCode, message: string, retryable: boolean, replayed: boolean, availableActions: Array<{ action: string, resultsIn: Array<string>, irreversible: boolean, requires: Requirement | null }> }
    | { replayed: boolean, status: TransferStatus, epoch: number, budget: { allocated: string, spent: string, held: string, late: string, remaining: string, worstCase: string, exhaustedAt: string | null }, deadlines: { expiresAt: string, graceEndsAt: string | null, leaseExpiresAt: string | null } }
    | { currentStatus: string | null, recordedAsLate: boolean, code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
    | { code: ErrorCode, message: string, retryable: boolean, replayed: boolean }
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

export const Report_UsageDocument = new TypedDocumentString(`
    mutation report_usage($input: TransferReportUsageInput!) {
  transferReportUsage(input: $input) {
    ... on TransferReportUsageSuccess {
      replayed
      status
      epoch
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
    }
    ... on Refusal {
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
        recordedAsLate
      }
      ... on Fenced {
        recordedAsLate
      }
      ... on InvalidInput {
        issues {
          path
          code
          message
        }
      }
    }
  }
}
    `, {"hash":"sha256:b587aa3eaa6584ae0dc9c5dbbef74aa301db84e8654a9a0d2417802345c695f2"}) as unknown as TypedDocumentString<Report_UsageMutation, Report_UsageMutationVariables>;