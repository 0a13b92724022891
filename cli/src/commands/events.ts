import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { listEvents } from '../client/pages.js';
import { count } from '../duration.js';
import { eventTable } from '../event-text.js';
import { MOST_ROWS } from './transfers.js';

export function addEvents(program: Command, cli: Cli): void {
  const events = program
    .command('events [id]')
    .description('Print the event log of a transfer, or of everything, oldest first.')
    .option('--first <n>', 'at most so many', '1000')
    .action(async (id: string | undefined, { first }: { first: string }) => {
      const { rows, more } = await listEvents(cli.api(), id, count('--first', first, MOST_ROWS));
      cli.output.result(rows, rows.length === 0 ? 'no events' : eventTable(rows));
      if (more) cli.output.progress(`→ there are more: --first ${rows.length * 2}`);
    });
  examples(events, 'baton events trf_…', 'baton events --first 100 --json');
}
