import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCode, processIdentity } from './process-identity.js';

interface Owner {
  pid: number;
  /** `processIdentity` of the owner when it took the lock; empty: released. */
  identity: string;
}

const lockName = /^owner\.(\d+)\.lock$/;

/**
 * Takes `directory` for this process, until the returned function is called or the process ends.
 * Throws when another live process has it. A lock whose process is gone is taken over at once.
 *
 * Locks are numbered: whoever creates the next number wins, and the highest number is never removed. Replacing
 * one file instead would let two processes that both saw a dead owner remove each other's fresh lock.
 */
export function lockDataDir(directory: string): () => void {
  for (;;) {
    const last = Math.max(0, ...generations(directory));
    const owner = readOwner(directory, last);
    if (owner !== undefined && isLive(owner)) {
      throw new Error(
        `The data directory ${directory} is in use by process ${owner.pid}. ` +
          'Stop that process, or give this one a directory of its own (BATON_DATA_DIR).',
      );
    }
    const mine = last + 1;
    if (claim(directory, mine)) {
      for (const older of generations(directory))
        if (older < mine) rmSync(lockPath(directory, older), { force: true });
      return () => write(directory, mine, { pid: process.pid, identity: '' });
    }
  }
}

/** The live process that has `directory`, if any. */
export function dataDirOwner(directory: string): number | undefined {
  const owner = readOwner(directory, Math.max(0, ...generations(directory)));
  return owner !== undefined && isLive(owner) ? owner.pid : undefined;
}

function claim(directory: string, generation: number): boolean {
  const draft = draftPath(directory);
  writeFileSync(draft, JSON.stringify(self()));
  try {
    linkSync(draft, lockPath(directory, generation));
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // A higher one means that this number was freed by a newer owner while we looked.
  if (Math.max(...generations(directory)) === generation) return true;
  rmSync(lockPath(directory, generation), { force: true });
  return false;
}

function self(): Owner {
  return { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
}

function isLive(owner: Owner): boolean {
  return owner.identity !== '' && processIdentity(owner.pid) === owner.identity;
}

function generations(directory: string): number[] {
  return readdirSync(directory).flatMap((name) => {
    const match = lockName.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

function readOwner(directory: string, generation: number): Owner | undefined {
  try {
    return JSON.parse(readFileSync(lockPath(directory, generation), 'utf8')) as Owner;
  } catch (error) {
    // Removed by a newer owner since we listed, or torn by a power cut: nobody's in both cases.
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function write(directory: string, generation: number, owner: Owner): void {
  const draft = draftPath(directory);
  writeFileSync(draft, JSON.stringify(owner));
  renameSync(draft, lockPath(directory, generation));
}

function lockPath(directory: string, generation: number): string {
  return join(directory, `owner.${generation}.lock`);
}

function draftPath(directory: string): string {
  return join(directory, `owner.${process.pid}.draft`);
}
