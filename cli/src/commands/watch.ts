import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import type { Api } from '../client/api.js';
import { type Change, follow, type Subscription } from '../client/feed.js';
import { readTransfer } from '../client/transfers.js';
import { eventLine } from '../event-text.js';
import { usage } from '../failure.js';
import {
  FeedCursorDocument,
  FollowTransferDocument,
  WatchInsolvencyDocument,
  WatchTransfersDocument,
} from '../gen/graphql.js';
import { runForEvent } from '../run-for-event.js';

interface WatchOptions {
  readonly on?: 'insolvency';
  readonly exec?: string;
  readonly after?: string;
}

export function addWatch(program: Command, cli: Cli): void {
  const watch = program
    .command('watch [id]')
    .description('Print what happens to a transfer, or to all you may see, as it happens, until Ctrl-C.')
    .addOption(new Option('--on <what>', 'only each crossing of a ceiling').choices(['insolvency']))
    .option('--exec <command>', 'run this command line here, on this machine, for each event')
    .option('--after <cursor>', 'begin behind this event; without it, from now on')
    .action(async (id: string | undefined, { on, exec, after }: WatchOptions) => {
      const api = cli.api();
      if (id !== undefined) await readTransfer(api, id);
      const wants = ({ event }: Change) => on === undefined || event.type === 'insolvent';
      const handle = async (change: Change) => {
        printChange(cli, change);
        if (exec === undefined) return;
        const ended = await runForEvent(exec, change, cli.env.inherited);
        if (ended !== 0)
          cli.output.progress(`→ the command ended with ${ended} for event ${change.event.id}`);
      };
      await followWith(cli, subscriptionOf(id, on), {
        after: after ?? (await feedCursor(api)),
        wants,
        handle,
      });
    });
  watch.addHelpText(
    'after',
    `
A cut, or a restart of the server, is survived: it resumes behind the last event that was handled, none missed, none
twice. With --json each event is one object a line, with its cursor.

--exec runs the command once per event, one after the other, with the event as one line of JSON on stdin and
BATON_EVENT_ID, _TYPE, _AGGREGATE_ID, _SEQUENCE, _AT, _CURSOR in its environment, and without BATON_KEY. What it prints
goes to stderr. When it fails that is told, and the next event is waited for.`,
  );
  examples(
    watch,
    'baton watch trf_…',
    `baton watch --on insolvency --exec 'notify-send "insolvent: $BATON_EVENT_AGGREGATE_ID"'`,
    'baton watch --json --after "$(cat cursor)"',
  );
}

function subscriptionOf(id: string | undefined, on: WatchOptions['on']): Subscription {
  // One transfer's crossings are among its events; the stream of crossings is that of all transfers.
  if (id !== undefined) return { document: FollowTransferDocument as never, variables: { id } };
  return { document: (on === undefined ? WatchTransfersDocument : WatchInsolvencyDocument) as never };
}

/** Where the feed stands now. */
export async function feedCursor(api: Api): Promise<string> {
  return (await api.run(FeedCursorDocument, {})).feedCursor;
}

/** Follows until somebody wants us to end, handling one change after the other. */
export async function followWith(
  cli: Cli,
  subscription: Subscription,
  options: {
    readonly after: string;
    readonly wants: (change: Change) => boolean;
    readonly handle: (change: Change) => void | Promise<void>;
  },
): Promise<void> {
  const { after, wants, handle } = options;
  if (after === '') throw usage('--after takes the cursor of an event');
  let cursor = after;
  cli.output.progress(`→ following from ${after}`);
  const onCut = (why: string) => cli.output.progress(`→ cut (${why}), resuming`);
  for await (const change of follow(cli.env, subscription, { after, signal: cli.signal, onCut })) {
    if (wants(change)) await handle(change);
    cursor = change.cursor;
    if (cli.signal.aborted) break;
  }
  cli.output.progress(`→ go on from here with --after ${cursor}`);
}

export function printChange(cli: Cli, { cursor, event }: Change): void {
  cli.output.result({ cursor, ...event }, eventLine(event));
}
