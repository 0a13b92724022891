import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the restored command found when it began. */
export interface Resumed {
  readonly pid: number;
  readonly epoch: number;
  readonly file: string;
  readonly entries: number;
  readonly sessionId: string;
}

/** The folder by which the demo paces its stand-in for an agent, and sees whether it runs; see demo/agent.mjs. */
export function control(folder: string) {
  const directory = join(folder, 'control');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(directory, name);
  const resumed = () => readJson<Resumed>(at('resumed'));
  return {
    directory,
    resumed,
    /** Rises while the command runs, and stands still while it is stopped. */
    ticks: () => readJson<number>(at('ticks')) ?? 0,
    /** Lets the command report so many amounts in all. */
    allow: (count: number) => {
      writeFileSync(at('allowed.draft'), String(count));
      renameSync(at('allowed.draft'), at('allowed'));
    },
    runs: () => {
      const pid = resumed()?.pid;
      return pid !== undefined && signalGroup(pid, 0);
    },
    /** Ends the command for good, should the daemon have left it. */
    kill: () => {
      const pid = resumed()?.pid;
      if (pid !== undefined) signalGroup(pid, 'SIGKILL');
    },
  };
}

/** Whether there was anybody to hear it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
