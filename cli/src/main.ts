#!/usr/bin/env node
import { readEnv } from './env.js';
import { run } from './program.js';

/** Program: `baton`. The first signal asks the command to end in order, the second ends it at once. */

/** Under npm one Ctrl-C comes twice: from the terminal, and passed on by npm. */
const SAME_KEYSTROKE_MS = 500;

const stop = new AbortController();
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort(signal);
    } else if (performance.now() - stoppedAt >= SAME_KEYSTROKE_MS) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
  });
}

process.exitCode = await run(process.argv.slice(2), {
  env: readEnv(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
