import type { Context } from '../context.js';
import { Fault } from '../errors.js';
import { EventRef } from '../event/event.graphql.js';
import type { FeedEvent } from '../event/feed-store.js';
import { cursorOf, type Following, follow, startOf } from '../event/follow.js';
import { admit } from '../principal/admit.js';
import type { Scope } from '../principal/scopes.js';
import type { Viewer } from '../principal/viewer.js';
import { builder } from '../schema/builder.js';
import { TransferFilter } from './queries.graphql.js';
import type { TransferRecord } from './record.js';
import { TransferRef } from './transfer.graphql.js';
import { matching, visibleTransfers } from './visible.js';

/** One event as a subscriber gets it, with what it is about as that subscriber may see it now. */
interface Change {
  readonly event: FeedEvent;
  readonly cursor: string;
  readonly transfer: TransferRecord | null;
}

const ChangeRef = builder.objectRef<Change>('TransferChange').implement({
  description:
    'One event, and the transfer as the viewer sees it when the event is handed over: perhaps later than it.',
  extensions: { viewerIndependent: true },
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Hand it back as `after` to go on behind this event.' }),
    sequence: t.int({
      description: "The event's number within its transfer.",
      resolve: ({ event }) => event.sequence,
    }),
    event: t.field({ type: EventRef, description: 'What happened.', resolve: ({ event }) => event as never }),
    entity: t.field({
      type: TransferRef,
      nullable: true,
      description: 'The transfer it happened to; null where the event is about something else.',
      resolve: ({ transfer }) => transfer,
    }),
  }),
});

/** What tells of money. */
const BUDGET_EVENTS = new Set([
  'runtime_provisioned',
  'usage_reported',
  'usage_late',
  'budget_warning',
  'budget_exhausted',
  'budget_topped_up',
  'insolvent',
  'reinstated',
  'grace_ending',
  'terminated',
]);

interface Stream {
  readonly field: string;
  readonly scope: Scope;
  readonly after: string | null | undefined;
  readonly wants: (event: FeedEvent) => boolean;
  /** Beside visibility: which transfers count. */
  readonly where?: ReturnType<typeof matching>;
  /** A stream of one transfer: refused, like any, when the viewer may not see it. */
  readonly id?: string;
  /** Events about nothing the viewer can be shown are handed over without it. */
  readonly bare?: boolean;
}

/** A subscription's source: changes, the position they begin after, and how far its reader has come. */
interface ChangeSource extends AsyncIterable<Change> {
  readonly after: bigint;
  readonly quiet: Following['quiet'];
}

/**
 * Opens a stream for whoever holds its scope. Everything that refuses it does so here, before the first event; what is
 * about a transfer the viewer may not see, when it is handed over, is left out.
 */
async function changes(context: Context, stream: Stream): Promise<ChangeSource> {
  await admit(context, stream.field, stream.scope);
  const { feed, viewer, signal, resumeAfter, replayUntil } = context;
  if (stream.id !== undefined && (await load(context, stream.id)) === null) {
    throw new Fault('NOT_FOUND', 'There is no such transfer.');
  }
  const after = await startOf(feed, resumeAfter ?? stream.after);
  const events = follow(feed, {
    organisationId: viewer.organisationId,
    after,
    until: replayUntil,
    wants: stream.wants,
    signal: signal ?? NEVER,
  });
  const known = new Map<string, { transfer: TransferRecord | null; asOf: bigint }>();
  /** The transfer at or after the event. One row serves a run of events that all were there when it was read. */
  async function transferOf({ aggregateId, position }: FeedEvent): Promise<TransferRecord | null> {
    const before = known.get(aggregateId);
    if (before !== undefined && position <= before.asOf) return before.transfer;
    const asOf = feed.position;
    const transfer = await load(context, aggregateId, stream.where);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(aggregateId, { transfer, asOf });
    return transfer;
  }
  async function* withTransfers(): AsyncGenerator<Change> {
    for await (const event of events) {
      const transfer = event.aggregate === 'transfer' ? await transferOf(event) : null;
      if (transfer !== null || stream.bare) yield { event, cursor: cursorOf(feed, event), transfer };
    }
  }
  return Object.assign(withTransfers(), { after, quiet: events.quiet });
}

/** Rows a stream keeps. */
const MAX_KNOWN = 500;

const NEVER = new AbortController().signal;

function load(
  { reader, viewer }: { reader: Context['reader']; viewer: Viewer },
  id: string,
  where = {},
): Promise<TransferRecord | null> {
  return reader.transfer.findFirst({ where: { ...visibleTransfers(viewer), AND: [{ id }, where] } });
}

const AFTER =
  'Cursor of the last event that was handled: what came since is replayed first. Without it, from now on.';
const identity = (change: unknown): Change => change as Change;

builder.subscriptionType({
  description:
    'Live changes. Each field takes `after` and resumes without a gap; none hands an event over twice.',
});

const EventFilter = builder.inputType('EventFilter', {
  description: 'Which events; what is left out does not restrict.',
  fields: (t) => ({
    types: t.stringList({ description: 'Of one of these types, like `insolvent`.' }),
  }),
});

builder.subscriptionFields((t) => ({
  transferChanged: t.field({
    type: ChangeRef,
    description: 'Everything that happens to one transfer.',
    args: {
      id: t.arg.id({ required: true, description: 'The transfer.' }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: (_root, { id, after }, context) =>
      changes(context, {
        field: 'transferChanged',
        scope: 'transfer:read',
        after,
        id,
        wants: (event) => event.aggregateId === id,
      }),
    resolve: identity,
  }),
  transfersChanged: t.field({
    type: ChangeRef,
    description: 'Everything that happens to the transfers the viewer may see.',
    args: {
      filter: t.arg({
        type: TransferFilter,
        description: 'Only of those that match it when the event is handed over.',
      }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: (_root, { filter, after }, context) =>
      changes(context, {
        field: 'transfersChanged',
        scope: 'transfer:read',
        after,
        where: matching(filter),
        wants: (event) => event.aggregate === 'transfer',
      }),
    resolve: identity,
  }),
  budgetChanged: t.field({
    type: ChangeRef,
    description: 'What concerns the money of one transfer.',
    args: {
      id: t.arg.id({ required: true, description: 'The transfer.' }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: (_root, { id, after }, context) =>
      changes(context, {
        field: 'budgetChanged',
        scope: 'transfer:read',
        after,
        id,
        wants: (event) => event.aggregateId === id && BUDGET_EVENTS.has(event.type),
      }),
    resolve: identity,
  }),
  insolvencyRaised: t.field({
    type: ChangeRef,
    description: 'Each crossing of a ceiling, once.',
    args: { after: t.arg.string({ description: AFTER }) },
    subscribe: (_root, { after }, context) =>
      changes(context, {
        field: 'insolvencyRaised',
        scope: 'transfer:read',
        after,
        wants: (event) => event.type === 'insolvent',
      }),
    resolve: identity,
  }),
  events: t.field({
    type: ChangeRef,
    description: 'Every event of the organisation.',
    args: {
      filter: t.arg({ type: EventFilter, description: 'Which of them; all without it.' }),
      after: t.arg.string({ description: AFTER }),
    },
    subscribe: (_root, { filter, after }, context) => {
      const wanted = filter?.types == null ? null : new Set(filter.types);
      return changes(context, {
        field: 'events',
        scope: 'event:read',
        after,
        bare: true,
        wants: (event) => wanted?.has(event.type) ?? true,
      });
    },
    resolve: identity,
  }),
}));
