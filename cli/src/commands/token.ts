import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import { mintToken } from '../client/transfers.js';
import { seconds } from '../duration.js';
import type { ProvisionOfferInput, TokenScope } from '../gen/graphql.js';

/** What a provision token offers, as `token mint` and `move` ask for it. */
export interface OfferOptions {
  readonly tier: string;
  readonly budget: string;
  readonly pool: string;
  readonly grace?: string;
}

export function addOfferOptions(command: Command): Command {
  return command
    .option('--tier <name>', 'hard ceilings of the destination', 'sandbox-small')
    .option('--budget <usd>', 'the most it may spend', '1.00')
    .option('--pool <name>', 'which daemons may claim it', 'local')
    .option('--grace <time>', 'how long it may stay insolvent: 1s to 1h (default 60s)');
}

export function offerOf({ tier, budget, pool, grace }: OfferOptions): ProvisionOfferInput {
  const graceSeconds = grace === undefined ? undefined : seconds('--grace', grace);
  return { tier, allocatedUsd: budget, pool, graceSeconds };
}

export function addToken(program: Command, cli: Cli): void {
  const token = program.command('token').description('Transfer tokens.');
  const mint = addOfferOptions(token.command('mint <id>'))
    .description('Mint a token for one operation on one transfer. It is shown once, and good for 5 minutes.')
    .addOption(
      new Option('--scope <scope>', 'what it allows')
        .choices(['provision_runtime', 'activate'])
        .makeOptionMandatory(),
    )
    .option('--redeemer <principal>', 'who may use it (default: who staged)')
    .action(async (id: string, options: OfferOptions & { scope: string; redeemer?: string }) => {
      const scope = options.scope.toUpperCase() as TokenScope;
      const provision = scope === 'PROVISION_RUNTIME' ? offerOf(options) : undefined;
      const minted = await mintToken(cli.api(), { id, scope, redeemer: options.redeemer, provision });
      cli.output.result({ ...minted, transferId: id, scope: options.scope }, minted.token);
      cli.output.progress(`expires ${minted.expiresAt}`);
    });
  examples(
    mint,
    'baton token mint trf_… --scope provision_runtime --tier sandbox-small --budget 1.00 --pool local --grace 60s',
    'baton token mint trf_… --scope activate',
  );
}
