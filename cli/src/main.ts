#!/usr/bin/env node
import { readEnv } from './env.js';
import { run } from './program.js';

/** Program: `baton`. The first signal asks the command to end in order, the second ends it at once. */

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
    stop.abort(signal);
  });
}

process.exitCode = await run(process.argv.slice(2), {
  env: readEnv(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
