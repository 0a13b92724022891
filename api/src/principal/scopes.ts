/** What a credential may do at all, before anything is known of the object. */
export const SCOPES = [
  'transfer:read',
  'transfer:content',
  'transfer:stage',
  'transfer:move',
  'transfer:terminate',
  'token:mint',
  'budget:topup',
  'secret:accept',
  'runtime:manage',
  'runtime:claim',
  'usage:report',
  'handoff:use',
  'handoff:read-all',
  'proposal:decide',
  'event:read',
  'alert:manage',
  'principal:manage',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export const KINDS = ['person', 'agent', 'orchestrator', 'runtime', 'integrator'] as const;
export type Kind = (typeof KINDS)[number];
export const ROLES = ['admin', 'operator', 'developer'] as const;
export type Role = (typeof ROLES)[number];

const ADMIN: readonly Scope[] = [
  'transfer:read',
  'transfer:content',
  'transfer:stage',
  'transfer:terminate',
  'token:mint',
  'budget:topup',
  'secret:accept',
  'runtime:manage',
  'handoff:use',
  'handoff:read-all',
  'proposal:decide',
  'event:read',
  'alert:manage',
  'principal:manage',
  'audit:read',
];
const WITHHELD_FROM_OPERATORS: readonly Scope[] = [
  'transfer:content',
  'handoff:read-all',
  'principal:manage',
];

/** Scopes of a person by role. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  admin: ADMIN,
  operator: ADMIN.filter((scope) => !WITHHELD_FROM_OPERATORS.includes(scope)),
  developer: ['transfer:read', 'transfer:content', 'secret:accept', 'handoff:use', 'proposal:decide'],
};

/** The scopes a key of this kind gets when it asks for none. */
export const DEFAULT_SCOPES: Record<Exclude<Kind, 'person'>, readonly Scope[]> = {
  agent: ['transfer:read', 'transfer:stage', 'transfer:move', 'handoff:use'],
  orchestrator: [
    'transfer:read',
    'transfer:content',
    'transfer:stage',
    'transfer:move',
    'transfer:terminate',
    'token:mint',
    'budget:topup',
    'secret:accept',
    'runtime:manage',
    'usage:report',
    'event:read',
  ],
  runtime: ['runtime:claim'],
  integrator: ['transfer:read', 'event:read'],
};

/**
 * What a key of this kind may hold at most. The database checks agents and runtimes again. An integrator holds
 * `handoff:use` only when it names the person it acts for.
 */
export const GRANTABLE_SCOPES: Record<Exclude<Kind, 'person'>, readonly Scope[]> = {
  ...DEFAULT_SCOPES,
  integrator: [
    ...DEFAULT_SCOPES.integrator,
    'transfer:content',
    'handoff:use',
    'handoff:read-all',
    'alert:manage',
  ],
};
