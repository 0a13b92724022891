import { builder } from '../schema/builder.js';
import { push } from './commands/drive.js';
import { acceptSecrets, fork } from './commands/orchestrate.js';
import { stage } from './commands/stage.js';
import { input, key, keyed, MOVE, moveResult } from './move-result.graphql.js';

const SourceInput = builder.inputType('SourceInput', {
  description: 'Where the session comes from; labels for people, covered by the checksum.',
  fields: (t) => ({
    host: t.string({ required: true, description: 'Host name.' }),
    client: t.string({ required: true, description: 'Agent client, like `claude-code`.' }),
    cwd: t.string({ required: true, description: 'Working directory there.' }),
  }),
});

const FileInput = builder.inputType('SnapshotFileInput', {
  description: 'One file, carried byte for byte.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Relative path in the snapshot, forward slashes, no `..`.',
    }),
    mediaType: t.string({ description: 'Defaults to application/octet-stream.' }),
    base64: t.string({ required: true, description: 'Its bytes in base64 with padding.' }),
  }),
});

const StageInput = builder.inputType('TransferStageInput', {
  description: 'A session’s state: any of the four inline inputs, and small files; together at most 8 MiB.',
  fields: (t) => ({
    session: t.id({
      description: 'An existing session, `ses_…`; without it a new one is made, which the caller owns.',
    }),
    sessionLabel: t.string({
      description: "The client's own id of the session; a label, covered by the checksum.",
    }),
    source: t.field({ type: SourceInput, required: true, description: 'Where it comes from.' }),
    systemPrompt: t.field({ type: 'JSON', description: 'A string, or an array of typed blocks.' }),
    messageHistory: t.field({
      type: 'JSON',
      description: 'An array of messages with a role; their content is opaque.',
    }),
    toolState: t.field({ type: 'JSON', description: 'Any JSON.' }),
    mcpConfig: t.field({
      type: 'JSON',
      description: 'An array of {server, credRef}. A raw secret in it refuses the stage.',
    }),
    files: t.field({ type: [FileInput], description: 'Session files.' }),
    ttlSeconds: t.int({
      description: 'Seconds until it expires unless activated, 1 to 86400; default 1800.',
    }),
    epoch: t.int({ description: 'Of a session that is live elsewhere: the epoch its lease holder holds.' }),
    leaseSecret: t.string({ description: 'Of a session that is live elsewhere: the secret of its lease.' }),
    ...key(t),
  }),
});

const AcceptSecretsInput = builder.inputType('TransferAcceptSecretsInput', {
  description: 'Accepts all that looked like secrets in one snapshot.',
  fields: (t) => ({
    ...keyed(t),
    secretsDigest: t.field({
      type: 'Sha256',
      required: true,
      description: 'Digest of the report that was read: `secrets.digest`.',
    }),
    ...key(t),
  }),
});

const PushInput = builder.inputType('TransferPushInput', {
  description: 'Makes the snapshot readable by the destination.',
  fields: (t) => ({
    ...keyed(t),
    checksum: t.string({ description: 'Compared with the stored one when given; sha256 in lower-case hex.' }),
    ...key(t),
  }),
});

const ForkInput = builder.inputType('TransferForkInput', {
  description: 'A new session from the same snapshot.',
  fields: (t) => ({
    ...keyed(t),
    ttlSeconds: t.int({
      description: 'Seconds until the new transfer expires unless activated; default 1800.',
    }),
    ...key(t),
  }),
});

const StageResult = moveResult('TransferStage', 'The snapshot is stored and its transfer open.', [
  'NOT_FOUND',
  'INVALID_INPUT',
  'TOO_LARGE',
  'SECRET_DETECTED',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
]);

const AcceptSecretsResult = moveResult('TransferAcceptSecrets', 'The push no longer waits.', [
  ...MOVE,
  'FENCED',
]);

const PushResult = moveResult('TransferPush', 'The destination may read the snapshot.', [
  ...MOVE,
  'FENCED',
  'CHECKSUM_MISMATCH',
  'SECRET_DETECTED',
]);

const ForkResult = moveResult('TransferFork', 'The new session and its transfer, staged.', MOVE);

builder.mutationFields((t) => ({
  transferStage: t.field({
    type: StageResult,
    description: 'Stores a snapshot of a session and opens a transfer of it, in `STAGED`.',
    args: { input: t.arg({ type: StageInput, ...input }) },
    resolve: (_root, args, context) => stage(context, args.input),
  }),
  transferAcceptSecrets: t.field({
    type: AcceptSecretsResult,
    description: 'A person or orchestrator accepts what looked like secrets, having read the report.',
    args: { input: t.arg({ type: AcceptSecretsInput, ...input }) },
    resolve: (_root, args, context) => acceptSecrets(context, args.input),
  }),
  transferPush: t.field({
    type: PushResult,
    description: '`PROVISIONED` to `PUSHED`, after every stored byte was read back and hashed.',
    args: { input: t.arg({ type: PushInput, ...input }) },
    resolve: (_root, args, context) => push(context, args.input),
  }),
  transferFork: t.field({
    type: ForkResult,
    description: 'A new session from the same snapshot, with a transfer and later a budget of its own.',
    args: { input: t.arg({ type: ForkInput, ...input }) },
    resolve: (_root, args, context) => fork(context, args.input),
  }),
}));
