import { randomUUID } from 'node:crypto';
import { refused } from '../failure.js';
import {
  AcceptSecretsDocument,
  ActivateTransferDocument,
  type BudgetTopUpInput,
  type CliTransferFragment,
  MintTokenDocument,
  ProvisionDocument,
  PushDocument,
  StageDocument,
  StatusDocument,
  TerminateDocument,
  TopUpDocument,
  type TransferAcceptSecretsInput,
  type TransferActivateInput,
  type TransferProvisionInput,
  type TransferPushInput,
  type TransferStageInput,
  type TransferTerminateInput,
  type TransferTokenMintInput,
} from '../gen/graphql.js';
import { type Api, accepted } from './api.js';

export type Transfer = CliTransferFragment;

/** A transfer as a call left it; `replayed` when an earlier call had. */
export interface Moved {
  readonly replayed: boolean;
  readonly transfer: Transfer;
}

/** Each call is new; what the network swallows is resent under the key made here. */
const keyed = <Input extends object>(input: Input) => ({ input: { ...input, idempotencyKey: randomUUID() } });

export async function stage(api: Api, input: TransferStageInput): Promise<Moved> {
  return accepted((await api.run(StageDocument, keyed(input))).transferStage);
}

export async function mintToken(
  api: Api,
  input: TransferTokenMintInput,
): Promise<{ token: string; expiresAt: string }> {
  const { token, expiresAt } = accepted((await api.run(MintTokenDocument, keyed(input))).transferTokenMint);
  if (token !== null) return { token, expiresAt };
  // Only a resent call meets its own replay: the first answer, with the token in it, was lost.
  throw refused({
    code: 'UNAVAILABLE',
    message: 'The token was minted and its answer was lost on the way; it is shown once.',
    retryable: true,
    next: ['mint another one'],
  });
}

export async function provision(api: Api, input: TransferProvisionInput): Promise<Moved> {
  return accepted((await api.run(ProvisionDocument, keyed(input))).transferProvision);
}

export async function push(api: Api, input: TransferPushInput): Promise<Moved> {
  return accepted((await api.run(PushDocument, keyed(input))).transferPush);
}

export async function acceptSecrets(api: Api, input: TransferAcceptSecretsInput): Promise<Moved> {
  return accepted((await api.run(AcceptSecretsDocument, keyed(input))).transferAcceptSecrets);
}

export async function activate(api: Api, input: TransferActivateInput): Promise<Moved> {
  return accepted((await api.run(ActivateTransferDocument, keyed(input))).transferActivate);
}

export async function topUp(api: Api, input: BudgetTopUpInput): Promise<Moved> {
  return accepted((await api.run(TopUpDocument, keyed(input))).budgetTopUp);
}

export async function terminate(api: Api, input: TransferTerminateInput): Promise<Moved> {
  return accepted((await api.run(TerminateDocument, keyed(input))).transferTerminate);
}

/** The transfer now. Throws NOT_FOUND when it is absent or not visible. */
export async function readTransfer(api: Api, id: string): Promise<Transfer> {
  return known((await api.run(StatusDocument, { id })).transfer);
}

/** What a lookup found, or the refusal that the API's mutations give in its place. */
export function known<T>(found: T | null): T {
  if (found !== null) return found;
  const message = 'There is no such transfer, or it is not yours to see.';
  throw refused({
    code: 'NOT_FOUND',
    message,
    retryable: false,
    next: ['`baton list` shows those you may see'],
  });
}
