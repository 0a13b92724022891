import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { count, seconds } from '../duration.js';
import { usage } from '../failure.js';
import { moveSession } from '../move/move-session.js';
import { transferJson, transferText } from '../transfer-text.js';
import { addStageOptions, type StageOptions, stageInput } from './stage.js';
import { addOfferOptions, type OfferOptions, offerOf } from './token.js';

interface MoveOptions extends StageOptions, OfferOptions {
  readonly timeout: string;
  readonly entriesSince?: string;
}

export function addMove(program: Command, cli: Cli): void {
  const move = addOfferOptions(addStageOptions(program.command('move')))
    .description('Hand a session over to a new destination, and say when its source may stop.')
    .option('--timeout <time>', 'how long the destination may take to claim and verify', '2m')
    .option('--entries-since <n>', 'entries that the source wrote after the file was read')
    .action(async (file: string, options: MoveOptions) => {
      const offer = offerOf(options);
      // Nobody claims there: the destination would wait for a verification that only its orchestrator sends.
      if (offer.pool === 'manual') throw usage('pool manual has no daemon: drive it with the single steps');
      const transfer = await moveSession(cli, {
        input: await stageInput(file, options),
        offer,
        withinMs: seconds('--timeout', options.timeout) * 1_000,
        entriesSince:
          options.entriesSince === undefined
            ? undefined
            : count('--entries-since', options.entriesSince, 1e9),
      });
      cli.output.result(
        { ...transferJson(transfer), sourceMayStop: true },
        `${transferText(transfer)}\n\nThe source may stop: epoch ${transfer.epoch} owns the session now.`,
      );
    });
  move.addHelpText(
    'after',
    `
It stages, mints and redeems both tokens, pushes, waits until the destination has verified what it restored, activates,
and reads the result back. Until it says that the source may stop, the source is the one live owner. When it fails it
says what stands and how to go on.`,
  );
  examples(
    move,
    'baton move ~/.claude/projects/shop/3b0e6c52.jsonl --budget 5.00',
    'baton move session.jsonl --budget 1.00 --tier sandbox-medium --pool gpu --grace 5m --timeout 10m',
  );
}
