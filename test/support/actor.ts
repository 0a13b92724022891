import { createHash, randomUUID } from 'node:crypto';
import type { Viewer } from '../../api/src/principal/viewer.js';
import { TRANSFER_QUERY } from './operations.js';

/** An answer of a mutation, a refusal's fields beside a success's. A fault has `__typename: 'Fault'` and its code. */
export interface Answer {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly replayed?: boolean;
  readonly status?: string;
  readonly currentStatus?: string;
  readonly epoch?: number;
  readonly availableActions?: readonly { action: string }[];
  readonly recordedAsLate?: boolean;
  readonly missing?: readonly string[];
  readonly issues?: readonly { path: string; code: string; message: string }[];
  readonly secrets?: readonly { path: string; line: number | null; field: string | null; rule: string }[];
  readonly remaining?: string;
  readonly currentEpoch?: number | null;
  readonly transfer?: TransferAnswer;
  readonly handoff?: HandoffAnswer;
  /** The message that a move on a thread stored. */
  readonly sentMessage?: {
    id: string;
    sequenceNo: number;
    side: string;
    author: string;
    body: string;
    digest: string;
  };
  readonly duplicateOf?: string | null;
  readonly suggestions?: readonly string[];
  readonly proposalDigest?: string | null;
  readonly acceptedBy?: string | null;
  readonly acceptedAt?: string | null;
  readonly limit?: string | null;
  readonly most?: number | null;
  readonly offenders?: readonly { path: string; size: number }[];
  readonly budget?: BudgetAnswer;
  readonly deadlines?: DeadlinesAnswer;
  readonly token?: string | null;
  readonly credential?: string | null;
  readonly expiresAt?: string;
  readonly holdExpiresAt?: string;
}

export interface BudgetAnswer {
  readonly allocated: string;
  readonly spent: string;
  readonly held: string;
  readonly late: string;
  readonly remaining: string;
  readonly allocation: number;
  readonly exhaustedAt: string | null;
}

export interface DeadlinesAnswer {
  readonly expiresAt: string;
  readonly graceEndsAt: string | null;
  readonly leaseExpiresAt: string | null;
  readonly claimExpiresAt: string | null;
}

export interface TransferAnswer {
  readonly id: string;
  readonly status: string;
  readonly epoch: number | null;
  readonly baseEpoch: number;
  readonly fenced: boolean;
  readonly checksum: string;
  readonly tier: string | null;
  readonly pool: string | null;
  readonly metered: boolean;
  readonly metering: string;
  readonly endedAt: string | null;
  readonly endedReason: string | null;
  readonly entriesSinceSnapshot: number | null;
  readonly budget: BudgetAnswer | null;
  readonly deadlines: DeadlinesAnswer;
  readonly runtime: Record<string, unknown>;
  readonly secrets: { count: number; digest: string | null; pending: boolean };
  readonly availableActions: readonly { action: string }[];
  readonly session: { id: string };
}

export interface HandoffAnswer {
  readonly id: string;
  readonly status: string;
  readonly intent: string;
  readonly preview: string;
  readonly messageCount: number;
  readonly unread: boolean;
  readonly acceptedBy: string | null;
  readonly acceptedSession: string | null;
  readonly outcome: string | null;
  readonly resultSummary: string | null;
  readonly delivery: Record<
    'storedAt' | 'deliveredAt' | 'surfacedAt' | 'acceptedAt' | 'readAt',
    string | null
  >;
  readonly proposal: { version: number; digest: string; state: string; description: string } | null;
  readonly availableActions: readonly { action: string }[];
}

/** What a runtime shows with each write. */
export interface Lease {
  readonly epoch: number;
  readonly leaseSecret: string;
}

export type Execute = (
  viewer: Viewer,
  document: string,
  variables: Record<string, unknown>,
) => Promise<Record<string, unknown>>;
export type Mutate = (viewer: Viewer, field: string, input: Record<string, unknown>) => Promise<Answer>;

type Input = Record<string, unknown>;

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The offer of a provision token, unless a test says otherwise. */
export const OFFER = { tier: 'sandbox-small', allocatedUsd: '1.00', pool: 'local', graceSeconds: 60 };

