import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from './log.js';

/** The user that the server runs as, in the form that `spawn` takes. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Where root keeps what the server's user cannot reach below the data directory; survives a reboot, unlike /tmp. */
const sharedState = '/var/lib/baton';

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its existing data, else as `nobody`.
 * `undefined`: run it as ourselves.
 */
export function serverUser(dataDir: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * The directory in which the server keeps everything: `dataDir`, owned by `user`. When `user` cannot reach it (it
 * lies in a private home directory of root), a directory under /var/lib/baton, which `dataDir/relocated` points to.
 */
export function serverHome(dataDir: string, user: ServerUser | undefined, log: Log): string {
  // Only the last one is private: a private parent would shut the server's user out.
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  const link = linkIn(dataDir);
  if (user !== undefined && !isLinked(link)) {
    chownSync(dataDir, user.uid, user.gid);
    if (reaches(dataDir, user)) return realpathSync(dataDir);
    mkdirSync(sharedState, { recursive: true });
    // Whatever the umask: the server's user must be able to pass.
    chmodSync(sharedState, 0o711);
    const home = mkdtempSync(join(sharedState, 'postgres-'));
    chownSync(home, user.uid, user.gid);
    if (!reaches(home, user))
      throw new Error(`The database's user (uid ${user.uid}) reaches neither ${dataDir} nor ${home}.`);
    symlinkSync(home, link);
    log(`The database's user cannot reach ${dataDir}; its files are in ${home}`);
  }
  return existingHome(dataDir);
}

/** Where the files of an existing `dataDir` are. */
export function existingHome(dataDir: string): string {
  return realpathSync(isLinked(linkIn(dataDir)) ? linkIn(dataDir) : dataDir);
}

function linkIn(dataDir: string): string {
  return join(dataDir, 'relocated');
}

function isLinked(link: string): boolean {
  return lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}

// Asks the kernel in that user's name: mode bits alone would miss access lists and read-only mounts.
function reaches(directory: string, user: ServerUser): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', directory], {
    ...user,
    cwd: '/',
  });
  return test.status === 0;
}

function idOf(flag: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error('As root the database needs an unprivileged user to run as: there is no user `nobody`.');
  return Number(stdout) | 0;
}
