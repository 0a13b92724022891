import pg from 'pg';
import { lockDataDir } from './data-dir-lock.js';
import { databaseName, serverAddress } from './embedded-address.js';
import { findBinaries, installedPackage } from './embedded-binaries.js';
import { ensureCluster, stopOrphan } from './embedded-cluster.js';
import { startServer } from './embedded-server.js';
import { serverHome, serverUser } from './embedded-user.js';
import type { Log } from './log.js';

export interface EmbeddedOptions {
  /** A directory for this database alone; made when missing. */
  dataDir: string;
  log: Log;
  /** Server settings over the usual ones, for tests. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Connection string for `pg`, Prisma and libpq; the database has no other door. */
  url: string;
  /** Resolves when the server has ended, by `stop()` or on its own: in that case this process should end too. */
  ended: Promise<void>;
  /** Fast shutdown, then the data directory is free for the next process. At most about 5 s; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that came with the installation on `dataDir`, as a child process, and waits until it answers.
 * The server does not keep this process alive, and is told to stop when it exits without `stop()`.
 * What a killed predecessor left (its server, its lock, a half-made database) is cleared away first.
 *
 * Throws when another live process uses `dataDir`, when there is no PostgreSQL for this platform (the message says
 * to set DATABASE_URL), when the files are of another major version, or when the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const user = serverUser(dataDir);
  const home = serverHome(dataDir, user, log);
  const unlock = lockDataDir(home);
  try {
    const binaries = findBinaries(installedPackage(), home, user);
    const cluster = await ensureCluster(home, binaries, user, log);
    await stopOrphan(cluster, log);
    const address = await serverAddress(home, user);
    const server = await startServer({
      home,
      cluster,
      binaries,
      address,
      user,
      settings: options.settings ?? {},
    });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop().then(address.release).then(unlock));
    void server.ended.then(() => stopping === undefined && log('The embedded database has ended on its own'));
    try {
      await ensureDatabase(address.url('postgres'));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: address.url(databaseName), ended: server.ended, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
