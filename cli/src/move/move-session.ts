import { setTimeout as sleep } from 'node:timers/promises';
import type { Cli } from '../cli.js';
import {
  activate,
  mintToken,
  provision,
  push,
  readTransfer,
  stage,
  type Transfer,
} from '../client/transfers.js';
import { secretSteps } from '../commands/stage.js';
import { EXIT, Failure, timedOut } from '../failure.js';
import type { ProvisionOfferInput, TransferStageInput } from '../gen/graphql.js';
import { word } from '../transfer-text.js';
import { explained } from './what-stands.js';

export interface MovePlan {
  readonly input: TransferStageInput;
  readonly offer: ProvisionOfferInput;
  /** How long to wait for the destination's verification. */
  readonly withinMs: number;
  readonly entriesSince: number | undefined;
}

const POLL_MS = 250;
const READ_BACK_MS = 30_000;

/**
 * The whole move. Resolves only after the transfer was read back active under its new epoch: then, and not before, may
 * the source stop. Throws a failure that says what stands.
 */
export async function moveSession(cli: Cli, plan: MovePlan): Promise<Transfer> {
  const api = cli.api();
  const say = (text: string) => cli.output.progress(`• ${text}`);
  const staged = (await stage(api, plan.input)).transfer;
  const { id } = staged;
  say(`staged ${id}, checksum ${staged.checksum}, expires ${staged.deadlines.expiresAt}`);
  return explained(api, id, async () => {
    const offered = await mintToken(api, { id, scope: 'PROVISION_RUNTIME', provision: plan.offer });
    await provision(api, { id, transferToken: offered.token });
    say(`provisioned: ${plan.offer.tier} in pool ${plan.offer.pool}, ${plan.offer.allocatedUsd} USD at most`);
    if (staged.secrets.pending) throw secretsFound(staged);
    await push(api, { id, checksum: staged.checksum });
    say('pushed: the destination may read the snapshot');
    await verified(cli, id, plan.withinMs, say);
    const allowed = await mintToken(api, { id, scope: 'ACTIVATE' });
    await activate(api, { id, transferToken: allowed.token, entriesSinceSnapshot: plan.entriesSince });
    say('activated');
    return readBack(await patiently(cli, READ_BACK_MS, () => readTransfer(api, id)), say);
  });
}

/** Reads until the API answers, for up to `withinMs`: what was done stands, whether or not the server is away now. */
async function patiently<T>({ signal }: Cli, withinMs: number, read: () => Promise<T>): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const away = error instanceof Failure && error.exitCode === EXIT.unreachable;
      if (!away || signal.aborted || Date.now() >= end) throw error;
    }
    await sleep(POLL_MS);
  }
}

async function verified(cli: Cli, id: string, withinMs: number, say: (text: string) => void): Promise<void> {
  const api = cli.api();
  const end = Date.now() + withinMs;
  let claimed = false;
  for (;;) {
    const { status, runtime, fenced } = await patiently(cli, end - Date.now(), () => readTransfer(api, id));
    if (!claimed && runtime.claimedAt !== null) {
      claimed = true;
      say(`claimed by ${runtime.claimedBy}`);
    }
    if (runtime.verifiedAt !== null)
      return say(`verified: the destination holds what was staged (${runtime.verifiedAt})`);
    if (status !== 'PUSHED' || fenced) {
      const message = `It became ${fenced ? 'fenced' : word(status)} while it waited for the destination.`;
      throw new Failure({ code: 'STATE_CHANGED', message, retryable: false }, EXIT.refused);
    }
    if (cli.signal.aborted) throw timedOut('You ended the wait for the destination.');
    if (Date.now() >= end) {
      const what = claimed ? 'verified the snapshot' : 'claimed it: does a daemon serve this pool and tier?';
      throw timedOut(`Within ${withinMs / 1000} s no destination ${what}`);
    }
    await sleep(POLL_MS);
  }
}

function readBack(transfer: Transfer, say: (text: string) => void): Transfer {
  const { status, epoch, baseEpoch } = transfer;
  // Insolvent and terminated are reached through active alone: the source has lost ownership all the same.
  if (epoch !== baseEpoch + 1 || status !== 'ACTIVE') {
    const message = `Read back as ${word(status)}, epoch ${epoch ?? 'none'}, where active, epoch ${baseEpoch + 1}, was due.`;
    throw new Failure({ code: 'NOT_READ_BACK', message, retryable: false }, EXIT.refused);
  }
  say(`read back: active, epoch ${epoch}`);
  return transfer;
}

function secretsFound(staged: Transfer): Failure {
  const message = 'The snapshot has what looks like secrets; it cannot travel before they are accepted.';
  return new Failure(
    {
      code: 'SECRET_DETECTED',
      message,
      retryable: false,
      digest: staged.secrets.digest,
      next: secretSteps(staged),
    },
    EXIT.refused,
  );
}
