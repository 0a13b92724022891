import { builder } from '../schema/builder.js';
import { resultUnion } from '../schema/refusal.graphql.js';
import { provision } from './commands/drive.js';
import { mintToken } from './commands/orchestrate.js';
import { TokenScopeEnum } from './enums.graphql.js';
import type { MoveSuccess } from './move.js';
import { input, key, keyed, MOVE, moveResult } from './move-result.graphql.js';
import { TransferRef } from './transfer.graphql.js';

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
    redeemer: t.id({
      description:
        'Principal that may use it; defaults to who staged, or to the orchestrator that mints where that is a runtime or a person.',
    }),
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

const MintResult = resultUnion('TransferTokenMint', MintSuccess, [...MOVE, 'FENCED', 'NOT_READY']);

const ProvisionResult = moveResult('TransferProvision', 'The destination is sized and budgeted.', [
  ...MOVE,
  'FENCED',
  'TOKEN_REJECTED',
  'TIER_LIMIT',
]);

builder.mutationFields((t) => ({
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
}));
