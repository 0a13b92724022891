import type { Command } from 'commander';
import { Api } from './client/api.js';
import type { Env } from './env.js';
import type { Output } from './output.js';

/** What every command has at hand. */
export class Cli {
  constructor(
    readonly env: Env,
    readonly output: Output,
    /** Aborted when somebody wants this process to end. */
    readonly signal: AbortSignal,
  ) {}

  /** The API under the credential of the environment. */
  api(): Api {
    return new Api(this.env);
  }
}

/** Adds a command's examples, one a line, to its help. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
