import { builder } from '../schema/builder.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import { activate, provision, push, replaceRuntime } from './commands/drive.js';
import { acceptSecrets, fork, mintToken, terminate } from './commands/orchestrate.js';
import { claim, reportTeardown, verifyDestination } from './commands/runtime.js';
import { stage } from './commands/stage.js';
import { DriverStateEnum, TokenScopeEnum } from './enums.graphql.js';
import type { MoveSuccess } from './move.js';
import { TransferRef } from './transfer.graphql.js';

/** Refusals that any keyed move of an existing transfer may answer. */
const MOVE: readonly RefusalCode[] = [
  'NOT_FOUND',
  'WRONG_ACTOR',
  'TRANSFER_TERMINAL',
  'STATE_CHANGED',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'INVALID_INPUT',
];

/** The success of a move, and the union it is part of. Most carry the transfer alone. */
function moveResult(name: string, description: string, codes: readonly RefusalCode[]) {
  const success = builder.objectRef<MoveSuccess>(`${name}Success`).implement({
    description,
    fields: (t) => ({
      transfer: t.field({
        type: TransferRef,
        description: 'As the move left it; on a replay as the first call left it.',
        resolve: ({ transfer }) => transfer,
      }),
      replayed: t.exposeBoolean('replayed', {
        description: 'True when an earlier call had done this, and this one changed nothing.',
      }),
    }),
  });
  return resultUnion(name, success, codes);
}

const ID = 'The transfer.';
const KEY =
  'Repeats of one call carry the same key, 1 to 128 characters; kept 24 hours. Without it each call is new.';

type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;
const keyed = (t: InputFields) => ({
  id: t.id({ required: true, description: ID }),
});
const key = (t: InputFields) => ({ idempotencyKey: t.string({ description: KEY }) });

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

const ProvisionOfferInput = builder.inputType('ProvisionOfferInput', {
  description: 'What the redeemer of a provision token may have at most.',
  fields: (t) => ({
    tier: t.string({ required: true, description: 'Tier; the redeemer may take a smaller one.' }),
    allocatedUsd: t.string({ required: true, description: 'Ceiling of the allocation, decimal USD.' }),
    pool: t.string({
      required: true,
      description: 'Where it runs. `manual`: no daemon, the orchestrator itself.',
    }),
    graceSeconds: t.int({ description: 'Seconds from insolvency to the end, 1 to 3600; default 60.' }),
  }),
});

const MintInput = builder.inputType('TransferTokenMintInput', {
  description: 'A token for one operation on one transfer by one principal.',
  fields: (t) => ({
    ...keyed(t),
    scope: t.field({ type: TokenScopeEnum, required: true, description: 'What it allows.' }),
    redeemer: t.id({ description: 'Principal that may use it; defaults to who staged.' }),
    provision: t.field({
      type: ProvisionOfferInput,
      description: 'With scope PROVISION_RUNTIME, and no other: what it allows to take.',
    }),
    ...key(t),
  }),
});

const LimitsInput = builder.inputType('TierLimitsInput', {
  description: "Ceilings below the tier's; those left out are the tier's.",
  fields: (t) => ({
    cpu: t.int({ description: 'Cores.' }),
    memoryMiB: t.int({ description: 'Memory in MiB.' }),
    pids: t.int({ description: 'Processes and threads.' }),
    diskMiB: t.int({ description: 'Disk in MiB.' }),
    egressMiB: t.int({ description: 'Bytes sent out, in MiB.' }),
  }),
});

const ProvisionInput = builder.inputType('TransferProvisionInput', {
  description: 'Sizes and budgets the destination. What is left out is what the token offers.',
  fields: (t) => ({
    ...keyed(t),
    transferToken: t.string({ required: true, description: 'Token of scope PROVISION_RUNTIME.' }),
    tier: t.string({ description: "The token's tier or a smaller one." }),
    allocatedUsd: t.string({ description: "Decimal USD, at most the token's ceiling." }),
    limits: t.field({ type: LimitsInput, description: "Less than the tier's ceilings." }),
    ...key(t),
  }),
});

const ClaimInput = builder.inputType('TransferClaimInput', {
  description: 'A daemon takes a transfer of its pool.',
  fields: (t) => ({ ...keyed(t), ...key(t) }),
});

