import { sha256Hex } from '@baton/sessions';
import { EventConnectionRef, EventRef } from '../event/event.graphql.js';
import { builder } from '../schema/builder.js';
import { keysetPage } from '../schema/connection.js';
import { AvailableActionRef } from '../schema/refusal.graphql.js';
import { HandoffStatusEnum, IntentEnum, OutcomeEnum, ProposalStateEnum } from './enums.graphql.js';
import { envelope, factsEnvelope } from './envelope.js';
import { AUTHOR, authorHandle, MessageConnectionRef, MessageRef } from './message.graphql.js';
import { type HandoffRecord, offeredActions } from './record.js';
import { auditReading, noteDelivery } from './store.js';
import { visibleHandoffs } from './visible.js';

interface PartyRow {
  readonly id: string;
  readonly name: string;
  readonly teammate: { readonly handle: string; readonly displayName: string } | null;
}

const handleOf = ({ id, teammate }: PartyRow): string => teammate?.handle ?? id;

const PartyRef = builder.objectRef<PartyRow>('HandoffParty').implement({
  description: 'A person of a thread; all agents of that person are on the same side.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The person.' }),
    handle: t.string({
      nullable: true,
      description: '`name@team`; null for a person without one.',
      resolve: ({ teammate }) => teammate?.handle,
    }),
    name: t.string({
      description: 'How the person is called.',
      resolve: ({ name, teammate }) => teammate?.displayName ?? name,
    }),
  }),
});

const PARTY = {
  select: { id: true, name: true, teammate: { select: { handle: true, displayName: true } } },
} as const;

const DeliveryRef = builder.objectRef<HandoffRecord>('HandoffDelivery').implement({
  description:
    'What is known of a thread’s way to its recipient: separate facts, none inferred from another.',
  fields: (t) => ({
    storedAt: t.expose('storedAt', { type: 'DateTime', description: 'When the server stored it.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a live stream of the recipient’s side first took it; null before.',
    }),
    surfacedAt: t.expose('surfacedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an inbox first showed it to the recipient’s side; null before.',
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was accepted; null before.',
    }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the recipient’s side first read messages of it; null before.',
    }),
  }),
});

