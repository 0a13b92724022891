import { enumOf } from '../schema/enum.js';
import type { Kind, Role, Scope } from './scopes.js';

const KIND_WORDS: Record<Kind, string> = {
  person: 'A human being, who signs in and holds no key.',
  agent:
    'An agent that runs somewhere: it moves its own sessions with tokens it is given, and authorises nothing.',
  orchestrator: 'Automation that decides about transfers: mints tokens, tops up, terminates.',
  runtime: 'A daemon that gives transfers of its pool a place to run.',
  integrator: 'A program that reads along.',
};
export const PrincipalKindEnum = enumOf(
  'PrincipalKind',
  'What a principal is. More may be added.',
  KIND_WORDS,
);

const ROLE_WORDS: Record<Role, string> = {
  admin: 'Everything a person may do in its organisation.',
  operator: "The administrator's rights without content, other people's threads, and principals.",
  developer: 'Own agents: their transfers, content, secrets and threads.',
};
export const RoleEnum = enumOf('Role', 'What a person may do. More may be added.', ROLE_WORDS);

const SCOPE_WORDS: Record<Scope, string> = {
  'transfer:read': 'Status, budget and events of transfers.',
  'transfer:content': 'What a session says: the bytes of its snapshot.',
  'transfer:stage': 'Stage and fork.',
  'transfer:move': 'Provision, push and activate, with tokens.',
  'transfer:terminate': 'Terminate.',
  'token:mint': 'Mint transfer tokens.',
  'budget:topup': 'Raise what a transfer may spend.',
  'secret:accept': 'Accept what looks like a secret in a snapshot.',
  'runtime:manage': 'Replace a lost runtime.',
  'runtime:claim': 'Claim transfers of its pool.',
  'usage:report': 'Verify, renew the lease, hold, settle, report usage and teardown.',
  'handoff:use': 'Send and answer handoffs.',
  'handoff:read-all': "Read other people's threads.",
  'proposal:decide': 'Approve and reject proposals.',
  'event:read': 'Events of the organisation.',
  'alert:manage': 'Alerts and their endpoints.',
  'principal:manage': 'Principals and keys.',
  'audit:read': 'The audit log, and metrics.',
};
export const ScopeEnum = enumOf(
  'Scope',
  'What a credential may do at all, before anything is known of the object. More may be added.',
  SCOPE_WORDS,
);

export const AuditOutcomeEnum = enumOf('AuditOutcome', 'How it went. More may be added.', {
  done: 'It was done.',
  refused: 'It was refused; the code says why.',
});
