import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { databasePassword, databaseUser } from './embedded-address.js';
import type { PostgresBinaries } from './embedded-binaries.js';
import type { ServerUser } from './embedded-user.js';
import type { Log } from './log.js';
import { isCode, processIdentity, worksIn } from './process-identity.js';
import { until } from './until.js';

const draftPrefix = 'cluster-draft-';

/** Makes the database cluster in `home` unless it is there, and returns its directory. */
export async function ensureCluster(
  home: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  log: Log,
): Promise<string> {
  const cluster = join(home, 'cluster');
  // A start that was killed during initdb left a draft, never a half-made cluster.
  for (const name of readdirSync(home)) {
    if (name.startsWith(draftPrefix)) rmSync(join(home, name), { recursive: true, force: true });
  }
  if (!existsSync(cluster)) {
    log(`Creating a database in ${home}`);
    const draft = join(home, `${draftPrefix}${process.pid}`);
    mkdirSync(draft, { mode: 0o700 });
    if (user) chownSync(draft, user.uid, user.gid);
    await initialise(draft, home, binaries, user);
    renameSync(draft, cluster);
  }
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${home} was made by PostgreSQL ${major}, this installation brings ${binaries.major}. ` +
        'Dump it with the version that made it and restore it into a new data directory.',
    );
  }
  return cluster;
}

async function initialise(
  draft: string,
  home: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  const args = ['-D', draft, '-U', databaseUser, '--encoding=UTF8', '--no-instructions'];
  // The builtin provider sorts alike on every machine, whatever its C library.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=trust');
  const passwordFile = join(home, 'initdb-password');
  if (process.platform === 'win32') {
    writeFileSync(passwordFile, databasePassword(home), { mode: 0o600 });
    args.push('--auth-host=scram-sha-256', `--pwfile=${passwordFile}`);
  } else {
    args.push('--auth-host=reject');
  }
  const child = spawn(binaries.initdb, args, {
    ...user,
    cwd: home,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output.trim()}`);
}

/**
 * Ends a server that an earlier, killed process left running on `cluster`. The caller must hold the lock of the
 * data directory, which makes any server found here an orphan.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const lines = readIfThere(pidFile)?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined) return;
  if (!Number.isInteger(pid) || pid <= 0 || !worksIn(pid, cluster)) {
    // The server is gone, but its pid may be a zombie's or a stranger's, and PostgreSQL would refuse to start. It
    // ignores its parent's pid, so ours is written in; the other lines stay, by which it notices surviving backends.
    writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
    return;
  }
  log(`Stopping the database server ${pid} that an earlier process left behind`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    kill(pid, signal);
    if (await until(() => processIdentity(pid) === undefined, 5_000)) return;
  }
  throw new Error(
    `The database server ${pid}, left behind by an earlier process, cannot be stopped. Stop it by hand.`,
  );
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