const PushInput = builder.inputType('TransferPushInput', {
  description: 'Makes the snapshot readable by the destination.',
  fields: (t) => ({
    ...keyed(t),
    checksum: t.string({ description: 'Compared with the stored one when given; sha256 in lower-case hex.' }),
    ...key(t),
  }),
});

const VerifyInput = builder.inputType('TransferVerifyDestinationInput', {
  description: 'What the destination recomputed from the bytes it holds.',
  fields: (t) => ({
    ...keyed(t),
    checksum: t.field({
      type: 'Sha256',
      required: true,
      description: 'Checksum of the manifest it rebuilt.',
    }),
    entries: t.int({ description: 'Entries of the main part; 0 without one.' }),
    lastEntrySha256: t.field({
      type: 'Sha256',
      description: "Digest of the main part's last entry; left out without one.",
    }),
    leaseSecretSha256: t.field({
      type: 'Sha256',
      required: true,
      description: 'sha256 of the lease secret it chose; the secret itself stays there.',
    }),
    ...key(t),
  }),
});

const ActivateInput = builder.inputType('TransferActivateInput', {
  description: 'Makes the destination the session’s live owner. Irreversible.',
  fields: (t) => ({
    ...keyed(t),
    transferToken: t.string({
      required: true,
      description: 'Token of scope ACTIVATE, minted after the verification.',
    }),
    entriesSinceSnapshot: t.int({
      description: 'What the source wrote after its snapshot, by its own count.',
    }),
    ...key(t),
  }),
});

const DriverReportInput = builder.inputType('DriverReportInput', {
  description: 'What the driver says of the lost runtime.',
  fields: (t) => ({
    state: t.field({ type: DriverStateEnum, required: true, description: 'Gone or stopped.' }),
    observedAt: t.field({ type: 'DateTime', required: true, description: 'When that was seen.' }),
  }),
});

const ReplaceRuntimeInput = builder.inputType('TransferReplaceRuntimeInput', {
  description: 'Gives a running transfer whose runtime was lost to the next one.',
  fields: (t) => ({
    ...keyed(t),
    transferToken: t.string({
      required: true,
      description: 'Token of scope ACTIVATE, minted for the epoch that runs.',
    }),
    driverReport: t.field({
      type: DriverReportInput,
      required: true,
      description: 'Proof that nothing of the lost runtime acts.',
    }),
    ...key(t),
  }),
});

const TerminateInput = builder.inputType('TransferTerminateInput', {
  description: 'Ends a transfer for good.',
  fields: (t) => ({
    ...keyed(t),
    reason: t.string({
      required: true,
      description: 'Why, for people; 1 to 500 characters, kept in the log.',
    }),
    ...key(t),
  }),
});