/** Somebody with a credential. Each method is one call of the API; none throws on a refusal. */
export class Actor {
  constructor(
    readonly viewer: Viewer,
    /** The secret of its key; null for a person, who has none. */
    readonly key: string | null,
    private readonly hands: { execute: Execute; mutate: Mutate },
  ) {}

  get id(): string {
    return this.viewer.id;
  }

  /** Any document; what it answered under `data`. Throws what the schema throws. */
  call(document: string, variables: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.hands.execute(this.viewer, document, variables);
  }

  /** Any mutation by its name. */
  mutate(field: string, input: Input): Promise<Answer> {
    return this.hands.mutate(this.viewer, field, input);
  }

  async transfer(id: string): Promise<TransferAnswer | null> {
    return (await this.call(TRANSFER_QUERY, { id })).transfer as TransferAnswer | null;
  }

  stage(more: Input = {}): Promise<Answer> {
    return this.mutate('transferStage', {
      source: { host: 'laptop', client: 'test', cwd: '/home/someone' },
      messageHistory: [{ role: 'user', content: `What is ${randomUUID()}?` }],
      ...more,
    });
  }

  acceptSecrets(id: string, secretsDigest: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferAcceptSecrets', { id, secretsDigest, ...more });
  }

  mint(id: string, scope: 'PROVISION_RUNTIME' | 'ACTIVATE', more: Input = {}): Promise<Answer> {
    return this.mutate('transferTokenMint', {
      id,
      scope,
      ...(scope === 'PROVISION_RUNTIME' && { provision: OFFER }),
      ...more,
    });
  }

  provision(id: string, transferToken: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferProvision', { id, transferToken, ...more });
  }

  claim(id: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferClaim', { id, ...more });
  }

  push(id: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferPush', { id, ...more });
  }

  /** `facts`: checksum, entries, lastEntrySha256. */
  verify(id: string, facts: Input, leaseSecret: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferVerifyDestination', {
      id,
      ...facts,
      leaseSecretSha256: sha256(leaseSecret),
      ...more,
    });
  }

  activate(id: string, transferToken: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferActivate', { id, transferToken, ...more });
  }

  renew(id: string, lease: Lease, more: Input = {}): Promise<Answer> {
    return this.mutate('transferRenewLease', { id, ...lease, ...more });
  }

  report(id: string, lease: Lease, usageId: string, amountUsd: string, more: Input = {}): Promise<Answer> {
    const reporter = this.viewer.kind === 'orchestrator' ? 'MANUAL' : 'GATEWAY';
    return this.mutate('transferReportUsage', { id, ...lease, usageId, amountUsd, reporter, ...more });
  }

  hold(id: string, lease: Lease, holdId: string, amountUsd: string, more: Input = {}): Promise<Answer> {
    return this.mutate('budgetHold', { id, ...lease, holdId, amountUsd, ...more });
  }

  settle(id: string, lease: Lease, holdId: string, amountUsd: string): Promise<Answer> {
    return this.mutate('budgetSettle', { id, ...lease, holdId, amountUsd });
  }

  topUp(id: string, amountUsd: string, more: Input = {}): Promise<Answer> {
    return this.mutate('budgetTopUp', { id, amountUsd, reason: 'more work', ...more });
  }

  replaceRuntime(id: string, transferToken: string, more: Input = {}): Promise<Answer> {
    const driverReport = { state: 'GONE', observedAt: '2026-01-01T00:00:00.000Z' };
    return this.mutate('transferReplaceRuntime', { id, transferToken, driverReport, ...more });
  }

  terminate(id: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferTerminate', { id, reason: 'no longer needed', ...more });
  }

  teardown(id: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferReportTeardown', { id, proven: true, ...more });
  }

  fork(id: string, more: Input = {}): Promise<Answer> {
    return this.mutate('transferFork', { id, ...more });
  }
}

/** The answer as a success; throws with the refusal otherwise. */
export function ok<A extends Answer>(answer: A): A & { readonly transfer: TransferAnswer } {
  if (answer.code !== undefined) throw new Error(`Expected a success, got ${JSON.stringify(answer)}`);
  return answer as A & { readonly transfer: TransferAnswer };
}

/** `OK`, or the code of the refusal or fault. */
export const codeOf = (answer: Answer): string => answer.code ?? 'OK';
