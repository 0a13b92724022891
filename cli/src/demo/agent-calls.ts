import { randomUUID } from 'node:crypto';
import { type Api, accepted } from '../client/api.js';
import { known } from '../client/transfers.js';
import {
  ActivateDocument,
  Get_StatusDocument,
  Provision_RuntimeDocument,
  Push_StateDocument,
  Snapshot_StateDocument,
  type TransferStageInput,
} from '../gen/graphql.js';

const idempotencyKey = () => randomUUID();

/** The agent's own calls, by the documents of its tools. */
export async function snapshotState(agent: Api, input: TransferStageInput) {
  const answer = await agent.run(Snapshot_StateDocument, {
    input: { ...input, idempotencyKey: idempotencyKey() },
  });
  return accepted(answer.transferStage).transfer;
}

export async function provisionRuntime(agent: Api, id: string, transferToken: string) {
  const input = { id, transferToken, idempotencyKey: idempotencyKey() };
  return accepted((await agent.run(Provision_RuntimeDocument, { input })).transferProvision).transfer;
}

export async function pushState(agent: Api, id: string, checksum: string) {
  const input = { id, checksum, idempotencyKey: idempotencyKey() };
  return accepted((await agent.run(Push_StateDocument, { input })).transferPush).transfer;
}

export async function activateAsAgent(agent: Api, id: string, transferToken: string) {
  const input = { id, transferToken, idempotencyKey: idempotencyKey() };
  return accepted((await agent.run(ActivateDocument, { input })).transferActivate).transfer;
}

export async function getStatus(agent: Api, id: string) {
  return known((await agent.run(Get_StatusDocument, { id, first: 1 })).transfer);
}
