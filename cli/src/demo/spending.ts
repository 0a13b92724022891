import { readTransfer, type Transfer, topUp } from '../client/transfers.js';
import { word } from '../transfer-text.js';
import { nanoUsd, usdText } from '../usd.js';
import { control } from './control.js';
import { eventLines, LogFollower } from './log-follower.js';
import type { Staged } from './moving.js';
import type { Setting } from './setting.js';
import { until } from './until.js';

/** How long the command must stand still to count as frozen; it ticks every 50 ms. */
const STILL_MS = 300;

/** Waits until exactly `usd` are spent. */
async function spent(
  { orchestrator, signal, narrator }: Setting,
  id: string,
  usd: string,
): Promise<Transfer> {
  return until(`${usd} USD to be spent`, signal, async () => {
    const transfer = await readTransfer(orchestrator, id);
    const now = nanoUsd(transfer.budget?.spent ?? '0');
    narrator.expect(now <= nanoUsd(usd), `at most ${usd} USD spent`, usdText(now));
    return now === nanoUsd(usd) ? transfer : undefined;
  });
}

/** Waits until the command stands still. */
async function frozen({ folder, signal }: Setting): Promise<void> {
  const { ticks } = control(folder);
  let last = ticks();
  let since = Date.now();
  await until('the command to be frozen', signal, () => {
    const now = ticks();
    if (now !== last) [last, since] = [now, Date.now()];
    return Date.now() - since >= STILL_MS ? true : undefined;
  });
}

/** Steps 10 and 11. */
export async function spend(setting: Setting, { id }: Staged): Promise<void> {
  const { narrator, orchestrator, folder, signal } = setting;
  const { allow, ticks } = control(folder);
  const log = new LogFollower(orchestrator, id);
  await log.news();

  narrator.step(10, 'The restored command reports 0.30 four times');
  const due: readonly (readonly [string, readonly string[]])[] = [
    ['0.3', []],
    ['0.6', ['budget_warning']],
    ['0.9', ['budget_warning']],
    ['1.2', ['insolvent']],
  ];
  for (const [index, [usd, wanted]] of due.entries()) {
    allow(index + 1);
    const { status } = await spent(setting, id, usd);
    const news = (await log.news()).filter(({ type }) => type !== 'usage_reported');
    narrator.changed(`${usdText(nanoUsd(usd))} USD spent, ${word(status)}${eventLines(news)}`);
    const types = news.map(({ type }) => type);
    narrator.expect(`${types}` === `${wanted}`, `the events [${wanted}] at ${usd} USD`, types);
  }
  await frozen(setting);
  const stillAt = ticks();
  // It may report on, and cannot.
  allow(6);
  narrator.changed(`the command is frozen: it stands still at tick ${stillAt}`);

  narrator.step(11, 'The orchestrator tops up 0.50; the command reports 0.20 twice');
  narrator.expect(ticks() === stillAt, 'a command that stood still until the top-up', ticks() - stillAt);
  const topped = await topUp(orchestrator, {
    id,
    amountUsd: '0.50',
    reason: 'demo: let it finish its sentence',
  });
  const { budget, status } = topped.transfer;
  narrator.expect(status === 'ACTIVE' && budget?.spent === '1.2', 'active, 1.2 USD spent', {
    status,
    budget,
  });
  narrator.changed(
    `${word(status)} again: ${budget?.spent} of ${budget?.allocated} USD spent${eventLines(await log.news())}`,
  );
  await until('the command to go on', signal, () => (ticks() > stillAt ? true : undefined));
  narrator.changed('the command goes on where it stood');
  const last = await spent(setting, id, '1.6');
  const news = (await log.news()).filter(({ type }) => type !== 'usage_reported');
  narrator.changed(`1.60 USD spent, ${word(last.status)}${eventLines(news)}`);
  const types = news.map(({ type }) => type);
  narrator.expect(types[0] === 'insolvent', 'the event insolvent at 1.60 USD', types);
}
