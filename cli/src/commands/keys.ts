import { type Command, Option } from 'commander';
import { type Cli, examples } from '../cli.js';
import { issueKey, KINDS, type Kind, revokeKey, scopeWord } from '../client/keys.js';
import { listKeys } from '../client/pages.js';
import { count, seconds } from '../duration.js';
import type { CliKeyFragment } from '../gen/graphql.js';
import { table } from '../table.js';
import { word } from '../transfer-text.js';
import { MOST_ROWS } from './transfers.js';

interface IssueOptions {
  readonly kind: Kind;
  readonly name: string;
  readonly pool?: string;
  readonly scopes?: string[];
  readonly expires?: string;
}

export function addKeys(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('API keys; needs the scope principal:manage.');
  const issue = keys
    .command('issue')
    .description(
      'Issue a key, and make its principal when there is none of that kind and name. It is shown once.',
    )
    .addOption(new Option('--kind <kind>', 'whose key').choices(KINDS).makeOptionMandatory())
    .requiredOption('--name <name>', 'lower-case letters, digits and hyphens')
    .option('--pool <name>', 'of a runtime: which pool it serves')
    .option('--scopes <scopes...>', "such as transfer:read (default: the kind's own)")
    .option('--expires <time>', 'until it ends: 90, 30m, 12h, 7d (default: when revoked)')
    .action(async ({ kind, name, pool, scopes, expires }: IssueOptions) => {
      const { id, key } = await issueKey(cli.api(), {
        kind,
        name,
        pool,
        scopes: scopes?.flatMap((scope) => scope.split(',')),
        expiresInSeconds: expires === undefined ? undefined : seconds('--expires', expires),
      });
      cli.output.result({ id, key }, key);
      cli.output.progress(`key ${id} of the ${kind} ${name}; it is not shown again`);
    });
  examples(
    issue,
    'baton keys issue --kind orchestrator --name ci',
    'baton keys issue --kind runtime --name workstation --pool local --expires 30d',
    'export BATON_KEY=$(baton keys issue --kind agent --name helper --json | jq -r .key)',
  );

  const revoke = keys
    .command('revoke <id>')
    .description('End a key at once, for good.')
    .action(async (id: string) => {
      const key = await revokeKey(cli.api(), id);
      cli.output.result(
        keyJson(key),
        `revoked ${key.id} of the ${word(key.principal.kind)} ${key.principal.name}`,
      );
    });
  examples(revoke, 'baton keys revoke key_…');

  const list = keys
    .command('list')
    .description('List keys; never the keys themselves.')
    .option('--first <n>', 'at most so many', '100')
    .action(async ({ first }: { first: string }) => {
      const { rows, more } = await listKeys(cli.api(), count('--first', first, MOST_ROWS));
      cli.output.result(rows.map(keyJson), rows.length === 0 ? 'no keys' : keyTable(rows));
      if (more) cli.output.progress(`→ there are more: --first ${rows.length * 2}`);
    });
  examples(list, 'baton keys list', 'baton keys list --json');
}

function keyJson({ scopes, principal, ...key }: CliKeyFragment) {
  return { ...key, scopes: scopes.map(scopeWord), principal: { ...principal, kind: word(principal.kind) } };
}

function keyTable(keys: readonly CliKeyFragment[]): string {
  return table(
    ['KEY', 'BEGINS', 'KIND', 'NAME', 'POOL', 'LAST USED', 'ENDS'],
    keys.map(({ id, prefix, principal, lastUsedAt, revokedAt, expiresAt }) => [
      id,
      prefix,
      word(principal.kind),
      principal.name,
      principal.pool ?? '-',
      lastUsedAt ?? 'never',
      revokedAt === null ? (expiresAt ?? 'when revoked') : `revoked ${revokedAt}`,
    ]),
  );
}