const ProposalRef = builder.prismaObject('Proposal', {
  description: 'One version of a change that is asked for. What it says never changes.',
  findUnique: null,
  fields: (t) => ({
    envelope: t.string({
      description:
        'What it says as an agent reads it, in an envelope like a message’s, with its version in place of a number; but the diff itself.',
      select: {
        ...AUTHOR,
        handoffId: true,
        version: true,
        createdAt: true,
        description: true,
        targetFiles: true,
        rationale: true,
        path: true,
      },
      resolve: ({ author, handoffId, version, createdAt, description, targetFiles, rationale, path }) =>
        factsEnvelope(
          { from: authorHandle(author), thread: handoffId, sequence: version, storedAt: createdAt },
          { description, target_files: targetFiles, rationale, path },
        ),
    }),
    version: t.exposeInt('version', { description: 'Its number in the thread, from 1.' }),
    digest: t.expose('digest', { type: 'Sha256', description: 'What a decision is bound to.' }),
    state: t.field({
      type: ProposalStateEnum,
      description: 'Where it stands.',
      resolve: ({ state }) => state as 'open',
    }),
    author: t.exposeID('authorId', { description: 'Principal that wrote it.' }),
    description: t.exposeString('description', { description: 'What shall be done.' }),
    targetFiles: t.exposeStringList('targetFiles', { description: 'Files it touches.' }),
    rationale: t.exposeString('rationale', { nullable: true, description: 'Why; null: not said.' }),
    path: t.exposeString('path', { nullable: true, description: 'File of the diff; null without one.' }),
    diff: t.exposeString('diff', {
      nullable: true,
      description: 'The change, byte for byte; null without one.',
    }),
    decidedBy: t.exposeID('decidedBy', { nullable: true, description: 'Person who decided; null before.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When; null before.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was decided so; null: not said.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

/** Days after which a thread that nobody took or ended counts as stale. */
const STALE_MS = 7 * 24 * 3_600_000;

export const HandoffRef = builder.prismaNode('Handoff', {
  description: 'A thread of work handed from one person’s side to another’s.',
  id: { field: 'id', description: 'TypeID, `hof_…`.' },
  nullable: true,
  findUnique: (id, { viewer }) => ({
    organisationId_id: { organisationId: viewer.organisationId, id },
    AND: visibleHandoffs(viewer),
  }),
  fields: (t) => ({
    status: t.field({
      type: HandoffStatusEnum,
      description: 'Where it stands.',
      resolve: ({ status }) => status as 'pending',
    }),
    intent: t.field({
      type: IntentEnum,
      description: 'What the sender expects.',
      resolve: ({ intent }) => intent as 'inform',
    }),
    sender: t.field({
      type: PartyRef,
      description: 'Who sent it.',
      select: { sender: PARTY },
      resolve: ({ sender }) => sender,
    }),
    recipient: t.field({
      type: PartyRef,
      description: 'Whom it was sent to.',
      select: { recipient: PARTY },
      resolve: ({ recipient }) => recipient,
    }),
    sentBy: t.exposeID('sentBy', {
      description: 'Principal that sent it: the person or an agent of theirs.',
    }),
    preview: t.exposeString('preview', {
      description: 'Start of the summary in one line, at most 200 characters.',
    }),
    previewEnvelope: t.string({
      description: 'The preview as an agent reads it; the whole text is message 1.',
      select: { sender: PARTY },
      resolve: ({ sender, id, storedAt, preview }) =>
        envelope(
          { from: handleOf(sender), thread: id, sequence: 1, storedAt, digest: sha256Hex(preview) },
          preview,
        ),
    }),
    resultEnvelope: t.string({
      nullable: true,
      description: 'The result summary as an agent reads it; null before the end.',
      select: { recipient: PARTY },
      resolve: ({ recipient, id, messageCount, completedAt, resultSummary }) =>
        resultSummary === null || completedAt === null
          ? null
          : envelope(
              {
                from: handleOf(recipient),
                thread: id,
                sequence: messageCount,
                storedAt: completedAt,
                digest: sha256Hex(resultSummary),
              },
              resultSummary,
            ),
    }),
    messageCount: t.exposeInt('messageCount', { description: 'Messages so far, the summary among them.' }),
    unread: t.boolean({
      description: 'Whether the viewer’s side was not shown the newest message of the other.',
      resolve: ({ senderId, recipientId, unreadBySender, unreadByRecipient }, _args, { viewer }) =>
        (viewer.personId === recipientId && unreadByRecipient) ||
        (viewer.personId === senderId && unreadBySender),
    }),
    stale: t.boolean({
      description:
        'Whether it is open and nothing has happened for seven days. A hint: nothing follows from it.',
      resolve: ({ status, updatedAt }) =>
        (status === 'pending' || status === 'accepted') && Date.now() - updatedAt.getTime() > STALE_MS,
    }),
    delivery: t.field({
      type: DeliveryRef,
      description: 'What is known of its way to the recipient.',
      resolve: (thread) => thread,
    }),
    acceptedBy: t.exposeID('acceptedBy', {
      nullable: true,
      description: 'Principal that took it; null before.',
    }),
    acceptedSession: t.exposeString('acceptedSession', {
      nullable: true,
      description: 'Session that took it, by its client’s id; null before.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null before.',
    }),
    completedBy: t.exposeID('completedBy', {
      nullable: true,
      description: 'Principal that ended it; null before.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When; null otherwise.',
    }),
    outcome: t.field({
      type: OutcomeEnum,
      nullable: true,
      description: 'How it ended; null before, and when it was cancelled.',
      resolve: ({ outcome }) => outcome as 'done' | null,
    }),
    resultSummary: t.exposeString('resultSummary', {
      nullable: true,
      description: 'What came of it, in the recipient’s words; null before.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When something last happened to it.',
    }),
    proposal: t.field({
      type: ProposalRef,
      nullable: true,
      description: 'The newest version of what is proposed; null where nothing is.',
      select: (_args, _context, nested) => ({
        proposals: nested({ orderBy: { version: 'desc' }, take: 1 }),
      }),
      resolve: ({ proposals }) => proposals[0],
    }),
    availableActions: t.field({
      type: [AvailableActionRef],
      description: 'What this viewer may do now.',
      resolve: (thread, _args, { viewer }) => offeredActions(thread, viewer),
    }),
    messages: t.connection(
      {
        type: MessageRef,
        description:
          'The messages, oldest first. Cursors are sequence numbers. What a side is shown here it has read; nothing else changes.',
        resolve: async ({ organisationId, id, senderId, recipientId }, args, context) => {
          const { reader, pool, viewer } = context;
          const isParticipant = viewer.personId === senderId || viewer.personId === recipientId;
          if (!isParticipant) await auditReading(context, id);
          const page = await keysetPage(
            args,
            ({ take, direction, between: { gt, lt } }) =>
              reader.handoffMessage.findMany({
                where: {
                  organisationId,
                  handoffId: id,
                  sequenceNo: { gt: Number(gt ?? 0), ...(lt === undefined ? {} : { lt: Number(lt) }) },
                },
                orderBy: { sequenceNo: direction },
                take,
              }),
            ({ sequenceNo }) => sequenceNo,
          );
          const seen = Math.max(0, ...page.edges.map(({ node }) => node.sequenceNo));
          if (seen > 0 && isParticipant && viewer.personId !== null) {
            await noteDelivery(pool, organisationId, viewer.personId, 'read', [id], seen);
          }
          return page;
        },
      },
      MessageConnectionRef,
    ),
    events: t.connection(
      {
        type: EventRef,
        description: 'What happened, oldest first. Cursors are sequence numbers.',
        resolve: ({ organisationId, id }, args, { reader }) =>
          keysetPage(
            args,
            ({ take, direction, between: { gt, lt } }) =>
              reader.event.findMany({
                where: {
                  organisationId,
                  aggregateId: id,
                  sequence: { gt: Number(gt ?? 0), ...(lt === undefined ? {} : { lt: Number(lt) }) },
                },
                orderBy: { sequence: direction },
                take,
              }),
            ({ sequence }) => sequence,
          ),
      },
      EventConnectionRef,
    ),
  }),
});
