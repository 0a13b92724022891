import type { Context } from '../context.js';
import { Fault } from '../errors.js';
import { EventRef } from '../event/event.graphql.js';
import type { FeedEvent } from '../event/feed-store.js';
import { cursorOf, type Following, follow, startOf } from '../event/follow.js';
import { admit } from '../principal/admit.js';
import { builder } from '../schema/builder.js';
import { HandoffRef } from './handoff.graphql.js';
import type { HandoffRecord } from './record.js';
import { noteDelivery } from './store.js';
import { visibleHandoffs } from './visible.js';

/** One event of a thread as a subscriber gets it, with the thread as that subscriber may see it now. */
interface Change {
  readonly event: FeedEvent;
  readonly cursor: string;
  readonly handoff: HandoffRecord;
}

const ChangeRef = builder.objectRef<Change>('HandoffChange').implement({
  description:
    'One event, and the thread as the viewer sees it when the event is handed over: perhaps later than it.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Hand it back as `after` to go on behind this event.' }),
    sequence: t.int({
      description: "The event's number within its thread.",
      resolve: ({ event }) => event.sequence,
    }),
    event: t.field({ type: EventRef, description: 'What happened.', resolve: ({ event }) => event as never }),
    entity: t.field({
      type: HandoffRef,
      description: 'The thread it happened to.',
      resolve: ({ handoff }) => handoff,
    }),
  }),
});

interface Stream {
  readonly field: string;
  readonly after: string | null | undefined;
  /** A stream of one thread: refused, like any, when the viewer may not see it. */
  readonly id?: string;
  /** Only of threads sent to the viewer's side, which counts as their delivery. */
  readonly inbox?: boolean;
}

interface ChangeSource extends AsyncIterable<Change> {
  readonly after: bigint;
  readonly quiet: Following['quiet'];
}

const NEVER = new AbortController().signal;

/** Opens a stream; everything that refuses it does so here. What the viewer may not see is left out when it comes. */
async function changes(context: Context, { field, after: asked, id, inbox }: Stream): Promise<ChangeSource> {
  await admit(context, field, 'handoff:use');
  const { feed, viewer, pool, signal, resumeAfter, replayUntil } = context;
  const { organisationId, personId } = viewer;
  if (id !== undefined && (await load(context, id)) === null) {
    throw new Fault('NOT_FOUND', 'There is no such thread.');
  }
  const after = await startOf(feed, resumeAfter ?? asked);
  const events = follow(feed, {
    organisationId,
    after,
    until: replayUntil,
    wants: ({ aggregate, aggregateId }) => aggregate === 'handoff' && aggregateId === (id ?? aggregateId),
    signal: signal ?? NEVER,
  });
  async function* withThreads(): AsyncGenerator<Change> {
    for await (const event of events) {
      const handoff = await load(context, event.aggregateId);
      if (handoff === null || (inbox && handoff.recipientId !== personId)) continue;
      if (handoff.recipientId === personId && handoff.deliveredAt === null) {
        await noteDelivery(pool, organisationId, personId, 'delivered', [handoff.id]);
      }
      yield { event, cursor: cursorOf(feed, event), handoff };
    }
  }
  return Object.assign(withThreads(), { after, quiet: events.quiet });
}

function load({ reader, viewer }: Context, id: string): Promise<HandoffRecord | null> {
  return reader.handoff.findFirst({ where: { ...visibleHandoffs(viewer), AND: { id } } });
}

const AFTER =
  'Cursor of the last event that was handled: what came since is replayed first. Without it, from now on.';
const identity = (change: unknown): Change => change as Change;

builder.subscriptionFields((t) => ({
  handoffChanged: t.field({
    type: ChangeRef,
    description: 'Everything that happens to one thread.',
    args: {
      id: t.arg.id({ required: true, description: 'The thread.' }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: (_root, { id, after }, context) => changes(context, { field: 'handoffChanged', after, id }),
    resolve: identity,
  }),
  inboxChanged: t.field({
    type: ChangeRef,
    description: 'Everything that happens to threads sent to the viewer’s side.',
    args: { after: t.arg.string({ description: AFTER }) },
    subscribe: (_root, { after }, context) => changes(context, { field: 'inboxChanged', after, inbox: true }),
    resolve: identity,
  }),
}));
