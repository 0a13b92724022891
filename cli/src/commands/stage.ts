import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import { stage, type Transfer } from '../client/transfers.js';
import { seconds } from '../duration.js';
import type { TransferStageInput } from '../gen/graphql.js';
import { readSessionFile } from '../session-file.js';
import { transferJson, transferText } from '../transfer-text.js';

/** Options that say what is staged and where it comes from; `move` takes them too. */
export interface StageOptions {
  readonly ttl?: string;
  readonly session?: string;
  readonly label?: string;
  readonly client?: string;
  readonly host?: string;
  readonly cwd?: string;
  readonly opaque?: boolean;
}

export function addStageOptions(command: Command): Command {
  return command
    .argument('<file>', 'a session: .jsonl, .json, or anything else as one opaque part')
    .option('--ttl <time>', 'until it expires unless activated: 1s to 24h (default 30m)')
    .option('--session <id>', 'a session that Baton knows already, ses_…: for its way back or onward')
    .option('--label <text>', "the client's own id of the session (default: what the file says)")
    .option('--client <name>', 'program that wrote it (default: guessed from the file)')
    .option('--host <name>', 'source host (default: this one)')
    .option('--cwd <path>', "the session's working directory there (default: the present one)")
    .addOption(new Option('--opaque', 'carry the file byte for byte, whatever its name'));
}

/** The input of a stage. Throws what `readSessionFile` throws. */
export async function stageInput(file: string, options: StageOptions): Promise<TransferStageInput> {
  const { input, client, label } = await readSessionFile(file, options.opaque);
  return {
    ...input,
    session: options.session,
    sessionLabel: options.label ?? label,
    source: {
      host: options.host ?? hostname(),
      client: options.client ?? client,
      cwd: options.cwd ?? process.cwd(),
    },
    ttlSeconds: options.ttl === undefined ? undefined : seconds('--ttl', options.ttl),
  };
}

/** What to do about secrets that a stage found, as commands. */
export function secretSteps({ id, secrets }: Transfer): string[] {
  if (!secrets.pending) return [];
  return [
    `${secrets.count} places look like secrets: look at them, then accept them with`,
    `baton accept-secrets ${id} --digest ${secrets.digest}`,
  ];
}

export function addStage(program: Command, cli: Cli): void {
  const command = addStageOptions(program.command('stage'))
    .description('Capture a session as a snapshot and open its transfer.')
    .action(async (file: string, options: StageOptions) => {
      const { transfer, replayed } = await stage(cli.api(), await stageInput(file, options));
      cli.output.result({ ...transferJson(transfer), replayed }, transferText(transfer));
      for (const step of secretSteps(transfer)) cli.output.progress(`→ ${step}`);
    });
  examples(
    command,
    'baton stage ~/.claude/projects/shop/3b0e6c52.jsonl',
    'baton stage session.json --ttl 2h          # {"messageHistory": […], "systemPrompt": …}',
    'baton stage agent.af --json | jq -r .id',
  );
}
