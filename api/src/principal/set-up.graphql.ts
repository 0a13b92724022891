import { builder } from '../schema/builder.js';
import { resultUnion } from '../schema/refusal.graphql.js';
import { PrincipalRef } from './principal.graphql.js';
import { type SetUpLinkIssueSuccess, setUpLinkIssue } from './set-up-commands.js';

const SetUpLinkIssueInput = builder.inputType('SetUpLinkIssueInput', {
  description: 'Whose password is to be set.',
  fields: (t) => ({
    personId: t.id({ required: true, description: 'A person of the caller’s organisation, `prn_…`.' }),
    idempotencyKey: t.string({
      description:
        'Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new.',
    }),
  }),
});

const SetUpLinkIssueSuccessRef = builder.objectRef<SetUpLinkIssueSuccess>('SetUpLinkIssueSuccess').implement({
  description: 'The link is there; one that the person had before is no good any more.',
  fields: (t) => ({
    person: t.field({
      type: PrincipalRef,
      description: 'Whose it is.',
      resolve: ({ person }) => person,
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'What the person sends to `POST /auth/set-up` with a new password, once. Shown this once and kept nowhere; null on a replay.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it is no good any more: 15 minutes after it was made.',
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'True when an earlier call had done this, and this one changed nothing.',
    }),
  }),
});

builder.mutationFields((t) => ({
  setUpLinkIssue: t.field({
    type: resultUnion('SetUpLinkIssue', SetUpLinkIssueSuccessRef, [
      'DUPLICATE_IDEMPOTENCY_KEY',
      'IDEMPOTENCY_IN_PROGRESS',
      'INVALID_INPUT',
      'NOT_FOUND',
      'NOT_READY',
    ]),
    description:
      'Makes a link by which a person sets their password, the first or a new one. Scope `principal:manage`; in a session, one confirmed within five minutes.',
    args: { input: t.arg({ type: SetUpLinkIssueInput, required: true, description: 'The call.' }) },
    resolve: (_root, { input }, context) => setUpLinkIssue(context, input),
  }),
}));
