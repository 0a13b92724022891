import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names one run of a process, so that a reused pid is not taken for the process that had it before.
 * Equal strings mean the same run. `undefined`: no such process runs (a zombie counts as ended).
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isAlive(pid) ? 'alive' : undefined;
  const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return started === '' ? undefined : started;
}

/** Whether `pid` runs and works in `directory`; a postmaster always works in its data directory. */
export function worksIn(pid: number, directory: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform === 'linux') return linuxCwd(pid) === directory;
  if (process.platform === 'win32') return true;
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    directory,
  );
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name, field 2, may hold spaces and brackets: count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  // Ticks count from boot, so the same pid and ticks can come again after one.
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

function linuxCwd(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    // Another user's process, or one that ended meanwhile: not the one asked for.
    if (isCode(error, 'ENOENT', 'EACCES', 'EPERM', 'ESRCH')) return undefined;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** Whether `error` is a system error with one of `codes`. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
