import { listEvents, readLedger } from '../client/pages.js';
import { readTransfer, type Transfer } from '../client/transfers.js';
import { eventTable } from '../event-text.js';
import type { CliEventFragment } from '../gen/graphql.js';
import { word } from '../transfer-text.js';
import { nanoUsd, usdText } from '../usd.js';
import { control } from './control.js';
import type { Staged } from './moving.js';
import type { Setting } from './setting.js';
import { until } from './until.js';

const EXPECTED_SUM = nanoUsd('1.6');

/** What the demo came to, for programs. */
export interface Outcome {
  readonly transfers: readonly { readonly id: string; readonly status: string }[];
  /** Decimal USD. */
  readonly ledgerSum: string;
  readonly events: readonly CliEventFragment[];
  readonly urls: { readonly graphql: string; readonly health: string };
}

/** Steps 12 and 13. */
export async function end(setting: Setting, { id, secondId }: Staged): Promise<void> {
  const { narrator, orchestrator, signal, folder } = setting;
  narrator.step(12, 'The grace period ends, the reaper terminates, the daemon tears down');
  const over = async (look: (transfer: Transfer) => boolean) => {
    const transfer = await readTransfer(orchestrator, id);
    return look(transfer) ? transfer : undefined;
  };
  const ended = await until('the end of the grace period', signal, () =>
    over(({ endedAt }) => endedAt !== null),
  );
  const { status, endedReason } = ended;
  narrator.expect(status === 'TERMINATED', 'terminated', status);
  narrator.expect(endedReason === 'grace_period_expired', 'the reason grace_period_expired', endedReason);
  narrator.changed(`${word(status)} at ${ended.endedAt}: ${endedReason}`);
  const { runtime } = await until('the teardown', signal, () =>
    over(({ runtime }) => runtime.tornDownAt !== null),
  );
  narrator.expect(runtime.teardownProven === true, 'a proven teardown', runtime.teardownProven);
  narrator.expect(!control(folder).runs(), 'no process left of the command', 'one that runs');
  narrator.changed(`torn down at ${runtime.tornDownAt}: no process and no file is left`);

  narrator.step(13, 'The second transfer reads expired');
  const second = await until('the second transfer to expire', signal, async () => {
    const transfer = await readTransfer(orchestrator, secondId);
    return transfer.status === 'STAGED' ? undefined : transfer;
  });
  narrator.expect(second.status === 'EXPIRED', 'expired', second.status);
  narrator.changed(`${secondId} is ${word(second.status)}: its time passed at ${second.deadlines.expiresAt}`);
}

/** Step 14. */
export async function sumUp(setting: Setting, { id, secondId }: Staged): Promise<Outcome> {
  const { narrator, orchestrator, url } = setting;
  narrator.step(14, 'What is on record');
  const events = await Promise.all([id, secondId].map((of) => listEvents(orchestrator, of, 10_000)));
  const rows = events.flatMap((page) => page.rows);
  narrator.changed(eventTable(rows));
  const ledger = await readLedger(orchestrator, id);
  const sum = ledger.reduce((total, { amount }) => total + nanoUsd(amount), 0n);
  const transfers = await Promise.all([id, secondId].map((of) => readTransfer(orchestrator, of)));
  narrator.expect(sum === EXPECTED_SUM, 'a ledger sum of 1.60 USD', usdText(sum));
  const spent = transfers[0]?.budget?.spent ?? '';
  narrator.expect(nanoUsd(spent) === sum, `spent to be the ledger's sum`, spent);
  narrator.changed(
    `ledger: ${ledger.map(({ amount }) => amount).join(' + ')} = ${usdText(sum)} USD, to the nano-dollar`,
  );
  const urls = { graphql: `${url}/graphql`, health: `${url}/healthz` };
  narrator.changed(`GraphQL ${urls.graphql}\nhealth  ${urls.health}`);
  return {
    transfers: transfers.map(({ id: transfer, status }) => ({ id: transfer, status: word(status) })),
    ledgerSum: usdText(sum),
    events: rows,
    urls,
  };
}
