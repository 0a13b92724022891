import type { ObjectRef } from '@pothos/core';
import {
  ERRORS,
  type ErrorCode,
  type FaultCode,
  type OfferedAction,
  type Refusal,
  type SnapshotFacts,
} from '../errors.js';
import { builder } from './builder.js';

/** Codes that a mutation answers as data; faults are top-level errors. */
export type RefusalCode = Exclude<ErrorCode, FaultCode>;

type RefusalFields = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Refusal>;

const FAULTS = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'];

const CODE_WORDS: Record<RefusalCode, string> = {
  STATE_CHANGED: 'Not legal from the current state; a lost race included.',
  DUPLICATE_IDEMPOTENCY_KEY: 'The same key came with another payload.',
  INVALID_INTENT_PAYLOAD: 'Intent and payload of a handoff disagree.',
  THREAD_TERMINAL: 'The thread is completed or cancelled.',
  TRANSFER_TERMINAL: 'The transfer is terminated or expired.',
  IDEMPOTENCY_IN_PROGRESS: 'The first call with this key is still running.',
  RECIPIENT_NOT_FOUND: 'No such recipient.',
  WRONG_ACTOR: 'Visible, but not for this principal.',
  BLOCKED: 'The recipient blocks the sender.',
  TOO_LARGE: 'Over a limit, which is named.',
  SECRET_DETECTED: 'What looks like a secret stands in the input or the snapshot.',
  TOKEN_REJECTED: 'The transfer token does not allow this, for whatever reason.',
  CHECKSUM_MISMATCH: 'Bytes or facts are not those staged.',
  FENCED: 'A newer epoch owns the session.',
  NOT_READY: 'Something named is still missing; try again.',
  INSUFFICIENT_BUDGET: 'A hold does not fit in what is left.',
  TIER_LIMIT: "A limit is above its tier's ceiling.",
  UNPRICED_MODEL: 'No price is known for a model.',
  CURSOR_EXPIRED: 'The feed no longer reaches back to this cursor.',
  NOT_FOUND: 'Absent, or not visible: the two answer alike.',
  INVALID_INPUT: 'The input is not valid; every issue has its path.',
};

const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Why a call was refused. More may be added: treat an unknown one as a refusal.',
  values: Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[])
      .filter((code) => !FAULTS.includes(code))
      .map((code) => [code, { value: code, description: CODE_WORDS[code as RefusalCode] }]),
  ) as Record<RefusalCode, { value: RefusalCode; description: string }>,
});

const RefusalInterface = builder.interfaceRef<Refusal>('Refusal');
RefusalInterface.implement({
  description: 'A call turned down by a rule of the domain. Nothing changed, but where a field says so.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Why, as a stable word.',
      resolve: ({ code }) => code as RefusalCode,
    }),
    message: t.exposeString('message', { description: 'What happened and what to do next, for people.' }),
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether the same call may succeed later as it is.',
    }),
    replayed: t.exposeBoolean('replayed', {
      description:
        'True when an earlier call with the same key, usage id or hold id was refused: this is its answer.',
    }),
  }),
});

const RequirementEnum = builder.enumType('Requirement', {
  description: 'What an action needs beside the right to it. More may be added.',
  values: { TRANSFER_TOKEN: { description: 'A transfer token, handed over by the orchestrator.' } },
});

builder.objectType('Issue', {
  description: 'One thing wrong with an input.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where, like messageHistory[2].content; empty for the input itself.',
    }),
    code: t.exposeString('code', { description: 'What, as a stable word.' }),
    message: t.exposeString('message', { description: 'What, for people. Never repeats a value.' }),
  }),
});

const SecretPlaceRef = builder.objectRef<NonNullable<Refusal['secrets']>[number]>('SecretPlace').implement({
  description: 'Where something looks like a secret. Never the value.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the part, or name of the input.' }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'Line in the part, from 1; null where lines mean nothing.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'Field in the JSON there; null when there is none.',
    }),
    rule: t.exposeString('rule', { description: 'The rule that found it.' }),
  }),
});

const SnapshotFactsRef = builder.objectRef<SnapshotFacts>('SnapshotFacts').implement({
  description: 'What two ends of a transfer compare. A fact that was not compared is null.',
  fields: (t) => ({
    sha256: t.expose('sha256', { type: 'Sha256', nullable: true, description: 'Checksum of the manifest.' }),
    length: t.exposeInt('length', { nullable: true, description: 'Bytes of all parts.' }),
    entries: t.exposeInt('entries', { nullable: true, description: 'Entries of the main part.' }),
    lastEntrySha256: t.expose('lastEntrySha256', {
      type: 'Sha256',
      nullable: true,
      description: 'Digest of the last entry.',
    }),
  }),
});

const OffenderRef = builder.objectRef<NonNullable<Refusal['offenders']>[number]>('Offender').implement({
  description: 'One of the largest contributors to what is over a limit.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Which part or field.' }),
    size: t.exposeInt('size', { description: "Its size in the limit's unit." }),
  }),
});

export const AvailableActionRef = builder.objectRef<OfferedAction>('AvailableAction').implement({
  description: 'An action open to this viewer now. What is not listed is refused.',
  fields: (t) => ({
    action: t.exposeString('action', { description: "The action's name, the same word as in its mutation." }),
    resultsIn: t.exposeStringList('resultsIn', { description: 'States it may lead to, in lower case.' }),
    irreversible: t.exposeBoolean('irreversible', { description: 'Whether it can never be undone.' }),
    requires: t.field({
      type: RequirementEnum,
      nullable: true,
      description: 'What must be handed in with the call; null: nothing.',
      resolve: ({ requires }) => requires,
    }),
  }),
});

