import { type RuntimeEvent, runRuntime } from '@baton/runtime';
import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { requireKey } from '../client/key.js';
import { count } from '../duration.js';
import { dataText } from '../event-text.js';
import { usage } from '../failure.js';

interface RuntimeCommandOptions {
  readonly dir: string;
  readonly tiers?: string[];
  readonly concurrency: string;
  readonly keepFiles?: boolean;
}

export function addRuntime(program: Command, cli: Cli): void {
  const runtime = program
    .command('runtime')
    .description(
      'Run a destination: claim transfers of the key’s pool, restore each, run a command in it, meter it.',
    )
    .argument('<command...>', 'program and arguments, after --; runs in the restored session’s directory')
    .option('--dir <dir>', "the daemon's own state, one daemon at a time", '.data/runtime')
    .option('--tiers <names...>', 'only these tiers (default: all)')
    .option('--concurrency <n>', 'transfers at a time', '4')
    .option('--keep-files', 'leave the restored files when a transfer is over')
    .passThroughOptions()
    .action(async (command: string[], options: RuntimeCommandOptions) => runDaemon(cli, command, options));
  runtime.addHelpText(
    'after',
    `
BATON_KEY is a key of kind runtime: it names the pool and may do nothing but claim.
The command writes what it spends as JSON lines {"id", "amountUsd", "detail"?} to the descriptor BATON_USAGE_FD.
Insolvent or exhausted, it is stopped (SIGSTOP); topped up, it goes on; at the end it is terminated. The command is a
plain process of this user: ceilings of the tier are ADVISORY.
With --json each event of the daemon is one line on stdout.`,
  );
  examples(
    runtime,
    'baton runtime -- claude --resume',
    'baton runtime --dir /var/lib/baton-runtime --tiers sandbox-small,sandbox-medium -- ./resume.sh',
  );
}

async function runDaemon(cli: Cli, command: string[], options: RuntimeCommandOptions): Promise<void> {
  const { env, output, signal } = cli;
  const [program, ...args] = command;
  if (program === undefined) throw usage('Name the command to run after --');
  const key = requireKey(env.key, 'baton keys issue --kind runtime --name … --pool local');
  const tell = ({ event, ...detail }: RuntimeEvent) => {
    const at = new Date().toISOString();
    output.result({ at, event, ...detail }, `${at} ${event} ${dataText(detail)}`.trimEnd());
  };
  const { done } = await runRuntime({
    url: env.url,
    key,
    dir: options.dir,
    command: [program, ...args],
    tiers: options.tiers?.flatMap((names) => names.split(',')),
    concurrency: count('--concurrency', options.concurrency, 1_000),
    keepFiles: options.keepFiles,
    signal,
    log: tell,
  });
  await done;
}