const TeardownInput = builder.inputType('TransferReportTeardownInput', {
  description: 'The runtime of an ended transfer says that it is gone.',
  fields: (t) => ({
    ...keyed(t),
    proven: t.boolean({ required: true, description: 'Whether it saw that no process and no file is left.' }),
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

const ClaimSuccess = builder
  .objectRef<MoveSuccess & { credential: string | null }>('TransferClaimSuccess')
  .implement({
    description: 'The transfer is the daemon’s, until the claim lapses.',
    fields: (t) => ({
      transfer: t.field({
        type: TransferRef,
        description: 'As claimed.',
        resolve: ({ transfer }) => transfer,
      }),
      credential: t.exposeString('credential', {
        nullable: true,
        description: 'The one key good for this transfer, shown once; null on a replay.',
      }),
      replayed: t.exposeBoolean('replayed', { description: 'True when an earlier call had claimed it.' }),
    }),
  });

const MintSuccess = builder
  .objectRef<MoveSuccess & { token: string | null; expiresAt: Date }>('TransferTokenMintSuccess')
  .implement({
    description: 'A transfer token. It is kept nowhere.',
    fields: (t) => ({
      token: t.exposeString('token', {
        nullable: true,
        description: 'The token, shown once; null on a replay.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Its end; single use before.' }),
      transfer: t.field({
        type: TransferRef,
        description: 'What it is for.',
        resolve: ({ transfer }) => transfer,
      }),
      replayed: t.exposeBoolean('replayed', { description: 'True when an earlier call had minted it.' }),
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
const MintResult = resultUnion('TransferTokenMint', MintSuccess, [...MOVE, 'FENCED', 'NOT_READY']);
const ProvisionResult = moveResult('TransferProvision', 'The destination is sized and budgeted.', [
  ...MOVE,
  'FENCED',
  'TOKEN_REJECTED',
  'TIER_LIMIT',
]);
const ClaimResult = resultUnion('TransferClaim', ClaimSuccess, [...MOVE, 'FENCED']);
const PushResult = moveResult('TransferPush', 'The destination may read the snapshot.', [
  ...MOVE,
  'FENCED',
  'CHECKSUM_MISMATCH',
  'SECRET_DETECTED',
]);
const VerifyResult = moveResult('TransferVerifyDestination', 'The destination holds what was staged.', [
  ...MOVE,
  'FENCED',
  'CHECKSUM_MISMATCH',
]);
const ActivateResult = moveResult('TransferActivate', 'The destination is the one live owner.', [
  ...MOVE,
  'FENCED',
  'TOKEN_REJECTED',
  'NOT_READY',
]);
const ReplaceRuntimeResult = moveResult(
  'TransferReplaceRuntime',
  'The next runtime may claim, under a new epoch.',
  [...MOVE, 'FENCED', 'TOKEN_REJECTED', 'NOT_READY'],
);
const TerminateResult = moveResult('TransferTerminate', 'It is over.', MOVE);
const TeardownResult = moveResult('TransferReportTeardown', 'The end of the runtime is on record.', MOVE);
const ForkResult = moveResult('TransferFork', 'The new session and its transfer, staged.', MOVE);

const input = { required: true, description: 'What to do, to which transfer.' } as const;

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
  transferTokenMint: t.field({
    type: MintResult,
    description: 'Mints a transfer token: five minutes, single use, bound to all it allows.',
    args: { input: t.arg({ type: MintInput, ...input }) },
    resolve: (_root, args, context) => mintToken(context, args.input) as never,
  }),
  transferProvision: t.field({
    type: ProvisionResult,
    description: '`STAGED` to `PROVISIONED`, within what the token offers.',
    args: { input: t.arg({ type: ProvisionInput, ...input }) },
    resolve: (_root, args, context) => provision(context, args.input),
  }),
  transferClaim: t.field({
    type: ClaimResult,
    description:
      'A daemon takes a transfer of its pool and gets the credential for it. One claim stands at a time.',
    args: { input: t.arg({ type: ClaimInput, ...input }) },
    resolve: (_root, args, context) => claim(context, args.input) as never,
  }),
  transferPush: t.field({
    type: PushResult,
    description: '`PROVISIONED` to `PUSHED`, after every stored byte was read back and hashed.',
    args: { input: t.arg({ type: PushInput, ...input }) },
    resolve: (_root, args, context) => push(context, args.input),
  }),
  transferVerifyDestination: t.field({
    type: VerifyResult,
    description: 'The claimant proves that it restored what was staged. A second one replaces the first.',
    args: { input: t.arg({ type: VerifyInput, ...input }) },
    resolve: (_root, args, context) => verifyDestination(context, args.input),
  }),
  transferActivate: t.field({
    type: ActivateResult,
    description:
      '`PUSHED` to `ACTIVE`: the irreversible step. The source stops only after it has read `ACTIVE` back.',
    args: { input: t.arg({ type: ActivateInput, ...input }) },
    resolve: (_root, args, context) => activate(context, args.input),
  }),
  transferReplaceRuntime: t.field({
    type: ReplaceRuntimeResult,
    description:
      'Raises the epoch of a running transfer whose lease has lapsed, so that another runtime may claim it.',
    args: { input: t.arg({ type: ReplaceRuntimeInput, ...input }) },
    resolve: (_root, args, context) => replaceRuntime(context, args.input),
  }),
  transferTerminate: t.field({
    type: TerminateResult,
    description: 'Ends a transfer; open holds are settled in full.',
    args: { input: t.arg({ type: TerminateInput, ...input }) },
    resolve: (_root, args, context) => terminate(context, args.input),
  }),
  transferReportTeardown: t.field({
    type: TeardownResult,
    description: 'The runtime that held the claim says that nothing of it runs any more.',
    args: { input: t.arg({ type: TeardownInput, ...input }) },
    resolve: (_root, args, context) => reportTeardown(context, args.input),
  }),
  transferFork: t.field({
    type: ForkResult,
    description: 'A new session from the same snapshot, with a transfer and later a budget of its own.',
    args: { input: t.arg({ type: ForkInput, ...input }) },
    resolve: (_root, args, context) => fork(context, args.input),
  }),
}));
