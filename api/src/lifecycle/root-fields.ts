/**
 * The third layer before a command: which root fields a kind of credential may reach at all, whatever its scopes say
 * and whatever its documents select. The door table names these lists for its GraphQL door; they are checked at start
 * against every document of a manifest, and again in front of each command. What stands in no list nobody reaches.
 */

/** Kinds of credential as the doors tell them apart: a runtime's is a pool daemon's key or a claim's. */
export const CREDENTIALS = ['person', 'agent', 'orchestrator', 'daemon', 'claim', 'integrator'] as const;
export type Credential = (typeof CREDENTIALS)[number];

const READING = ['viewer', 'node', 'transfer', 'transfers'] as const;
const FOLLOWING = [
  'events',
  'feedCursor',
  'transferChanged',
  'transfersChanged',
  'budgetChanged',
  'insolvencyRaised',
] as const;
const ADMINISTERING = [
  'apiKeys',
  'apiKeyIssue',
  'apiKeyRevoke',
  'auditLog',
  'organisationCreate',
  'principals',
  'principalCreate',
  'principalDisable',
  'setUpLinkIssue',
] as const;
const STEERING = [
  'budgetTopUp',
  'transferAcceptSecrets',
  'transferFork',
  'transferReplaceRuntime',
  'transferStage',
  'transferTerminate',
  'transferTokenMint',
] as const;
const MOVING = ['transferProvision', 'transferPush', 'transferActivate'] as const;
/** Handing work over, and taking it. What is decided about it is a person's. */
const HANDING = [
  'handoff',
  'handoffAccept',
  'handoffCancel',
  'handoffChanged',
  'handoffComplete',
  'handoffMessageSend',
  'handoffSend',
  'inbox',
  'inboxChanged',
  'proposalRevise',
  'sent',
  'teammates',
] as const;
const DECIDING = ['proposalDecide', 'teammateAdd', 'teammateBlock', 'teammateUnblock'] as const;
const RUNNING = [
  'transferVerifyDestination',
  'transferRenewLease',
  'transferReportUsage',
  'transferReportTeardown',
  'budgetHold',
  'budgetSettle',
] as const;

export const ROOT_FIELDS = {
  person: [...READING, ...FOLLOWING, ...STEERING, ...HANDING, ...DECIDING, ...ADMINISTERING],
  agent: [...READING, 'transferStage', ...MOVING, ...HANDING],
  // In the pool `manual` it runs what a runtime runs elsewhere.
  orchestrator: [...READING, ...FOLLOWING, ...STEERING, ...MOVING, ...RUNNING],
  daemon: ['viewer', 'claimableTransfers', 'transferClaim'],
  claim: ['viewer', 'transfer', 'transferStage', ...RUNNING],
  // Threads only for who names its person: no key without one holds the scope.
  integrator: [...READING, ...FOLLOWING, ...HANDING],
} as const satisfies Record<Credential, readonly string[]>;
