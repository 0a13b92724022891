import { builder } from '../schema/builder.js';
import { type RefusalCode, resultUnion } from '../schema/refusal.graphql.js';
import type { MoveSuccess } from './move.js';
import { TransferRef } from './transfer.graphql.js';

/** Refusals that any keyed move of an existing transfer may answer. */
export const MOVE: readonly RefusalCode[] = [
  'NOT_FOUND',
  'WRONG_ACTOR',
  'TRANSFER_TERMINAL',
  'STATE_CHANGED',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'INVALID_INPUT',
];

/** The success of a move, and the union it is part of. Most carry the transfer alone. */
export function moveResult(name: string, description: string, codes: readonly RefusalCode[]) {
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

export type InputFields = PothosSchemaTypes.InputFieldBuilder<
  typeof builder.$inferSchemaTypes,
  'InputObject'
>;

export const keyed = (t: InputFields) => ({
  id: t.id({ required: true, description: ID }),
});

export const key = (t: InputFields) => ({ idempotencyKey: t.string({ description: KEY }) });

export const input = { required: true, description: 'What to do, to which transfer.' } as const;
