import type { Context } from '../context.js';
import type { Prisma } from '../gen/prisma/client.js';
import { isId } from '../ids.js';
import { admit } from '../principal/admit.js';
import { builder } from '../schema/builder.js';
import { MAX_PAGE, PAGE } from '../schema/connection.js';
import { enumOf } from '../schema/enum.js';
import { HandoffStatusEnum, IntentEnum } from './enums.graphql.js';
import { HandoffRef } from './handoff.graphql.js';
import { noteDelivery, unreadCount } from './store.js';
import { visibleHandoffs } from './visible.js';

type Sort = 'recently_changed' | 'newest' | 'oldest';

const SortEnum = enumOf<Sort>('HandoffSort', 'In which order; equal ones by id.', {
  recently_changed: 'What changed last comes first.',
  newest: 'What was sent last comes first.',
  oldest: 'What was sent first comes first.',
});

const ORDERS: Record<Sort, Prisma.HandoffOrderByWithRelationInput[]> = {
  recently_changed: [{ updatedAt: 'desc' }, { id: 'desc' }],
  newest: [{ id: 'desc' }],
  oldest: [{ id: 'asc' }],
};

const FilterInput = builder.inputType('HandoffFilter', {
  description: 'Which threads; fields left out do not restrict.',
  fields: (t) => ({
    status: t.field({ type: [HandoffStatusEnum], description: 'In one of these states.' }),
    intent: t.field({ type: [IntentEnum], description: 'Of one of these intents.' }),
    with: t.string({ description: 'With this person on the other side, by handle.' }),
    unread: t.boolean({ description: 'Only those with something unread, or only those without.' }),
  }),
});

type Filter = typeof FilterInput.$inferInput;

type Side = 'sender' | 'recipient';
const OTHER = { sender: 'recipient', recipient: 'sender' } as const;
const UNREAD = { sender: 'unreadBySender', recipient: 'unreadByRecipient' } as const;

function threadsOf(context: Context, side: Side, filter: Filter | null | undefined) {
  const { organisationId, personId } = context.viewer;
  const { status, intent, with: handle, unread } = filter ?? {};
  return {
    organisationId,
    [`${side}Id`]: personId ?? '',
    ...(status && { status: { in: [...status] } }),
    ...(intent && { intent: { in: [...intent] } }),
    ...(handle && { [OTHER[side]]: { teammate: { handle } } }),
    ...(unread != null && { [UNREAD[side]]: unread }),
  } as Prisma.HandoffWhereInput & { organisationId: string };
}

const FILTER = 'Which of them; all without it.';
const SORT = 'In which order.';

builder.queryFields((t) => ({
  handoff: t.prismaField({
    type: HandoffRef,
    nullable: true,
    description: 'One thread; null when there is none or the viewer may not see it.',
    args: { id: t.arg.id({ required: true, description: 'TypeID, `hof_…`.' }) },
    resolve: async (query, _root, { id }, context) => {
      await admit(context, 'handoff', 'handoff:use');
      if (!isId('handoff', id)) return null;
      const { viewer, reader } = context;
      return reader.handoff.findFirst({ ...query, where: { ...visibleHandoffs(viewer), AND: { id } } });
    },
  }),
  inbox: t.prismaConnection(
    {
      type: HandoffRef,
      cursor: 'id',
      maxSize: MAX_PAGE,
      defaultSize: PAGE,
      description:
        'Threads sent to the viewer’s side. To look marks nothing as read and accepts nothing; the sender sees that it surfaced.',
      args: {
        filter: t.arg({ type: FilterInput, description: FILTER }),
        sort: t.arg({ type: SortEnum, defaultValue: 'recently_changed', required: true, description: SORT }),
      },
      resolve: async (query, _root, { filter, sort }, context) => {
        await admit(context, 'inbox', 'handoff:use');
        const threads = await context.reader.handoff.findMany({
          ...query,
          where: threadsOf(context, 'recipient', filter),
          orderBy: ORDERS[sort],
        });
        const { organisationId, personId } = context.viewer;
        const fresh = threads.filter(({ surfacedAt }) => surfacedAt === null).map(({ id }) => id);
        await noteDelivery(context.pool, organisationId, personId ?? '', 'surfaced', fresh);
        return threads;
      },
    },
    {
      name: 'InboxConnection',
      description: 'A page of an inbox.',
      fields: (c) => ({
        unreadCount: c.int({
          description: 'Threads of the whole inbox with something unread. To ask changes nothing.',
          resolve: (_page, _args, { pool, viewer }) =>
            viewer.personId === null ? 0 : unreadCount(pool, viewer.organisationId, viewer.personId),
        }),
      }),
    },
    { name: 'InboxEdge', description: 'A thread with its cursor.' },
  ),
  sent: t.prismaConnection(
    {
      type: HandoffRef,
      cursor: 'id',
      maxSize: MAX_PAGE,
      defaultSize: PAGE,
      description: 'Threads that the viewer’s side sent.',
      args: {
        filter: t.arg({ type: FilterInput, description: FILTER }),
        sort: t.arg({ type: SortEnum, defaultValue: 'recently_changed', required: true, description: SORT }),
      },
      resolve: async (query, _root, { filter, sort }, context) => {
        await admit(context, 'sent', 'handoff:use');
        return context.reader.handoff.findMany({
          ...query,
          where: threadsOf(context, 'sender', filter),
          orderBy: ORDERS[sort],
        });
      },
    },
    { name: 'SentConnection', description: 'A page of what was sent.' },
    { name: 'SentEdge', description: 'A thread with its cursor.' },
  ),
}));
