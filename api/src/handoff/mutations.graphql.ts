import { builder } from '../schema/builder.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import { ArtifactInputRef } from './artifact.graphql.js';
import { accept, cancel, complete } from './commands/drive.js';
import { decide, revise } from './commands/propose.js';
import { send, sendMessage } from './commands/send.js';
import { DecisionEnum, IntentEnum, OutcomeEnum, SecretPolicyEnum } from './enums.graphql.js';
import { HandoffRef } from './handoff.graphql.js';
import { MessageRef } from './message.graphql.js';
import type { MoveSuccess } from './move.js';

/** Refusals that any move of an existing thread may answer. */
const MOVE: readonly RefusalCode[] = [
  'NOT_FOUND',
  'WRONG_ACTOR',
  'THREAD_TERMINAL',
  'STATE_CHANGED',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'INVALID_INPUT',
];
/** And those of a move that brings text. */
const TEXT: readonly RefusalCode[] = ['TOO_LARGE', 'SECRET_DETECTED'];

type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;
const KEY =
  'Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new.';
const keyed = (t: InputFields) => ({ id: t.id({ required: true, description: 'The thread.' }) });
const key = (t: InputFields) => ({ idempotencyKey: t.string({ description: KEY }) });
const secrets = (t: InputFields) => ({
  secrets: t.field({
    type: SecretPolicyEnum,
    description: 'What to do about what looks like a secret; REFUSE without it.',
  }),
});
const artifacts = (t: InputFields) => ({
  artifacts: t.field({
    type: [ArtifactInputRef],
    description: 'At most 50, 8 MiB each, 16 MiB with all texts.',
  }),
  payload: t.field({ type: 'JSON', description: 'Structured data, at most 64 KiB of JSON.' }),
});
const input = { required: true, description: 'What to do, to which thread.' } as const;

type SuccessFields = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, MoveSuccess>;
const common = (t: SuccessFields) => ({
  handoff: t.field({
    type: HandoffRef,
    description: 'As the move left it; on a replay as the first call left it.',
    resolve: ({ handoff }) => handoff,
  }),
  replayed: t.exposeBoolean('replayed', {
    description: 'True when an earlier call had done this, and this one changed nothing.',
  }),
});
const message = (t: SuccessFields) => ({
  // Not `message`: that is a refusal's sentence, and documents select both.
  sentMessage: t.field({
    type: MessageRef,
    description: 'What was stored.',
    resolve: ({ handoff: { organisationId }, message: id }, _args, { reader }) =>
      reader.handoffMessage.findUniqueOrThrow({
        where: { organisationId_id: { organisationId, id: id as string } },
      }),
  }),
});

function success(name: string, description: string, more: (t: SuccessFields) => object = () => ({})) {
  return builder.objectRef<MoveSuccess>(`${name}Success`).implement({
    description,
    fields: (t) => ({ ...common(t), ...more(t) }),
  });
}

const ProposedActionInput = builder.inputType('ProposedActionInput', {
  description: 'A change that the other side is asked to make.',
  fields: (t) => ({
    description: t.string({ required: true, description: 'What shall be done, at most 64 KiB.' }),
    targetFiles: t.stringList({ description: 'Files it touches, at most 200, relative to the tree.' }),
    rationale: t.string({ description: 'Why, at most 64 KiB.' }),
    path: t.string({ description: 'File of the diff; required with it.' }),
    diff: t.string({ description: 'The change, at most 8 MiB, kept byte for byte.' }),
  }),
});

const SendInputRef = builder.inputType('HandoffSendInput', {
  description: 'A new thread.',
  fields: (t) => ({
    recipient: t.string({ required: true, description: 'Handle of a person, `name@team`, exact.' }),
    intent: t.field({ type: IntentEnum, required: true, description: 'What is expected.' }),
    summary: t.string({ required: true, description: 'The first message, at most 64 KiB.' }),
    proposedAction: t.field({
      type: ProposedActionInput,
      description: 'With intent PROPOSE_ACTION, and with no other.',
    }),
    ...artifacts(t),
    ...secrets(t),
    ...key(t),
  }),
});

const AcceptInputRef = builder.inputType('HandoffAcceptInput', {
  description: 'Takes a pending thread.',
  fields: (t) => ({
    ...keyed(t),
    session: t.string({
      description: 'The client’s own session id, which is shown; the credential’s without it.',
    }),
    ...key(t),
  }),
});

const CancelInputRef = builder.inputType('HandoffCancelInput', {
  description: 'Withdraws a pending thread.',
  fields: (t) => ({ ...keyed(t), ...key(t) }),
});

const CompleteInputRef = builder.inputType('HandoffCompleteInput', {
  description: 'Ends an accepted thread.',
  fields: (t) => ({
    ...keyed(t),
    outcome: t.field({ type: OutcomeEnum, required: true, description: 'How it ended.' }),
    resultSummary: t.string({ required: true, description: 'What came of it, at most 64 KiB.' }),
    ...secrets(t),
    ...key(t),
  }),
});

const MessageSendInputRef = builder.inputType('HandoffMessageSendInput', {
  description: 'One more message of an open thread.',
  fields: (t) => ({
    ...keyed(t),
    message: t.string({ required: true, description: 'The text, at most 64 KiB.' }),
    ...artifacts(t),
    ...secrets(t),
    ...key(t),
  }),
});

