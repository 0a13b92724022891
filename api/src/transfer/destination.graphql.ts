import { builder } from '../schema/builder.js';
import { resultUnion } from '../schema/refusal.graphql.js';
import { activate, replaceRuntime } from './commands/drive.js';
import { terminate } from './commands/orchestrate.js';
import { claim, reportTeardown, verifyDestination } from './commands/runtime.js';
import { DriverStateEnum } from './enums.graphql.js';
import type { MoveSuccess } from './move.js';
import { input, key, keyed, MOVE, moveResult } from './move-result.graphql.js';
import { TransferRef } from './transfer.graphql.js';

const ClaimInput = builder.inputType('TransferClaimInput', {
  description: 'A daemon takes a transfer of its pool.',
  fields: (t) => ({ ...keyed(t), ...key(t) }),
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

const ClaimResult = resultUnion('TransferClaim', ClaimSuccess, [...MOVE, 'FENCED']);

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

builder.mutationFields((t) => ({
  transferClaim: t.field({
    type: ClaimResult,
    description:
      'A daemon takes a transfer of its pool and gets the credential for it. One claim stands at a time.',
    args: { input: t.arg({ type: ClaimInput, ...input }) },
    resolve: (_root, args, context) => claim(context, args.input) as never,
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
}));
