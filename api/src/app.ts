import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { MoveRunner, Services } from './context.js';
import { readMigrations } from './db/migration-files.js';
import { createPool } from './db/pool.js';
import { createReader } from './db/prisma.js';
import { createReadiness } from './db/readiness.js';
import { isUnreachable } from './db/unreachable.js';
import { Fault } from './errors.js';
import { startFeed } from './event/feed.js';
import type { Streams } from './event/stream.js';
import { startPostgresWake } from './event/wake.js';
import { messageSend } from './handoff/a2a.js';
import type { Doors } from './http/doors.js';
import { drain } from './http/drain.js';
import { createHttpServer } from './http/server.js';
import { type Layers, realLayers } from './layers.js';
import { loadManifests } from './manifests.js';
import { Metrics } from './metrics.js';
import { hashApiKey } from './principal/api-key.js';
import { createAuthenticate } from './principal/authenticate.js';
import { readStanding } from './principal/rights-store.js';
import { createSignIns } from './principal/sign-in.js';
import { recordAudit } from './principal/store.js';
import { judgeReadiness } from './readiness.js';
import { schema as builtSchema } from './schema/index.js';
import type { Settings } from './settings.js';
import type { TokenSecret } from './token-secret.js';
import { readPart } from './transfer/snapshot/read.js';
import { createMoveRunner } from './transfer/store.js';

export const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const MANIFESTS = fileURLToPath(new URL('../manifests', import.meta.url));

/** How long requests in flight may still take when the process is asked to end; all of it has 5 s. */
const DRAIN_MS = 2_000;

export interface AppOptions {
  /** Default: the product's own. */
  readonly schema?: GraphQLSchema;
  /** A migrated database. */
  readonly databaseUrl: string;
  /** Connections at most, of each of the two pools. Default 16. */
  readonly databasePool?: number;
  /** At least one; the first signs. */
  readonly tokenSecrets: readonly TokenSecret[];
  readonly adminKey?: string | undefined;
  readonly settings: Settings;
  readonly introspection: boolean;
  /** Origins whose pages may use a person's session. Default: that of the host a request asks for. */
  readonly origins?: readonly string[] | undefined;
  /** Default: the real ones, over the manifests of `api/manifests`. */
  readonly layers?: Layers;
  /** Default: one statement on the pool. */
  readonly run?: MoveRunner;
  /** Milliseconds since a sweep last went through. Default: this process runs no reaper. */
  readonly reaperAgeMs?: () => number | null;
  /** How old the oldest event without a position, the feed's last pass and the reaper's last sweep may be. Default 30000. */
  readonly stalledAfterMs?: number;
  /** Whether `/metrics` is shown to this machine without a credential. Default true. */
  readonly metricsOnLoopback?: boolean;
  /** Between two pings of a stream. Default 12000. */
  readonly keepAliveMs?: number;
  readonly log: Logger;
}

export interface App {
  /** Not listening yet. */
  readonly server: Server;
  readonly services: Services;
  /** What is streamed now. */
  readonly streams: Pick<Streams, 'broadcasts' | 'subscribers' | 'open'>;
  readonly metrics: Metrics;
  /** Says that something may have been committed past `services.run`. */
  hint(): void;
  /** Answers what is in flight, at most about 2 s, and gives the database's connections back. */
  close(): Promise<void>;
}

/**
 * Puts the server together. Throws when a manifest has a document that this server cannot or may not serve,
 * and when the database does not answer.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { schema = builtSchema, databaseUrl, adminKey, log, databasePool = 16 } = options;
  const layers = options.layers ?? realLayers(loadManifests(MANIFESTS, schema));
  const pool = createPool(databaseUrl, {
    max: databasePool,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const reader = createReader(databaseUrl, { max: databasePool });
  // Loads the engine now: the first read of a caller must not wait for it, nor be the one that finds it missing.
  await reader.$connect();
  const onError = (error: unknown): void => log.warn({ err: error }, 'the feed');
  const wake = startPostgresWake({ pool, url: databaseUrl, onError });
  const feed = await startFeed({ pool, wake, onError });
  const metrics = new Metrics();
  const run = metrics.timed(options.run ?? createMoveRunner(pool));
  const services: Services = {
    pool,
    reader,
    feed,
    // After the commit: a hint says that there may be something, never what.
    run: async (...call) => {
      const answer = await run(...call);
      wake.hint();
      return answer;
    },
    layers,
    refused: (code) => metrics.refused(code),
    settings: options.settings,
    tokenKeys: tokenKeysOf(options.tokenSecrets),
  };
  const { reaperAgeMs = () => null } = options;
  const database = createReadiness(
    pool,
    readMigrations(MIGRATIONS).map(({ name }) => name),
  );
  const readiness = () =>
    judgeReadiness({
      database,
      feedLagMs: feed.lagMs,
      reaperAgeMs,
      stalledAfterMs: options.stalledAfterMs ?? 30_000,
    });
  const doors: Doors = {
    schema,
    introspection: options.introspection,
    layers,
    authenticate: createAuthenticate(pool, {
      adminKeyHash: adminKey === undefined ? null : hashApiKey(adminKey),
      onUseNotNoted: (error) => log.warn({ err: error }, 'the use of a key was not noted'),
    }),
    signIns: createSignIns({
      pool,
      onUseNotNoted: (error) => log.warn({ err: error }, 'the use of a session was not noted'),
    }),
    origins: options.origins ?? null,
    readStanding: (viewers) => readStanding(pool, viewers),
    context: (viewer, requestId) => ({ ...services, viewer, requestId }),
    readPart,
    messageSend,
    audit: recordAudit,
    metrics,
    metricsOnLoopback: options.metricsOnLoopback ?? true,
    readiness,
    asFault: (error) =>
      isUnreachable(error) ? new Fault('UNAVAILABLE', 'The database cannot be reached', 1_000) : null,
    log,
  };
  const { server, sockets, rights, streams } = createHttpServer(doors, {
    ...(options.keepAliveMs !== undefined && { keepAliveMs: options.keepAliveMs }),
  });
  wake.onRights(rights.check);
  feed.guard(rights.settle);
  metrics.watch({ pool, feed, streams, sockets: () => sockets.size, readiness });
  return {
    server,
    services,
    metrics,
    hint: wake.hint,
    streams,
    close: async () => {
      // Streams never end by themselves: they are told to come back before the rest is waited for.
      await sockets.close();
      rights.stop();
      await drain(server, DRAIN_MS);
      await feed.stop();
      await wake.stop();
      await Promise.all([pool.end(), reader.$disconnect()]);
    },
  };
}

function tokenKeysOf(secrets: readonly TokenSecret[]): Services['tokenKeys'] {
  const [first] = secrets;
  if (first === undefined) throw new Error('There is no secret to sign transfer tokens with');
  return { current: first.kid, secrets: new Map(secrets.map(({ kid, secret }) => [kid, secret])) };
}