const ReviseInputRef = builder.inputType('ProposalReviseInput', {
  description: 'A newer version of what is proposed.',
  fields: (t) => ({
    ...keyed(t),
    base: t.field({
      type: 'Sha256',
      required: true,
      description: 'Digest of the newest version, which it replaces.',
    }),
    proposedAction: t.field({
      type: ProposedActionInput,
      required: true,
      description: 'All of the new version.',
    }),
    ...secrets(t),
    ...key(t),
  }),
});

const DecideInputRef = builder.inputType('ProposalDecideInput', {
  description: 'A person’s decision about the version they read.',
  fields: (t) => ({
    ...keyed(t),
    digest: t.field({ type: 'Sha256', required: true, description: 'Digest of that version.' }),
    decision: t.field({ type: DecisionEnum, required: true, description: 'The decision.' }),
    reason: t.string({ description: 'Why, at most 2000 characters; required with REJECTED.' }),
    edits: t.field({
      type: ProposedActionInput,
      description: 'With APPROVED: one’s own version, approved in the place of the other.',
    }),
    ...secrets(t),
    ...key(t),
  }),
});

const SendResult = resultUnion(
  'HandoffSend',
  success('HandoffSend', 'The thread is stored.', (t) => ({
    ...message(t),
    duplicateOf: t.exposeID('first', {
      nullable: true,
      description:
        'A warning: the thread with the same content to the same person, sent within the last ten minutes; null for none.',
    }),
  })),
  [
    ...['RECIPIENT_NOT_FOUND', 'BLOCKED', 'INVALID_INTENT_PAYLOAD', ...TEXT],
    ...['DUPLICATE_IDEMPOTENCY_KEY', 'IDEMPOTENCY_IN_PROGRESS', 'INVALID_INPUT'],
  ] as RefusalCode[],
);
const AcceptResult = resultUnion('HandoffAccept', success('HandoffAccept', 'The thread is taken.'), MOVE);
const CancelResult = resultUnion('HandoffCancel', success('HandoffCancel', 'The thread is withdrawn.'), MOVE);
const CompleteResult = resultUnion('HandoffComplete', success('HandoffComplete', 'The thread has ended.'), [
  ...MOVE,
  ...TEXT,
  'NOT_READY',
]);
const MessageSendResult = resultUnion(
  'HandoffMessageSend',
  success('HandoffMessageSend', 'The message is stored.', message),
  [...MOVE, ...TEXT, 'BLOCKED'],
);
const ReviseResult = resultUnion('ProposalRevise', success('ProposalRevise', 'The newer version stands.'), [
  ...MOVE,
  ...TEXT,
  'INVALID_INTENT_PAYLOAD',
]);
const DecideResult = resultUnion('ProposalDecide', success('ProposalDecide', 'The decision stands.'), [
  ...MOVE,
  ...TEXT,
  'INVALID_INTENT_PAYLOAD',
  'NOT_READY',
]);

builder.mutationFields((t) => ({
  handoffSend: t.field({
    type: SendResult,
    description: 'Opens a thread, `PENDING`; its summary is message 1.',
    args: { input: t.arg({ type: SendInputRef, ...input, description: 'What to send, to whom.' }) },
    resolve: (_root, args, context) => send(context, args.input),
  }),
  handoffAccept: t.field({
    type: AcceptResult,
    description: '`PENDING` to `ACCEPTED`, by the recipient’s side. The same session again: a replay.',
    args: { input: t.arg({ type: AcceptInputRef, ...input }) },
    resolve: (_root, args, context) => accept(context, args.input),
  }),
  handoffCancel: t.field({
    type: CancelResult,
    description: '`PENDING` to `CANCELLED`, by the sender’s side. It cannot be undone.',
    args: { input: t.arg({ type: CancelInputRef, ...input }) },
    resolve: (_root, args, context) => cancel(context, args.input),
  }),
  handoffComplete: t.field({
    type: CompleteResult,
    description:
      '`ACCEPTED` to `COMPLETED`, by the recipient’s side. What was proposed is done only once a person approved it.',
    args: { input: t.arg({ type: CompleteInputRef, ...input }) },
    resolve: (_root, args, context) => complete(context, args.input),
  }),
  handoffMessageSend: t.field({
    type: MessageSendResult,
    description: 'Appends a message, from either side, while the thread is open.',
    args: { input: t.arg({ type: MessageSendInputRef, ...input }) },
    resolve: (_root, args, context) => sendMessage(context, args.input),
  }),
  proposalRevise: t.field({
    type: ReviseResult,
    description: 'Puts a newer version in the place of the newest, from either side. An approval falls.',
    args: { input: t.arg({ type: ReviseInputRef, ...input }) },
    resolve: (_root, args, context) => revise(context, args.input),
  }),
  proposalDecide: t.field({
    type: DecideResult,
    description:
      'Approves or rejects the version that was read: a person of the recipient’s side, in a session confirmed within five minutes. No key decides.',
    args: { input: t.arg({ type: DecideInputRef, ...input }) },
    resolve: (_root, args, context) => decide(context, args.input),
  }),
}));
