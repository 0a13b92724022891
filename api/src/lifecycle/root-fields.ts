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
  'viewer',
  'node',
] as const;

const RUNTIME_FIELDS = [
  'transferClaim',
  'transferVerifyDestination',
  'transferRenewLease',
  'transferReportUsage',
  'transferReportTeardown',
  'transferStage',
  'budgetHold',
  'budgetSettle',
  'claimableTransfers',
  'transfer',
  'viewer',
] as const;

const LISTS: Record<string, ReadonlySet<string>> = {
  agent: new Set(AGENT_FIELDS),
  runtime: new Set(RUNTIME_FIELDS),
};

/** Whether a credential of this kind may reach this root field. Kinds without a list are bound by scopes alone. */
export function mayReach(kind: string, field: string): boolean {
  return LISTS[kind]?.has(field) ?? true;
}
