import type { Api } from '../client/api.js';
import { readTransfer, type Transfer } from '../client/transfers.js';
import { Failure } from '../failure.js';
import { word } from '../transfer-text.js';

/** Runs the steps of a move; a failure of them comes back with the transfer as it stands and the ways on from there. */
export async function explained<T>(api: Api, id: string, steps: () => Promise<T>): Promise<T> {
  try {
    return await steps();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { facts, exitCode } = error;
    const transfer = await lastSeen(api, id);
    throw new Failure(
      {
        ...facts,
        transferId: id,
        status: transfer === null ? null : word(transfer.status),
        epoch: transfer?.epoch ?? null,
        sourceMayStop: false,
        next: [...(facts.next ?? []), ...waysOn(id, transfer)],
      },
      exitCode,
    );
  }
}

/** Null when the API does not say either: the failure at hand tells why. */
async function lastSeen(api: Api, id: string): Promise<Transfer | null> {
  try {
    return await readTransfer(api, id);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const KEEP = 'the source is still the owner: leave it running';

/** What a person or script may do from here, each a sentence or a command. */
function waysOn(
  id: string,
  transfer: Pick<Transfer, 'status' | 'epoch' | 'pool' | 'deadlines' | 'runtime'> | null,
): string[] {
  if (transfer === null) {
    return [`what stands is not known: do not stop the source before \`baton status ${id}\` shows it active`];
  }
  const end = `give it up: baton terminate ${id} --reason "…"; otherwise it expires ${transfer.deadlines.expiresAt}`;
  switch (transfer.status) {
    case 'STAGED':
      return [
        KEEP,
        `go on: baton token mint ${id} --scope provision_runtime …, then provision, push, activate`,
        end,
      ];
    case 'PROVISIONED':
      return [KEEP, `go on: baton push ${id}`, end];
    case 'PUSHED': {
      const minting = `baton token mint ${id} --scope activate, then baton activate ${id} --token …`;
      const wait = `wait for a daemon of pool ${transfer.pool}, then ${minting}`;
      return [KEEP, `go on: ${transfer.runtime.verifiedAt === null ? wait : minting}`, end];
    }
    case 'ACTIVE':
    case 'INSOLVENT':
      return [`the destination owns the session under epoch ${transfer.epoch}: baton status ${id}`];
    case 'EXPIRED':
    case 'TERMINATED':
      return transfer.epoch === null
        ? [KEEP, 'begin anew: baton move …']
        : [`the session ran under epoch ${transfer.epoch} and has ended there: baton events ${id}`];
  }
}
