import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from './embedded-user.js';

export const databaseUser = 'baton';
export const databaseName = 'baton';

/** Where a server listens, and how to reach it. */
export interface ServerAddress {
  /** Connection string of `database`, for libpq, `pg` and Prisma alike. */
  url(database: string): string;
  /** Server settings that make it listen there and nowhere else. */
  settings: Record<string, string>;
  /** Removes what the address took outside the server's home. */
  release(): void;
}

// sun_path holds 108 bytes on Linux and 104 on macOS, the ending NUL among them.
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

/**
 * A Unix socket in a directory that only its user can enter; on Windows loopback TCP with a random password.
 * The caller holds the data directory, and no server runs on it.
 */
export async function serverAddress(home: string, user: ServerUser | undefined): Promise<ServerAddress> {
  if (process.platform === 'win32') return loopbackAddress(await freePort(), databasePassword(home));
  forgetShortDir(home);
  const directory = join(home, 'socket');
  if (!fits(directory)) return socketAddress(shortDir(home, user), () => forgetShortDir(home));
  // Emptied, for a killed server's socket lock could name a pid that now is a stranger's.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  if (user) chownSync(directory, user.uid, user.gid);
  return socketAddress(directory, () => undefined);
}

function socketAddress(directory: string, release: () => void): ServerAddress {
  return {
    url: (database) =>
      `postgresql://${databaseUser}@localhost/${database}?host=${encodeURIComponent(directory)}`,
    settings: { listen_addresses: '', unix_socket_directories: directory, unix_socket_permissions: '0700' },
    release,
  };
}

function loopbackAddress(port: number, password: string): ServerAddress {
  return {
    url: (database) => `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${database}`,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    release: () => undefined,
  };
}

/** The password for TCP of the database in `home`: made once, kept beside it, for its owner's eyes. */
export function databasePassword(home: string): string {
  const path = join(home, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

// Anything but plain characters would need the quoting of a PostgreSQL list setting; such paths move as well.
function fits(directory: string): boolean {
  return (
    /^[\w./-]+$/.test(directory) && Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= longestSocketPath
  );
}

function shortDir(home: string, user: ServerUser | undefined): string {
  const base = fits(join(tmpdir(), 'baton-XXXXXX')) ? tmpdir() : '/tmp';
  const directory = mkdtempSync(join(base, 'baton-'));
  chmodSync(directory, 0o700);
  if (user) chownSync(directory, user.uid, user.gid);
  writeFileSync(noteOfShortDir(home), directory);
  return directory;
}

// Also called at the next start: a process that was killed has left its directory behind.
function forgetShortDir(home: string): void {
  if (!existsSync(noteOfShortDir(home))) return;
  rmSync(readFileSync(noteOfShortDir(home), 'utf8'), { recursive: true, force: true });
  rmSync(noteOfShortDir(home));
}

function noteOfShortDir(home: string): string {
  return join(home, 'socket-directory');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free TCP port on 127.0.0.1');
  return address.port;
}
