import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import {
  acceptSecrets,
  activate,
  type Moved,
  provision,
  push,
  terminate,
  topUp,
} from '../client/transfers.js';
import { count } from '../duration.js';
import { tokenText } from '../token-text.js';
import { transferJson, transferText } from '../transfer-text.js';

/** Prints what a call left. */
function show({ output }: Cli, { transfer, replayed }: Moved): void {
  output.result({ ...transferJson(transfer), replayed }, transferText(transfer));
}

/** The single steps of a move, for scripts that drive it themselves. */
export function addSteps(program: Command, cli: Cli): void {
  const provisioning = program
    .command('provision <id>')
    .description('Size and budget the destination with a token of scope provision_runtime.')
    .requiredOption('--token <token>', 'the transfer token; - reads it from stdin')
    .option('--tier <name>', "the token's tier or a smaller one")
    .option('--budget <usd>', "at most the token's ceiling")
    .action(
      async (id: string, { token, tier, budget }: { token: string; tier?: string; budget?: string }) => {
        const transferToken = await tokenText(token);
        show(cli, await provision(cli.api(), { id, transferToken, tier, allocatedUsd: budget }));
      },
    );
  examples(
    provisioning,
    'baton token mint trf_… --scope provision_runtime --budget 5 | baton provision trf_… --token -',
  );

  const pushing = program
    .command('push <id>')
    .description('Make the snapshot readable by the destination; every byte is checked first.')
    .option('--checksum <sha256>', 'compared with the stored one')
    .action(async (id: string, { checksum }: { checksum?: string }) => {
      show(cli, await push(cli.api(), { id, checksum }));
    });
  examples(pushing, 'baton push trf_… --checksum 6b7c…');

  const activation = program
    .command('activate <id>')
    .description('Make the destination the one live owner. Nothing undoes this.')
    .requiredOption('--token <token>', 'a token of scope activate; - reads it from stdin')
    .option('--entries-since <n>', 'entries that the source wrote after the snapshot')
    .action(async (id: string, { token, entriesSince }: { token: string; entriesSince?: string }) => {
      const transferToken = await tokenText(token);
      const entriesSinceSnapshot =
        entriesSince === undefined || entriesSince === '0'
          ? 0
          : count('--entries-since', entriesSince, 2 ** 31 - 1);
      show(cli, await activate(cli.api(), { id, transferToken, entriesSinceSnapshot }));
      cli.output.progress(`→ read it back before the source stops: baton status ${id}`);
    });
  examples(activation, 'baton token mint trf_… --scope activate | baton activate trf_… --token -');
}

/** What people and orchestrators decide about a transfer. */
export function addDecisions(program: Command, cli: Cli): void {
  const accepting = program
    .command('accept-secrets <id>')
    .description('Let a snapshot travel although places in it look like secrets.')
    .requiredOption('--digest <sha256>', 'of the report you saw: `baton status` prints it')
    .action(async (id: string, { digest }: { digest: string }) => {
      show(cli, await acceptSecrets(cli.api(), { id, secretsDigest: digest }));
    });
  examples(accepting, 'baton accept-secrets trf_… --digest 91c0…');

  const toppingUp = program
    .command('top-up <id> <amount>')
    .description('Give a running transfer more money, in USD; one that is insolvent goes on.')
    .requiredOption('--reason <text>', 'kept in the log')
    .action(async (id: string, amountUsd: string, { reason }: { reason: string }) => {
      show(cli, await topUp(cli.api(), { id, amountUsd, reason }));
    });
  examples(toppingUp, 'baton top-up trf_… 0.50 --reason "the review is nearly done"');

  const ending = program
    .command('terminate <id>')
    .description('End a transfer for good.')
    .requiredOption('--reason <text>', 'kept in the log')
    .action(async (id: string, { reason }: { reason: string }) => {
      show(cli, await terminate(cli.api(), { id, reason }));
    });
  examples(ending, 'baton terminate trf_… --reason "wrong branch"');
}
