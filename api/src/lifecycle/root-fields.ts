/**
 * The third layer before an agent: which root fields a kind of credential may reach at all, whatever its scopes say
 * and whatever its documents select. Checked at start against every document of the kind's manifest, and again in
 * front of each command.
 */

/** What nobody but people, orchestrators and, where named, runtimes may reach stands in no list here. */
const AGENT_FIELDS = [
  'transferStage',
  'transferProvision',
  'transferPush',
  'transferActivate',
  'transfer',
  'transfers',
  'handoffSend',
  'handoffAccept',
  'handoffCancel',
  'handoffComplete',
  'handoffMessageSend',
  'proposalRevise',
  'handoff',
  'inbox',
  'sent',
  'teammates',
  'handoffChanged',
  'inboxChanged',
  'viewer',
  'node',
] as const;

const DAEMON_FIELDS = ['transferClaim', 'claimableTransfers', 'viewer'] as const;

const CLAIM_FIELDS = [
  'transferVerifyDestination',
  'transferRenewLease',
  'transferReportUsage',
  'transferReportTeardown',
  'transferStage',
  'budgetHold',
  'budgetSettle',
  'transfer',
  'viewer',
] as const;

/** Kinds of credential as this layer tells them apart: a runtime's is a pool daemon's key or a claim's. */
export type Credential = 'person' | 'agent' | 'orchestrator' | 'daemon' | 'claim' | 'integrator';

const LISTS: Partial<Record<Credential, ReadonlySet<string>>> = {
  agent: new Set(AGENT_FIELDS),
  daemon: new Set(DAEMON_FIELDS),
  claim: new Set(CLAIM_FIELDS),
};

/** Whether such a credential may reach this root field. Those without a list are bound by scopes alone. */
export function mayReach(credential: Credential, field: string): boolean {
  return LISTS[credential]?.has(field) ?? true;
}
