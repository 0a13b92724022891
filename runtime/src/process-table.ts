import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isCode } from './system-error.js';

/** What the kernel says of one process. */
export interface ProcessFacts {
  readonly pid: number;
  /** One letter, such as R, S, T (stopped), Z (ended, not yet waited for). */
  readonly state: string;
  readonly group: number;
  readonly session: number;
  /** With the pid it names one run of a process: pids are given again. */
  readonly startedAt: string;
}

const onLinux = process.platform === 'linux';

/** Facts of `pid`; null when there is no such process. */
export function processFacts(pid: number): ProcessFacts | null {
  if (!onLinux) return listByPs(pid)[0] ?? null;
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESRCH')) return null;
    throw error;
  }
}

/** Every process there is. */
export function allProcesses(): ProcessFacts[] {
  if (!onLinux) return listByPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processFacts(Number(name)))
    .filter((facts) => facts !== null);
}

/** Differs after each start of the machine, when pids and start times begin anew. Empty where the system has none. */
export function bootId(): string {
  return onLinux ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : '';
}

/** One line of `/proc/<pid>/stat`. */
export function parseStat(line: string): ProcessFacts | null {
  // The program's name, field 2, may hold spaces and brackets: the rest begins after its last bracket.
  const rest = line
    .slice(line.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const [state, , group, session] = rest;
  const startedAt = rest[19];
  if (state === undefined || startedAt === undefined) return null;
  return { pid: Number.parseInt(line, 10), state, group: Number(group), session: Number(session), startedAt };
}

/** Elsewhere by `ps`, which knows no session: a group stands for it. */
function listByPs(pid?: number): ProcessFacts[] {
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)];
  const { stdout } = spawnSync('ps', [...which, '-o', 'pid=,state=,pgid=,lstart='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, id, state, group, startedAt] = /^\s*(\d+)\s+(\S)\S*\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (id === undefined || state === undefined || startedAt === undefined) return [];
    return [{ pid: Number(id), state, group: Number(group), session: Number(group), startedAt }];
  });
}
