import { Command, CommanderError } from 'commander';
import { Cli } from './cli.js';
import { addDemo } from './commands/demo.js';
import { addEvents } from './commands/events.js';
import { addKeys } from './commands/keys.js';
import { addMcp } from './commands/mcp.js';
import { addMove } from './commands/move.js';
import { addPeople } from './commands/people.js';
import { addRuntime } from './commands/runtime.js';
import { addSchema } from './commands/schema.js';
import { addServe } from './commands/serve.js';
import { addSnapshot } from './commands/snapshot.js';
import { addStage } from './commands/stage.js';
import { addDecisions, addSteps } from './commands/steps.js';
import { addToken } from './commands/token.js';
import { addTransfers } from './commands/transfers.js';
import { addWatch } from './commands/watch.js';
import type { Env } from './env.js';
import { EXIT, Failure, usage } from './failure.js';
import { Output, type Stream } from './output.js';

const EPILOGUE = `
Environment:
  BATON_URL  where the API listens (http://127.0.0.1:4000)
  BATON_KEY  the key to act with: an orchestrator's, or the administrator's
  NO_COLOR   no colours, even on a terminal

With --json stdout carries one JSON value and nothing else (those that follow: one a line); what goes wrong is {"error": {code, message, retryable, …}}.

Exit codes:
  0  done
  1  refused, or failed
  2  the command line asks for what cannot be
  3  the API cannot be reached
  4  no valid key, or one that may not do this
  5  timed out

Examples:
  baton demo                                     the whole of it, on this machine
  baton move session.jsonl --budget 5.00         hand a session over, and learn when its source may stop
  baton status trf_…`;

export interface RunOptions {
  readonly env: Env;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly signal?: AbortSignal;
}

/** Runs one command line, without node and script, and gives its exit code. */
export async function run(args: readonly string[], options: RunOptions): Promise<number> {
  const { env, stdout, stderr, signal = new AbortController().signal } = options;
  const output = new Output(stdout, stderr, env.noColor);
  output.json = asksForJson(args);
  const program = buildProgram(new Cli(env, output, signal));
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const failure = failureOf(error);
    output.failure(failure.facts);
    return failure.exitCode;
  }
}

function buildProgram(cli: Cli): Command {
  const program = new Command('baton')
    .description('Hand over a running agent session, and know what it costs.')
    .enablePositionalOptions()
    .addHelpText('after', EPILOGUE);
  addServe(program, cli);
  addDemo(program, cli);
  addRuntime(program, cli);
  addMcp(program, cli);
  addMove(program, cli);
  addStage(program, cli);
  addSteps(program, cli);
  addToken(program, cli);
  addTransfers(program, cli);
  addDecisions(program, cli);
  addEvents(program, cli);
  addWatch(program, cli);
  addSnapshot(program, cli);
  addKeys(program, cli);
  addPeople(program, cli);
  addSchema(program, cli);
  prepare(program, cli.output);
  return program;
}

/** What holds for every command, however deep. */
function prepare(command: Command, output: Output): void {
  command.option('--json', 'one JSON value on stdout').exitOverride();
  command.configureOutput({
    writeOut: (text) => output.help(text),
    writeErr: (text) => output.progress(text.trimEnd()),
    // What is wrong is told once, at the end, in the form that was asked for.
    outputError: () => undefined,
  });
  for (const child of command.commands) prepare(child, output);
}

/** Before a `--`: what follows is another program's. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) {
    // Without a command it has shown its help.
    return usage(
      error.code === 'commander.help' ? 'say which command' : error.message.replace(/^error: /, ''),
    );
  }
  const { message, code, name } = error as NodeJS.ErrnoException;
  if (error instanceof Error && name === 'ConfigProblem') {
    return new Failure({ code: 'INVALID_INPUT', message, retryable: false }, EXIT.refused);
  }
  // Of the machine rather than of Baton: a disk that is full, a folder that is closed.
  if (error instanceof Error && typeof code === 'string') {
    return new Failure({ code, message, retryable: false }, EXIT.refused);
  }
  throw error;
}
