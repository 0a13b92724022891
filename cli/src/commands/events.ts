import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { eachEvent, listEvents } from '../client/pages.js';
import { count } from '../duration.js';
import { eventLine, eventTable } from '../event-text.js';
import { usage } from '../failure.js';
import { FollowEventsDocument, FollowTransferDocument } from '../gen/graphql.js';
import { MOST_ROWS } from './transfers.js';
import { feedCursor, followWith, printChange } from './watch.js';

interface EventsOptions {
  readonly first?: string;
  readonly follow?: true;
}

export function addEvents(program: Command, cli: Cli): void {
  const events = program
    .command('events [id]')
    .description('Print the event log of a transfer, or of everything, oldest first.')
    .option('--first <n>', 'at most so many (1000 unless given)')
    .option('--follow', 'print all of it, one event a line, and go on as more happens, until Ctrl-C')
    .action(async (id: string | undefined, { first, follow }: EventsOptions) => {
      if (follow) {
        if (first !== undefined) throw usage('--follow prints all of the log: leave out --first');
        return followLog(cli, id);
      }
      const most = count('--first', first ?? '1000', MOST_ROWS);
      const { rows, more } = await listEvents(cli.api(), id, most);
      cli.output.result(rows, rows.length === 0 ? 'no events' : eventTable(rows));
      if (more) cli.output.progress(`→ there are more: --first ${rows.length * 2}`);
    });
  examples(
    events,
    'baton events trf_…',
    'baton events --first 100 --json',
    'baton events trf_… --follow --json',
  );
}

async function followLog(cli: Cli, id: string | undefined): Promise<void> {
  const api = cli.api();
  // The feed's place first, then the log: what happens in between is in both, and dropped from the feed.
  const after = await feedCursor(api);
  const printed = new Set<string>();
  for await (const event of eachEvent(api, id)) {
    cli.output.result(event, eventLine(event));
    printed.add(event.id);
    if (cli.signal.aborted) return;
  }
  const subscription =
    id === undefined
      ? { document: FollowEventsDocument as never }
      : { document: FollowTransferDocument as never, variables: { id } };
  await followWith(cli, subscription, {
    after,
    wants: ({ event }) => !printed.has(event.id),
    handle: (change) => printChange(cli, change),
  });
}
