import { builder } from '../schema/builder.js';
import { admit } from './admit.js';
import { PrincipalKindEnum, RoleEnum, ScopeEnum } from './enums.graphql.js';
import type { Kind, Role, Scope } from './scopes.js';
import type { Viewer } from './viewer.js';

export const OrganisationRef = builder.prismaObject('Organisation', {
  description: 'What everything belongs to. Nothing is shared between two of them.',
  findUnique: ({ id }) => ({ id }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `org_…`.' }),
    slug: t.exposeString('slug', { description: 'Its short name, unique among all.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

export const PrincipalRef = builder.prismaObject('Principal', {
  description: 'Whoever can call: a person, an agent, an orchestrator, a runtime, an integrator.',
  findUnique: ({ organisationId, id }) => ({ organisationId_id: { organisationId, id } }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `prn_…`.' }),
    kind: t.field({
      type: PrincipalKindEnum,
      description: 'What it is.',
      resolve: ({ kind }) => kind as Kind,
    }),
    name: t.exposeString('name', { description: 'Unique among those of its kind in the organisation.' }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'What a person may do; null for the other kinds.',
      resolve: ({ role }) => role as Role | null,
    }),
    owner: t.relation('owner', {
      nullable: true,
      description:
        'The person that an agent, or an integrator that names one, acts for; null for the other kinds.',
    }),
    pool: t.exposeString('pool', {
      nullable: true,
      description: 'The pool a daemon serves; null for the other kinds.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when none of its keys is good any more; null while they are.',
    }),
  }),
});

export const ApiKeyRef = builder.prismaObject('ApiKey', {
  description: 'A credential of a principal. The key itself is shown once, when it is issued.',
  findUnique: ({ organisationId, id }) => ({ organisationId_id: { organisationId, id } }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `key_…`.' }),
    prefix: t.exposeString('prefix', { description: 'How the key begins, for people to tell keys apart.' }),
    principal: t.relation('principal', { description: 'Whom it authenticates.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it may do at most.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    transferId: t.exposeID('transferId', {
      nullable: true,
      description: 'The one transfer that a claim credential is good for; null for other keys.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    createdBy: t.exposeID('createdBy', {
      nullable: true,
      description: 'Principal that issued it; null when a claim did.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is no good; null: until it is revoked.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it is not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Its last use, to about a minute; null before the first.',
    }),
  }),
});

const ViewerRef = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Whoever calls, as its credential says.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its principal, `prn_…`.' }),
    kind: t.expose('kind', { type: PrincipalKindEnum, description: 'What it is.' }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'What a person may do; null for the other kinds.',
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What this credential may do at most.',
      resolve: ({ scopes }) => [...scopes],
    }),
    organisation: t.prismaField({
      type: OrganisationRef,
      description: 'Where it belongs.',
      resolve: (query, { organisationId }, _args, { reader }) =>
        reader.organisation.findUniqueOrThrow({ ...query, where: { id: organisationId } }),
    }),
    pool: t.exposeString('pool', {
      nullable: true,
      description: 'The pool a daemon serves; null for the other kinds.',
    }),
    transferId: t.exposeID('transferId', {
      nullable: true,
      description: 'The one transfer a claim credential is good for; null for the others.',
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'The caller itself.',
    resolve: async (_root, _args, context) => {
      await admit(context, 'viewer', null);
      return context.viewer;
    },
  }),
);
