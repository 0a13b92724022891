import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.js';
import { builder } from '../schema/builder.js';
import { idOf, newestFirst, orderedPage } from '../schema/connection.js';
import { admit } from './admit.js';
import { AuditOutcomeEnum, PrincipalKindEnum } from './enums.graphql.js';
import { ApiKeyRef, PrincipalRef } from './principal.graphql.js';

const AuditEntryRef = builder.prismaObject('Audit', {
  name: 'AuditEntry',
  description: 'One line of who tried what. Never holds content or a secret.',
  findUnique: null,
  fields: (t) => ({
    id: t.id({ description: 'Its identity, in decimal.', resolve: ({ id }) => String(id) }),
    actor: t.exposeID('actor', {
      description: 'Principal that tried; `anonymous` for who failed to sign in.',
    }),
    action: t.exposeString('action', {
      description: 'What it tried, like `apiKeyIssue`. More may be added.',
    }),
    subject: t.exposeID('subject', {
      nullable: true,
      description: 'What it tried it on; null when on nothing that has an id.',
    }),
    outcome: t.field({
      type: AuditOutcomeEnum,
      description: 'How it went.',
      resolve: ({ outcome }) => outcome as 'done' | 'refused',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Why it was refused; null when it was done.',
    }),
    at: t.expose('at', { type: 'DateTime', description: "When, by the database's clock." }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request, as its answer named it; null when there was none.',
    }),
  }),
});

/** Rows with what the document selects of their relations: one query, whatever the page. */
const ofNodes = (context: Context, info: GraphQLResolveInfo): object =>
  queryFromInfo({ context, info, path: ['edges', 'node'] });

builder.queryFields((t) => ({
  principals: t.connection(
    {
      type: PrincipalRef,
      description: 'Principals of the organisation in the order of their making. Scope `principal:manage`.',
      args: { kind: t.arg({ type: PrincipalKindEnum, description: 'Only of this kind; all without it.' }) },
      resolve: async (_root, args, context, info) => {
        await admit(context, 'principals', 'principal:manage');
        const { organisationId } = context.viewer;
        const of = args.kind == null ? {} : { kind: args.kind };
        return orderedPage(
          args,
          ({ between, direction, take }) =>
            context.reader.principal.findMany({
              ...ofNodes(context, info),
              where: { organisationId, ...of, id: between },
              orderBy: { id: direction },
              take,
            }),
          { keyOf: ({ id }) => id, parse: idOf('principal'), order: 'asc' },
        );
      },
    },
    { name: 'PrincipalConnection', description: 'A page of principals.' },
    { name: 'PrincipalEdge', description: 'A principal and its place in the list.' },
  ),
  apiKeys: t.connection(
    {
      type: ApiKeyRef,
      description:
        'Keys of the organisation in the order of their issue, revoked and expired ones too. Scope `principal:manage`.',
      args: { principalId: t.arg.id({ description: 'Only of this principal; all without it.' }) },
      resolve: async (_root, args, context, info) => {
        await admit(context, 'apiKeys', 'principal:manage');
        const { organisationId } = context.viewer;
        const of = args.principalId == null ? {} : { principalId: args.principalId };
        return orderedPage(
          args,
          ({ between, direction, take }) =>
            context.reader.apiKey.findMany({
              ...ofNodes(context, info),
              where: { organisationId, ...of, id: between },
              orderBy: { id: direction },
              take,
            }),
          { keyOf: ({ id }) => id, parse: idOf('apiKey'), order: 'asc' },
        );
      },
    },
    { name: 'ApiKeyConnection', description: 'A page of keys.' },
    { name: 'ApiKeyEdge', description: 'A key and its place in the list.' },
  ),
  auditLog: t.connection(
    {
      type: AuditEntryRef,
      description:
        'Who tried what, newest first: refused moves, reads of content, changes of keys and roles. Scope `audit:read`.',
      args: {
        action: t.arg.string({ description: 'Only of this action; all without it.' }),
        subject: t.arg.id({ description: 'Only on this; all without it.' }),
      },
      resolve: async (_root, args, context) => {
        await admit(context, 'auditLog', 'audit:read');
        const { organisationId } = context.viewer;
        const of = {
          ...(args.action == null ? {} : { action: args.action }),
          ...(args.subject == null ? {} : { subject: args.subject }),
        };
        return orderedPage(
          args,
          ({ between, direction, take }) =>
            context.reader.audit.findMany({
              where: { organisationId, ...of, id: between },
              orderBy: { id: direction },
              take,
            }),
          newestFirst(({ id }: { id: bigint }) => id),
        );
      },
    },
    { name: 'AuditEntryConnection', description: 'A page of the audit log.' },
    { name: 'AuditEntryEdge', description: 'A line of the audit log and its place in it.' },
  ),
}));
