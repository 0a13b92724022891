import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { apiFolder } from './serve.js';

export function addSchema(program: Command, cli: Cli): void {
  const schema = program
    .command('schema')
    .description('Print the GraphQL schema of this release.')
    .action(() => {
      const text = readFileSync(join(apiFolder(), 'schema.graphql'), 'utf8').trimEnd();
      cli.output.result({ schema: text }, text);
    });
  schema.addHelpText(
    'after',
    `
It is the copy that was generated with this release, and no server is asked: most refuse introspection. One that allows
it (BATON_INTROSPECTION=on) tells its own schema to any GraphQL client.`,
  );
  examples(schema, 'baton schema > schema.graphql');
}
