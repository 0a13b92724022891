import { builder } from '../schema/builder.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import {
  type OrganisationSuccess,
  organisationCreate,
  type PrincipalSuccess,
  principalCreate,
  principalDisable,
} from './commands.js';
import { PrincipalKindEnum, RoleEnum, ScopeEnum } from './enums.graphql.js';
import { type ApiKeyIssueSuccess, type ApiKeySuccess, apiKeyIssue, apiKeyRevoke } from './key-commands.js';
import { ApiKeyRef, OrganisationRef, PrincipalRef } from './principal.graphql.js';

/** Refusals of every administration call. */
const KEYED: readonly RefusalCode[] = [
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'INVALID_INPUT',
];

const REPLAYED = 'True when an earlier call had done this, and this one changed nothing.';
const KEY =
  'Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new.';

type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;
const key = (t: InputFields) => ({ idempotencyKey: t.string({ description: KEY }) });
const pool = (t: InputFields) =>
  t.string({
    description: 'The pool a daemon serves; required for a new runtime, not for other kinds. Not `manual`.',
  });
const ownerId = (t: InputFields) =>
  t.id({
    description:
      'The person a new agent or integrator acts for on threads. Without it an agent acts for the caller, an integrator for nobody. Not for other kinds.',
  });

/** The success of a call that answers a principal, and the union it is part of. */
function principalResult(name: string, description: string, codes: readonly RefusalCode[]) {
  const success = builder.objectRef<PrincipalSuccess>(`${name}Success`).implement({
    description,
    fields: (t) => ({
      principal: t.field({
        type: PrincipalRef,
        description: 'As the call left it.',
        resolve: ({ principal }) => principal,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
  return resultUnion(name, success, codes);
}

const OrganisationCreateInput = builder.inputType('OrganisationCreateInput', {
  description: 'A new organisation.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'Its short name: 1 to 63 lower-case letters, digits and hyphens, no hyphen first.',
    }),
    ...key(t),
  }),
});

const OrganisationCreateSuccessRef = builder
  .objectRef<OrganisationSuccess>('OrganisationCreateSuccess')
  .implement({
    description: 'The organisation is there.',
    fields: (t) => ({
      organisation: t.field({
        type: OrganisationRef,
        description: 'It.',
        resolve: ({ organisation }) => organisation,
      }),
      administrator: t.field({
        type: PrincipalRef,
        description: 'The person `admin` who was made with it.',
        resolve: ({ administrator }) => administrator,
      }),
      setUpSecret: t.exposeString('setUpSecret', {
        nullable: true,
        description:
          'With it the administrator sets a password within 15 minutes, as `setUpLinkIssue` says; null on a replay.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

const PrincipalCreateInput = builder.inputType('PrincipalCreateInput', {
  description: 'A new principal.',
  fields: (t) => ({
    kind: t.field({ type: PrincipalKindEnum, required: true, description: 'What it is.' }),
    name: t.string({ required: true, description: '1 to 128 characters, unique among those of its kind.' }),
    role: t.field({
      type: RoleEnum,
      description: 'What a person may do; required for persons, not for other kinds.',
    }),
    ownerId: ownerId(t),
    pool: pool(t),
    ...key(t),
  }),
});

const PrincipalDisableInput = builder.inputType('PrincipalDisableInput', {
  description: 'Whom to disable.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The principal; not the caller itself.' }),
    ...key(t),
  }),
});

const ApiKeyIssueInput = builder.inputType('ApiKeyIssueInput', {
  description:
    'A new key, either for a principal by its id, or for the one of a kind and name, made when there is none.',
  fields: (t) => ({
    principalId: t.id({ description: 'Whose key it is. Stands without kind and name.' }),
    kind: t.field({
      type: PrincipalKindEnum,
      description: 'Kind of whose key it is; never a person. Stands with name.',
    }),
    name: t.string({ description: 'Name of whose key it is, 1 to 128 characters. Stands with kind.' }),
    ownerId: ownerId(t),
    pool: pool(t),
    scopes: t.field({
      type: [ScopeEnum],
      description: "What it may do, within its kind's; the kind's usual ones without it.",
    }),
    expiresInSeconds: t.int({
      description: 'Seconds until it is no good, 1 to 315360000; without it, until it is revoked.',
    }),
    ...key(t),
  }),
});

const ApiKeyIssueSuccessRef = builder.objectRef<ApiKeyIssueSuccess>('ApiKeyIssueSuccess').implement({
  description: 'The key was issued.',
  fields: (t) => ({
    apiKey: t.field({
      type: ApiKeyRef,
      description: 'What is kept of it.',
      resolve: ({ apiKey }) => apiKey as never,
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'The key itself, shown this once and kept nowhere; null on a replay.',
    }),
    replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
  }),
});

const ApiKeyRevokeInput = builder.inputType('ApiKeyRevokeInput', {
  description: 'Which key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'The key, `key_…`.' }), ...key(t) }),
});

const ApiKeyRevokeSuccessRef = builder.objectRef<ApiKeySuccess>('ApiKeyRevokeSuccess').implement({
  description: 'The key is no good any more.',
  fields: (t) => ({
    apiKey: t.field({
      type: ApiKeyRef,
      description: 'What is kept of it.',
      resolve: ({ apiKey }) => apiKey as never,
    }),
    replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
  }),
});

builder.mutationFields((t) => ({
  organisationCreate: t.field({
    type: resultUnion('OrganisationCreate', OrganisationCreateSuccessRef, ['WRONG_ACTOR', ...KEYED]),
    description:
      'Makes an organisation with its administrator. For the administrator of the first organisation.',
    args: { input: t.arg({ type: OrganisationCreateInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => organisationCreate(context, input),
  }),
  principalCreate: t.field({
    type: principalResult('PrincipalCreate', 'The principal is there.', KEYED),
    description: 'Makes a principal of the caller’s organisation, without a key. Scope `principal:manage`.',
    args: { input: t.arg({ type: PrincipalCreateInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => principalCreate(context, input),
  }),
  principalDisable: t.field({
    type: principalResult('PrincipalDisable', 'None of its keys is good any more.', ['NOT_FOUND', ...KEYED]),
    description:
      'Ends all keys of a principal for good; what it did and owns stays. Scope `principal:manage`.',
    args: { input: t.arg({ type: PrincipalDisableInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => principalDisable(context, input),
  }),
  apiKeyIssue: t.field({
    type: resultUnion('ApiKeyIssue', ApiKeyIssueSuccessRef, ['NOT_FOUND', ...KEYED]),
    description: 'Issues a key, and makes its principal when there is none yet. Scope `principal:manage`.',
    args: { input: t.arg({ type: ApiKeyIssueInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => apiKeyIssue(context, input),
  }),
  apiKeyRevoke: t.field({
    type: resultUnion('ApiKeyRevoke', ApiKeyRevokeSuccessRef, ['NOT_FOUND', ...KEYED]),
    description: 'Ends a key for good. Scope `principal:manage`.',
    args: { input: t.arg({ type: ApiKeyRevokeInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => apiKeyRevoke(context, input),
  }),
}));
