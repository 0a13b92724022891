import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { listTransfers } from '../client/pages.js';
import { readTransfer, type Transfer } from '../client/transfers.js';
import { count } from '../duration.js';
import type { TransferStatus } from '../gen/graphql.js';
import { table } from '../table.js';
import { transferJson, transferText, word } from '../transfer-text.js';

export const MOST_ROWS = 100_000;

export function addTransfers(program: Command, cli: Cli): void {
  const status = program
    .command('status <id>')
    .description('Show where a transfer stands: state, money, deadlines, and what is open to you.')
    .action(async (id: string) => {
      const transfer = await readTransfer(cli.api(), id);
      cli.output.result(transferJson(transfer), transferText(transfer));
    });
  examples(status, 'baton status trf_…', 'baton status trf_… --json | jq -r .status');

  const list = program
    .command('list')
    .description('List the transfers you may see, the newest first.')
    .option('--status <states...>', 'only those in these states')
    .option('--first <n>', 'at most so many', '20')
    .action(async ({ status: states, first }: { status?: string[]; first: string }) => {
      const wanted = states?.flatMap((state) => state.split(',')).map((state) => state.toUpperCase());
      const filter = wanted ? { status: wanted as TransferStatus[] } : {};
      const { rows, more } = await listTransfers(cli.api(), filter, count('--first', first, MOST_ROWS));
      cli.output.result(rows.map(transferJson), rows.length === 0 ? 'no transfers' : transferTable(rows));
      if (more) cli.output.progress(`→ there are more: --first ${rows.length * 2}`);
    });
  examples(list, 'baton list --status active insolvent', 'baton list --first 500 --json');
}

function transferTable(transfers: readonly Transfer[]): string {
  return table(
    ['TRANSFER', 'STATUS', 'EPOCH', 'SPENT', 'OF', 'DESTINATION', 'FROM'],
    transfers.map(({ id, status, epoch, budget, tier, pool, source }) => [
      id,
      word(status),
      String(epoch ?? '-'),
      budget?.spent ?? '-',
      budget?.allocated ?? '-',
      tier === null ? '-' : `${tier}@${pool}`,
      source === null ? '-' : `${source.host} (${source.client})`,
    ]),
  );
}
