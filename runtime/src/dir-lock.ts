import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId, processFacts } from './process-table.js';
import { isCode } from './system-error.js';

interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly boot: string;
}

const NAME = /^owner\.(\d+)\.lock$/;

/**
 * Takes the state directory for this process until it ends or the returned function is called. Throws when another live
 * process has it: two daemons would adopt the same commands.
 *
 * Locks are numbered; whoever creates the next number wins. With one file, two processes that both saw a dead owner could
 * remove each other's fresh lock.
 */
export function lockStateDir(dir: string): () => void {
  for (;;) {
    const last = Math.max(0, ...numbers(dir));
    const owner = ownerOf(dir, last);
    if (owner !== null && isLive(owner)) {
      throw new Error(
        `The directory ${dir} is in use by process ${owner.pid}. Stop it, or choose another directory.`,
      );
    }
    if (!take(dir, last + 1)) continue;
    for (const older of numbers(dir)) if (older <= last) rmSync(lockPath(dir, older), { force: true });
    return () => rmSync(lockPath(dir, last + 1), { force: true });
  }
}

function take(dir: string, number: number): boolean {
  const draft = join(dir, `owner.${process.pid}.draft`);
  const owner: Owner = {
    pid: process.pid,
    startedAt: processFacts(process.pid)?.startedAt ?? '',
    boot: bootId(),
  };
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(draft, lockPath(dir, number));
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // A higher one means that this number was freed by a newer owner while we looked.
  if (Math.max(...numbers(dir)) === number) return true;
  rmSync(lockPath(dir, number), { force: true });
  return false;
}

function isLive({ pid, startedAt, boot }: Owner): boolean {
  const facts = processFacts(pid);
  return boot === bootId() && facts !== null && facts.startedAt === startedAt && facts.state !== 'Z';
}

function ownerOf(dir: string, number: number): Owner | null {
  try {
    return JSON.parse(readFileSync(lockPath(dir, number), 'utf8')) as Owner;
  } catch (error) {
    // Removed since we listed, or torn by a power cut: nobody's in both cases.
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}

const numbers = (dir: string): number[] =>
  readdirSync(dir)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number);
const lockPath = (dir: string, number: number): string => join(dir, `owner.${number}.lock`);
