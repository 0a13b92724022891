import type pg from 'pg';
import type { Reader } from './db/prisma.js';
import type { ErrorCode } from './errors.js';
import type { Feed } from './event/feed.js';
import type { Layers } from './layers.js';
import type { Viewer } from './principal/viewer.js';
import type { Settings } from './settings.js';
import type { TokenKeys } from './transfer/token.js';

/**
 * Runs one function of the migrations with its JSON argument: one round trip, one transaction.
 * Tests put in one that stops at named points; see store.ts.
 */
export type MoveRunner = (name: string, ...values: unknown[]) => Promise<unknown>;

/** What the process shares: made once in app.ts. */
export interface Services {
  readonly pool: pg.Pool;
  /** Reads only: it throws on a write, and on a query without an organisation. */
  readonly reader: Reader;
  readonly run: MoveRunner;
  readonly layers: Layers;
  readonly settings: Settings;
  readonly tokenKeys: TokenKeys;
  /** The log as it goes on. */
  readonly feed: Feed;
  /** Told of each call that was answered by a refusal, for the figures. */
  refused(code: ErrorCode): void;
}

/** What every resolver and command gets. */
export interface Context extends Services {
  readonly viewer: Viewer;
  /** Stands in the answer's headers, the audit log and the logs. */
  readonly requestId: string;
  /** Of a subscription: ends it. */
  readonly signal?: AbortSignal | undefined;
  /** Of a subscription: a cursor that came beside the document (`Last-Event-ID`); goes before its `after`. */
  readonly resumeAfter?: string | null | undefined;
  /** Of a replay: the position it ends behind, instead of going live. */
  readonly replayUntil?: bigint | undefined;
}
