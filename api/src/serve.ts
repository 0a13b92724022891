import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApp, MIGRATIONS } from './app.js';
import { startEmbeddedPostgres } from './db/embedded.js';
import { migrate } from './db/migrate.js';
import type { Env } from './env.js';
import { type Reaper, startReaper } from './reaper.js';
import { makeDataDir, ownTokenSecret } from './token-secret.js';

export interface Served {
  /** Where it listens, with the port it really got. */
  readonly url: string;
  /** Resolves when the embedded database ends on its own; the process is of no use any more. */
  readonly databaseLost: Promise<void>;
  /** Stops in reverse: reaper, server (what is in flight is answered), pools, embedded database. */
  stop(): Promise<void>;
}

/**
 * Database, migrations, server, reaper. Throws with a message for the operator when one of them cannot start, after
 * stopping those that did.
 */
export async function serve(env: Env, log: Logger): Promise<Served> {
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let end = started.pop(); end !== undefined; end = started.pop()) await end();
  };
  try {
    makeDataDir(env.dataDir);
    const tokenSecrets = env.tokenSecrets ?? [ownTokenSecret(env.dataDir)];
    const database = await openDatabase(env, log);
    started.push(database.stop);
    await migrate(database.url, MIGRATIONS, (line) => log.info(line));
    let reaper: Reaper | undefined;
    const app = await createApp({
      ...env,
      databaseUrl: database.url,
      tokenSecrets,
      reaperAgeMs: () => (reaper === undefined ? null : performance.now() - reaper.lastRunAt),
      log,
    });
    started.push(app.close);
    const url = await listen(app.server, env.host, env.port);
    reaper = startReaper(app.services.pool, {
      retentionDays: env.retentionDays,
      log,
      onReaped: (what, count) => {
        app.metrics.reaped(what, count);
        app.hint();
      },
    });
    app.metrics.watchProcess();
    started.push(reaper.stop);
    return { url, databaseLost: database.ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(
  env: Env,
  log: Logger,
): Promise<{ url: string; ended: Promise<void>; stop(): Promise<void> }> {
  if (env.databaseUrl !== undefined) {
    return { url: env.databaseUrl, ended: new Promise(() => undefined), stop: async () => undefined };
  }
  return startEmbeddedPostgres({ dataDir: join(env.dataDir, 'postgres'), log: (line) => log.info(line) });
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} of ${host} is in use. Choose another by PORT.`) : error);
    });
    server.listen(port, host, () => {
      const { address, port: got, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${got}`);
    });
  });
}
