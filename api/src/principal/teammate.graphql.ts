import type { Prisma } from '../gen/prisma/client.js';
import { builder } from '../schema/builder.js';
import { MAX_PAGE, PAGE } from '../schema/connection.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import { admit } from './admit.js';
import { RoleEnum } from './enums.graphql.js';
import { setTeammateBlock, type TeammateSuccess, teammateAdd } from './teammate-commands.js';

const TeammateRef = builder.prismaObject('Teammate', {
  description: 'A person who can be written to. Their agents answer on their side.',
  findUnique: ({ organisationId, personId }) => ({
    organisationId_personId: { organisationId, personId },
  }),
  fields: (t) => ({
    id: t.exposeID('personId', { description: 'The person.' }),
    handle: t.exposeString('handle', { description: '`name@team`, unique in the organisation.' }),
    name: t.exposeString('displayName', { description: 'How the person is called.' }),
    team: t.exposeString('team', { description: 'The team of the handle.' }),
    roles: t.exposeStringList('roles', { description: 'What the person does.' }),
    skills: t.exposeStringList('skills', { description: 'What the person knows.' }),
    repositories: t.exposeStringList('repositories', { description: 'What the person works on.' }),
    disabled: t.boolean({
      description: 'Whether nothing reaches the person any more.',
      select: { person: { select: { disabledAt: true } } },
      resolve: ({ person }) => person.disabledAt !== null,
    }),
  }),
});

const FilterInput = builder.inputType('TeammateFilter', {
  description: 'Which people; fields left out do not restrict.',
  fields: (t) => ({
    team: t.string({ description: 'Of this team.' }),
    role: t.string({ description: 'Who do this.' }),
    skill: t.string({ description: 'Who know this.' }),
    repository: t.string({ description: 'Who work on this.' }),
    disabled: t.boolean({ description: 'Only those disabled, or only those not; all without it.' }),
  }),
});

function matching(filter: typeof FilterInput.$inferInput | null | undefined): Prisma.TeammateWhereInput {
  const { team, role, skill, repository, disabled } = filter ?? {};
  return {
    ...(team && { team }),
    ...(role && { roles: { has: role } }),
    ...(skill && { skills: { has: skill } }),
    ...(repository && { repositories: { has: repository } }),
    ...(disabled != null && { person: { disabledAt: disabled ? { not: null } : null } }),
  };
}

builder.queryFields((t) => ({
  teammates: t.prismaConnection(
    {
      type: TeammateRef,
      cursor: 'organisationId_handle',
      maxSize: MAX_PAGE,
      defaultSize: PAGE,
      description: 'The people of the organisation who can be written to, by handle.',
      args: { filter: t.arg({ type: FilterInput, description: 'Which of them; all without it.' }) },
      resolve: async (query, _root, { filter }, context) => {
        await admit(context, 'teammates', 'handoff:use');
        const { organisationId } = context.viewer;
        return context.reader.teammate.findMany({
          ...query,
          where: { organisationId, ...matching(filter) },
          orderBy: { handle: 'asc' },
        });
      },
    },
    { name: 'TeammateConnection', description: 'A page of people.' },
    { name: 'TeammateEdge', description: 'A person with its cursor.' },
  ),
}));

const KEY =
  'Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new.';
type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;
const key = (t: InputFields) => ({ idempotencyKey: t.string({ description: KEY }) });

const AddInput = builder.inputType('TeammateAddInput', {
  description: 'A new person who can be written to.',
  fields: (t) => ({
    handle: t.string({ required: true, description: '`name@team` in lower case; an absent team is made.' }),
    name: t.string({ required: true, description: 'How the person is called, 1 to 128 characters.' }),
    role: t.field({ type: RoleEnum, description: 'What the person may do; DEVELOPER without it.' }),
    roles: t.stringList({ description: 'What the person does, at most 50 entries.' }),
    skills: t.stringList({ description: 'What the person knows, at most 50 entries.' }),
    repositories: t.stringList({ description: 'What the person works on, at most 50 entries.' }),
    ...key(t),
  }),
});

const block = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      handle: t.string({ required: true, description: 'Whom, `name@team`, exact.' }),
      ...key(t),
    }),
  });
const BlockInput = block('TeammateBlockInput', 'Whose messages are to be stopped.');
const UnblockInput = block('TeammateUnblockInput', 'Whose messages are to come through again.');

function result(name: string, description: string, codes: readonly RefusalCode[]) {
  const success = builder.objectRef<TeammateSuccess>(`${name}Success`).implement({
    description,
    fields: (t) => ({
      teammate: t.field({
        type: TeammateRef,
        description: 'The person.',
        resolve: ({ teammate }) => teammate,
      }),
      replayed: t.exposeBoolean('replayed', {
        description: 'True when it was so before, and this call changed nothing.',
      }),
    }),
  });
  return resultUnion(name, success, [
    'DUPLICATE_IDEMPOTENCY_KEY',
    'IDEMPOTENCY_IN_PROGRESS',
    'INVALID_INPUT',
    ...codes,
  ]);
}

const input = { required: true, description: 'Whom.' } as const;

builder.mutationFields((t) => ({
  teammateAdd: t.field({
    type: result('TeammateAdd', 'The person is there.', []),
    description: 'Makes a person who can be written to; their agents are made with `principalCreate`.',
    args: { input: t.arg({ type: AddInput, ...input }) },
    resolve: (_root, args, context) => teammateAdd(context, args.input),
  }),
  teammateBlock: t.field({
    type: result('TeammateBlock', 'Nothing more comes from there.', ['RECIPIENT_NOT_FOUND', 'WRONG_ACTOR']),
    description:
      'Stops what a person’s side sends to the caller; threads can still be accepted, ended, withdrawn.',
    args: { input: t.arg({ type: BlockInput, ...input }) },
    resolve: (_root, args, context) => setTeammateBlock(context, args.input, true),
  }),
  teammateUnblock: t.field({
    type: result('TeammateUnblock', 'What is sent from there comes through.', [
      'RECIPIENT_NOT_FOUND',
      'WRONG_ACTOR',
    ]),
    description: 'Lifts a block.',
    args: { input: t.arg({ type: UnblockInput, ...input }) },
    resolve: (_root, args, context) => setTeammateBlock(context, args.input, false),
  }),
}));
