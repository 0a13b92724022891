import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('./run-source.mjs', import.meta.url));

/** A Node process that runs one TypeScript source of ours. */
export interface SourceProcess {
  child: ChildProcess;
  pid: number;
  /** Its next line on stdout. Rejects, with what it wrote to stderr, when it ends without one. */
  line(): Promise<string>;
  /** Sends `signal` and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts `file` (relative to this folder) with `args`; with `env` it sees that and nothing of our own settings. */
export function runSource(
  file: string,
  args: string[],
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): SourceProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [runner, path, ...args], {
    ...options,
    ...(options.env && { env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...options.env } }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  return {
    child,
    pid: child.pid ?? 0,
    line: async () => {
      const next = await lines.next();
      if (!next.done) return next.value;
      await closed;
      throw new Error(`${file} ended (${child.exitCode ?? child.signalCode}): ${errors}`);
    },
    end: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
