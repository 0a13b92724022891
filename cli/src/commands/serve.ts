import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import { Failure } from '../failure.js';

/** The API's package. It is found, never imported: the CLI knows the API by its schema. */
export function apiFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@baton/api')), '..');
}

/** The program that is the control plane. */
export function serverProgram(): string {
  return join(apiFolder(), 'dist', 'main.js');
}

export function addServe(program: Command, cli: Cli): void {
  const serve = program
    .command('serve')
    .description('Run the control plane, as `npm start` does, until SIGINT or SIGTERM.')
    .action(async () => {
      // A group of its own: Ctrl-C reaches us, and the server once, from us.
      const child = spawn(process.execPath, [serverProgram()], {
        env: cli.env.inherited,
        stdio: 'inherit',
        detached: true,
      });
      await passSignals(child);
    });
  serve.addHelpText(
    'after',
    `
Settings: HOST (127.0.0.1), PORT (4000), BATON_DATA_DIR (.data), DATABASE_URL (the embedded PostgreSQL when not set),
BATON_ADMIN_KEY (32 characters at least: the administrator's key).`,
  );
  examples(serve, 'BATON_ADMIN_KEY=$(openssl rand -hex 32) baton serve', 'PORT=4100 baton serve');
}

/** Passes the signals that end a program on to `child`, and waits for its end. Throws when it failed. */
async function passSignals(child: ChildProcess): Promise<void> {
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return;
    const message = `the control plane ended with ${signal ?? `exit code ${code}`}`;
    throw new Failure({ code: 'SERVER_ENDED', message, retryable: false }, code ?? 1);
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
