import { builder } from '../schema/builder.js';
import { ArtifactRef } from './artifact.graphql.js';
import { SideEnum } from './enums.graphql.js';
import { envelope, factsEnvelope } from './envelope.js';

/** Who wrote, as far as an envelope tells. */
export const AUTHOR = {
  author: {
    select: {
      id: true,
      name: true,
      teammate: { select: { handle: true } },
      owner: { select: { id: true, teammate: { select: { handle: true } } } },
    },
  },
} as const;

interface Author {
  readonly id: string;
  readonly teammate: { readonly handle: string } | null;
  readonly owner: { readonly id: string; readonly teammate: { readonly handle: string } | null } | null;
}

/** The handle of the person whose side wrote: an agent's owner's. */
export const authorHandle = ({ id, teammate, owner }: Author): string =>
  teammate?.handle ?? owner?.teammate?.handle ?? owner?.id ?? id;

/** What an envelope tells of a message, but the digest. */
const factsOf = (message: {
  readonly author: Author;
  readonly handoffId: string;
  readonly sequenceNo: number;
  readonly storedAt: Date;
}) => ({
  from: authorHandle(message.author),
  thread: message.handoffId,
  sequence: message.sequenceNo,
  storedAt: message.storedAt,
});

export const MessageRef = builder.prismaObject('HandoffMessage', {
  description: 'One message of a thread. It never changes.',
  findUnique: ({ organisationId, handoffId, sequenceNo }) => ({
    organisationId_handoffId_sequenceNo: { organisationId, handoffId, sequenceNo },
  }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'TypeID, `msg_…`.' }),
    sequenceNo: t.exposeInt('sequenceNo', {
      description: 'Its number in the thread: 1 is the summary; no gap, no tie.',
    }),
    side: t.field({
      type: SideEnum,
      description: 'Which side wrote it.',
      resolve: ({ side }) => side as 'sender',
    }),
    author: t.exposeID('authorId', { description: 'Principal that wrote it.' }),
    body: t.exposeString('body', {
      description: 'The text as it was written. For an agent to read, take `envelope`.',
    }),
    envelope: t.string({
      description:
        'The text as an agent reads it: who wrote it by the server’s word, then the text between markers that are made anew for each reading.',
      select: AUTHOR,
      resolve: (message) => envelope({ ...factsOf(message), digest: message.digest }, message.body),
    }),
    payload: t.expose('payload', {
      type: 'JSON',
      nullable: true,
      description: 'Structured data that came with it; null for none.',
    }),
    payloadEnvelope: t.string({
      nullable: true,
      description: 'The payload as an agent reads it, in an envelope like the text’s; null for none.',
      select: AUTHOR,
      resolve: (message) =>
        message.payload === null ? null : factsEnvelope(factsOf(message), { payload: message.payload }),
    }),
    digest: t.expose('digest', { type: 'Sha256', description: 'Digest of the text’s UTF-8 bytes.' }),
    storedAt: t.expose('storedAt', { type: 'DateTime', description: 'When it was stored.' }),
    artifacts: t.field({
      type: [ArtifactRef],
      description: 'What came with it, at most 50.',
      select: { ...AUTHOR, artifacts: { orderBy: { ordinal: 'asc' } } },
      resolve: (message) => message.artifacts.map((row) => ({ ...row, facts: factsOf(message) })),
    }),
  }),
});

export const MessageConnectionRef = builder.connectionObject(
  { type: MessageRef, name: 'HandoffMessageConnection', description: 'A page of a thread.' },
  { name: 'HandoffMessageEdge', description: 'A message with its cursor.' },
);
