import { newId } from '../../api/src/ids.js';

const HASH = 'a'.repeat(64);
const lease = { epoch: 1, leaseSecret: 'x' };

/** A well-formed input of every mutation there is, so that nothing but a layer refuses it before its command. */
export const wellFormedInputs = (id: string): Record<string, Record<string, unknown>> => ({
  apiKeyIssue: { kind: 'ORCHESTRATOR', name: 'more' },
  apiKeyRevoke: { id: newId('apiKey') },
  budgetHold: { id, ...lease, holdId: 'h', amountUsd: '0.10' },
  budgetSettle: { id, ...lease, holdId: 'h', amountUsd: '0.10' },
  budgetTopUp: { id, amountUsd: '1.00', reason: 'more' },
  handoffAccept: { id },
  handoffCancel: { id },
  handoffComplete: { id, outcome: 'DONE', resultSummary: 'Done.' },
  handoffMessageSend: { id, message: 'Hello.' },
  handoffSend: { recipient: 'reviewer@web', intent: 'INFORM', summary: 'Hello.' },
  organisationCreate: { slug: 'mine' },
  principalCreate: { kind: 'PERSON', name: 'me', role: 'ADMIN' },
  principalDisable: { id: newId('principal') },
  proposalDecide: { id, digest: HASH, decision: 'APPROVED' },
  proposalRevise: { id, base: HASH, proposedAction: { description: 'More.' } },
  setUpLinkIssue: { personId: id },
  teammateAdd: { handle: 'me@web', name: 'Me' },
  teammateBlock: { handle: 'reviewer@web' },
  teammateUnblock: { handle: 'reviewer@web' },
  transferAcceptSecrets: { id, secretsDigest: HASH },
  transferActivate: { id, transferToken: 'x' },
  transferClaim: { id },
  transferFork: { id },
  transferProvision: { id, transferToken: 'x' },
  transferPush: { id },
  transferRenewLease: { id, ...lease },
  transferReplaceRuntime: {
    id,
    transferToken: 'x',
    driverReport: { state: 'GONE', observedAt: '2026-01-01T00:00:00Z' },
  },
  transferReportTeardown: { id, proven: true },
  transferReportUsage: { id, ...lease, usageId: 'u', reporter: 'COMMAND', amountUsd: '0.10' },
  transferStage: { source: { host: 'h', client: 'c', cwd: '/' }, toolState: {} },
  transferTerminate: { id, reason: 'stop' },
  transferTokenMint: { id, scope: 'ACTIVATE' },
  transferVerifyDestination: { id, checksum: HASH, leaseSecretSha256: HASH },
});
