import { formatCursor } from '../event/cursor.js';
import { EventConnectionRef, EventRef } from '../event/event.graphql.js';
import type { Prisma } from '../gen/prisma/client.js';
import { isId } from '../ids.js';
import { admit } from '../principal/admit.js';
import { builder } from '../schema/builder.js';
import { keysetPage, MAX_PAGE, PAGE } from '../schema/connection.js';
import { touchClaim } from './claim-store.js';
import { TransferStatusEnum } from './enums.graphql.js';
import { TransferRef } from './transfer.graphql.js';
import { matching, visibleTransfers } from './visible.js';

const ClaimableRef = builder
  .objectRef<Prisma.TransferGetPayload<{ include: { snapshot: true } }>>('ClaimableTransfer')
  .implement({
    description: 'What a daemon learns of a transfer before it claims it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The transfer.' }),
      tier: t.string({ description: 'The ceilings it needs.', resolve: ({ tier }) => tier ?? '' }),
      checksum: t.expose('checksum', { type: 'Sha256', description: 'Checksum of its snapshot.' }),
      byteLength: t.float({
        description: 'Bytes of its snapshot.',
        resolve: ({ snapshot }) => Number(snapshot.byteLength),
      }),
    }),
  });

export const TransferFilter = builder.inputType('TransferFilter', {
  description: 'Which transfers; fields left out do not restrict.',
  fields: (t) => ({
    status: t.field({ type: [TransferStatusEnum], description: 'In one of these states.' }),
    tier: t.string({ description: 'Of this tier.' }),
    sourceHost: t.string({ description: 'From this host.' }),
    stagedBy: t.id({ description: 'Staged by this principal.' }),
    session: t.id({ description: 'Of this session.' }),
  }),
});

builder.queryFields((t) => ({
  transfer: t.prismaField({
    type: TransferRef,
    nullable: true,
    description: 'One transfer; null when there is none or the viewer may not see it.',
    args: { id: t.arg.id({ required: true, description: 'TypeID, `trf_…`.' }) },
    resolve: async (query, _root, { id }, context) => {
      await admit(context, 'transfer', 'transfer:read');
      const { viewer, reader } = context;
      if (!isId('transfer', id)) return null;
      await touchClaim(context, id);
      return reader.transfer.findFirst({ ...query, where: { ...visibleTransfers(viewer), AND: { id } } });
    },
  }),
  transfers: t.prismaConnection(
    {
      type: TransferRef,
      cursor: 'id',
      maxSize: MAX_PAGE,
      defaultSize: PAGE,
      description: 'The transfers the viewer may see, newest first.',
      args: { filter: t.arg({ type: TransferFilter, description: 'Which of them; all without it.' }) },
      resolve: async (query, _root, { filter }, context) => {
        await admit(context, 'transfers', 'transfer:read');
        return context.reader.transfer.findMany({
          ...query,
          where: { ...visibleTransfers(context.viewer), AND: matching(filter) },
          orderBy: { id: 'desc' },
        });
      },
    },
    { name: 'TransferConnection', description: 'A page of transfers.' },
    { name: 'TransferEdge', description: 'A transfer with its cursor.' },
  ),
  claimableTransfers: t.field({
    type: [ClaimableRef],
    description: 'Transfers of the daemon’s pool that nobody has claimed, oldest first.',
    args: {
      first: t.arg.int({ defaultValue: PAGE, description: 'At most this many, up to 100.' }),
      tiers: t.arg.stringList({ description: 'Only of these tiers: those the daemon can serve.' }),
    },
    resolve: async (_root, { first, tiers }, context) => {
      await admit(context, 'claimableTransfers', 'runtime:claim');
      const { viewer, reader } = context;
      return reader.transfer.findMany({
        where: {
          organisationId: viewer.organisationId,
          pool: viewer.pool ?? '',
          fenced: false,
          ...(tiers ? { tier: { in: tiers } } : {}),
          AND: [
            {
              OR: [
                { effectiveStatus: { in: ['provisioned', 'pushed'] } },
                { awaitingRuntime: true, effectiveStatus: { in: ['active', 'insolvent'] } },
              ],
            },
            { OR: [{ claimId: null }, { claimLapsed: true }] },
          ],
        },
        include: { snapshot: true },
        orderBy: { id: 'asc' },
        take: Math.max(1, Math.min(first ?? PAGE, MAX_PAGE)),
      });
    },
  }),
  feedCursor: t.string({
    description:
      'Where the feed stands now. Ask for it, then read what you need, then subscribe with it as `after`: nothing is missed.',
    resolve: async (_root, _args, context) => {
      await admit(context, 'feedCursor', 'transfer:read');
      const { position } = await context.feed.bounds();
      return formatCursor({ feed: context.feed.id, position });
    },
  }),
  events: t.connection(
    {
      type: EventRef,
      description: 'Events of the organisation, in the order of their ids.',
      args: { aggregateId: t.arg.id({ description: 'Only of this transfer or thread.' }) },
      resolve: async (_root, args, context) => {
        await admit(context, 'events', 'event:read');
        const { viewer, reader } = context;
        return keysetPage(
          args,
          ({ take, direction, between }) =>
            reader.event.findMany({
              where: {
                organisationId: viewer.organisationId,
                ...(args.aggregateId ? { aggregateId: args.aggregateId } : {}),
                id: between,
              },
              orderBy: { id: direction },
              take,
            }),
          ({ id }) => id,
        );
      },
    },
    EventConnectionRef,
  ),
}));
