import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../api/dist/main.js', import.meta.url));

/** The program of `npm start`, as it was built. */
export interface BuiltServer {
  readonly url: string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts it on a free port with `env` as its whole environment, beside PORT. Rejects with its stderr when it ends first. */
export async function startBuiltServer(env: NodeJS.ProcessEnv): Promise<BuiltServer> {
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Baton listens on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM');
        const [code] = await exited;
        return code;
      },
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }
  const [code] = await exited;
  throw new Error(`The server ended (${code}) before it listened. Is it built (npm run build)? ${errors}`);
}
