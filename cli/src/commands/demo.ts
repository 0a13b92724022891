import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { runDemo } from '../demo/demo.js';

export function addDemo(program: Command, cli: Cli): void {
  const demo = program
    .command('demo')
    .description(
      'Move a recorded session through its whole life, on real parts, and tell what each step changed.',
    )
    .option('--once', 'end after the last step instead of staying up until Ctrl-C')
    .option('--url <url>', 'use the server there; BATON_KEY then needs principal:manage')
    .action(async ({ once = false, url }: { once?: boolean; url?: string }) => {
      const outcome = await runDemo(cli, { once, url: url?.replace(/\/+$/, '') });
      if (cli.output.json) cli.output.result(outcome, '');
    });
  demo.addHelpText(
    'after',
    `
Without --url it starts a server of its own on a free port, with an embedded PostgreSQL in a temporary folder. At the
end its processes are ended, its keys revoked and its files removed. The destination's "agent" is a small script.`,
  );
  examples(demo, 'baton demo --once', 'BATON_KEY=… baton demo --url http://127.0.0.1:4000');
}