const MismatchFields = (t: RefusalFields) => ({
  expected: t.field({
    type: SnapshotFactsRef,
    nullable: true,
    description: 'What was staged.',
    resolve: ({ mismatch }) => mismatch?.expected,
  }),
  actual: t.field({
    type: SnapshotFactsRef,
    nullable: true,
    description: 'What was found or supplied.',
    resolve: ({ mismatch }) => mismatch?.actual,
  }),
});

const StateFields = (t: RefusalFields) => ({
  currentStatus: t.string({
    nullable: true,
    description: 'The state now, in lower case.',
    resolve: ({ status }) => status,
  }),
  availableActions: t.field({
    type: [AvailableActionRef],
    description: 'What this viewer may do from there.',
    resolve: ({ availableActions }) => availableActions ?? [],
  }),
});

const ThreadFields = (t: RefusalFields) => ({
  ...StateFields(t),
  acceptedBy: t.id({
    nullable: true,
    description: 'Principal that accepted the thread; null for a transfer, and before.',
    resolve: ({ acceptedBy }) => acceptedBy,
  }),
  acceptedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it accepted; null for a transfer, and before.',
    resolve: ({ acceptedAt }) => acceptedAt,
  }),
  proposalDigest: t.field({
    type: 'Sha256',
    nullable: true,
    description: "Digest of the newest version of the thread's proposal; null where nothing is proposed.",
    resolve: ({ proposalDigest }) => proposalDigest,
  }),
});

const IssueFields = (t: RefusalFields) => ({
  issues: t.field({
    type: ['Issue'],
    description: 'Everything wrong, at most twenty.',
    resolve: ({ issues }) => [...(issues ?? [])],
  }),
});

const LateField = (t: RefusalFields) => ({
  recordedAsLate: t.boolean({
    description: 'Whether what was spent was recorded as late usage, outside the budget.',
    resolve: ({ recordedAsLate }) => recordedAsLate ?? false,
  }),
});

/** The data of each refusal beside the interface's fields. */
const DATA: Partial<Record<RefusalCode, (t: RefusalFields) => object>> = {
  STATE_CHANGED: ThreadFields,
  THREAD_TERMINAL: StateFields,
  INVALID_INTENT_PAYLOAD: IssueFields,
  RECIPIENT_NOT_FOUND: (t) => ({
    suggestions: t.stringList({
      description:
        'Handles of this organisation that are exactly that name in another team; nothing is guessed.',
      resolve: ({ suggestions }) => [...(suggestions ?? [])],
    }),
  }),
  TRANSFER_TERMINAL: (t) => ({ ...StateFields(t), ...LateField(t) }),
  WRONG_ACTOR: StateFields,
  FENCED: (t) => ({
    currentEpoch: t.int({
      nullable: true,
      description: "Number of the session's current owner.",
      resolve: ({ epoch }) => epoch,
    }),
    ...LateField(t),
  }),
  NOT_READY: (t) => ({
    missing: t.stringList({
      description: 'What is missing, as stable words.',
      resolve: ({ missing }) => [...(missing ?? [])],
    }),
  }),
  INSUFFICIENT_BUDGET: (t) => ({
    remaining: t.field({
      type: 'Usd',
      nullable: true,
      description: 'USD neither spent nor held.',
      resolve: ({ remaining }) => remaining,
    }),
  }),
  CHECKSUM_MISMATCH: MismatchFields,
  INVALID_INPUT: IssueFields,
  TIER_LIMIT: IssueFields,
  SECRET_DETECTED: (t) => ({
    secrets: t.field({
      type: [SecretPlaceRef],
      description: 'Where, never what.',
      resolve: ({ secrets }) => [...(secrets ?? [])],
    }),
  }),
  TOO_LARGE: (t) => ({
    limit: t.string({
      nullable: true,
      description: 'Name of the limit.',
      resolve: ({ limit }) => limit?.name,
    }),
    most: t.int({ nullable: true, description: 'Its value.', resolve: ({ limit }) => limit?.value }),
    offenders: t.field({
      type: [OffenderRef],
      description: 'The largest contributors first.',
      resolve: ({ offenders }) => [...(offenders ?? [])],
    }),
  }),
};

/** `STATE_CHANGED` → `StateChanged`. */
const typeName = (code: string): string =>
  code.toLowerCase().replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

const types = new Map<RefusalCode, ReturnType<typeof declare>>();

function declare(code: RefusalCode) {
  return builder.objectRef<Refusal>(typeName(code)).implement({
    description: CODE_WORDS[code],
    interfaces: [RefusalInterface],
    fields: (t) => ({ ...DATA[code]?.(t) }),
  });
}

/** The type of one code; declared when the first union names it, so that none stands in the schema unused. */
function refusalType(code: RefusalCode): ReturnType<typeof declare> {
  const type = types.get(code) ?? declare(code);
  types.set(code, type);
  return type;
}

/** The union a mutation answers: its success, or one of these refusals. */
export function resultUnion<Success extends { ok: true }>(
  name: string,
  success: ObjectRef<typeof builder.$inferSchemaTypes, Success>,
  codes: readonly RefusalCode[],
) {
  return builder.unionType(`${name}Result`, {
    description: `What ${name.charAt(0).toLowerCase()}${name.slice(1)} answers: a success, or a refusal that says why.`,
    types: [success, ...codes.map(refusalType)],
    resolveType: (value, { refused }) => {
      const answer = value as Success | Refusal;
      if (answer.ok) return success;
      refused(answer.code);
      if (!codes.includes(answer.code as RefusalCode))
        throw new Error(`${name} answered ${answer.code}, which its union lacks`);
      return refusalType(answer.code as RefusalCode);
    },
  });
}
