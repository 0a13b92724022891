import { type GraphQLObjectType, type GraphQLSchema, isUnionType } from 'graphql';

/** What tests read of a transfer in an answer. */
const TRANSFER = `
  id status epoch baseEpoch fenced checksum tier pool graceSeconds metered metering
  insolventAt endedAt endedReason forkedFrom entriesSinceSnapshot
  budget { allocated spent held late remaining worstCase allocation exhaustedAt }
  deadlines { expiresAt graceEndsAt leaseExpiresAt claimExpiresAt }
  runtime { claimedBy verifiedAt heartbeatAt leaseLapsed awaitingReplacement tornDownAt teardownProven }
  secrets { count digest pending acceptedAt acceptedBy }
  availableActions { action }`;

/** What tests read of a thread in an answer. */
const HANDOFF = `
  id status intent sentBy preview messageCount unread acceptedBy acceptedSession outcome resultSummary
  sender { id handle name } recipient { id handle name }
  delivery { storedAt deliveredAt surfacedAt acceptedAt readAt }
  proposal { version digest state decidedBy reason description diff }
  availableActions { action }`;

/** Fields with a selection of their own; all others are leaves, read as they are. */
const SELECTIONS: Record<string, string> = {
  transfer: `{ ${TRANSFER} }`,
  budget: '{ allocated spent held late remaining allocation exhaustedAt }',
  deadlines: '{ expiresAt graceEndsAt leaseExpiresAt claimExpiresAt }',
  availableActions: '{ action }',
  handoff: `{ ${HANDOFF} }`,
  teammate: '{ id handle name team disabled }',
  sentMessage: '{ id sequenceNo side author body digest }',
  issues: '{ path code message }',
  secrets: '{ path line field rule }',
  expected: '{ sha256 length entries lastEntrySha256 }',
  actual: '{ sha256 length entries lastEntrySha256 }',
  offenders: '{ path size }',
};

function selectionOf(type: GraphQLObjectType): string {
  return Object.keys(type.getFields())
    .map((name) => `${name} ${SELECTIONS[name] ?? ''}`)
    .join(' ');
}

/** Moves that make a session, whose id tests need. */
const MAKES_SESSION = ['TransferStageSuccess', 'TransferForkSuccess'];

const documents = new Map<string, string>();

/** A document that makes one mutation and reads the whole answer, under `answer`. */
export function mutationDocument(schema: GraphQLSchema, field: string): string {
  const known = documents.get(field);
  if (known !== undefined) return known;
  const mutation = schema.getMutationType()?.getFields()[field];
  const input = mutation?.args.find(({ name }) => name === 'input');
  if (mutation === undefined || input === undefined) throw new Error(`There is no mutation ${field}(input)`);
  const union = [mutation.type].map((type) => ('ofType' in type ? type.ofType : type))[0];
  if (!isUnionType(union)) throw new Error(`${field} answers no union`);
  const members = union.getTypes().map((type) => {
    const session = MAKES_SESSION.includes(type.name) ? 'transfer { session { id } }' : '';
    return `... on ${type.name} { ${selectionOf(type)} ${session} }`;
  });
  const text = `mutation ($input: ${String(input.type)}) { answer: ${field}(input: $input) { __typename ${members.join(' ')} } }`;
  documents.set(field, text);
  return text;
}

export const TRANSFER_QUERY = `query ($id: ID!) { transfer(id: $id) { ${TRANSFER} session { id epoch } } }`;

export const HANDOFF_QUERY = `query ($id: ID!) { handoff(id: $id) { ${HANDOFF} } }`;
