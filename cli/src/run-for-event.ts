import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Change } from './client/feed.js';

/**
 * Runs a command line in the shell, the change as one line of JSON on its stdin and its main facts in `BATON_EVENT_*`.
 * `env` is what it inherits, its stdout and stderr go to our stderr. Gives what it ended with: an exit code or a signal.
 */
export async function runForEvent(
  command: string,
  change: Change,
  env: NodeJS.ProcessEnv,
): Promise<number | string> {
  const { cursor, event } = change;
  const child = spawn(command, {
    shell: true,
    // Stdout belongs to the events.
    stdio: ['pipe', 2, 2],
    env: {
      ...env,
      BATON_EVENT_CURSOR: cursor,
      BATON_EVENT_ID: event.id,
      BATON_EVENT_TYPE: event.type,
      BATON_EVENT_AGGREGATE_ID: event.aggregateId,
      BATON_EVENT_SEQUENCE: String(event.sequence),
      BATON_EVENT_AT: event.at,
    },
  });
  // A command need not read what it is given.
  child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') child.emit('error', error);
  });
  child.stdin?.end(`${JSON.stringify({ cursor, ...event })}\n`);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? signal ?? 'nothing';
}
