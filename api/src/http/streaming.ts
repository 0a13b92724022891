import type { Writable } from 'node:stream';
import type { Streams } from '../event/stream.js';
import type { Engine } from './engine.js';
import type { RightsWatch } from './rights-watch.js';
import type { StreamLimits } from './stream-limits.js';

/** What the two doors of streams are given, sockets and server-sent events. */
export interface Streaming {
  readonly engine: Engine;
  readonly streams: Streams;
  readonly rights: RightsWatch;
  readonly limits: StreamLimits;
  /** A reader was dropped because too much waited for it. */
  readonly onSlow: (door: 'socket' | 'stream') => void;
  /** How to end each stream that is no socket, when the server stops. */
  readonly ending: Set<() => void>;
  /** Milliseconds between two signs of life. */
  readonly keepAliveMs: number;
}

/** Bytes that may wait unread for one reader. */
export const MAX_BUFFERED = 1024 * 1024;
/** How long a connection that was ended from here waits to be read to its end, and its peer to agree. */
export const LAST_READ_MS = 5_000;
/** How long a replay waits for one who does not read. */
const PATIENCE_MS = 30_000;

/** Waits under way: the streams of one socket wait for the same. */
const waits = new WeakMap<Writable, Promise<boolean>>();

/** Resolves when what was written has gone to the network or cannot any more; false when that takes too long. */
export async function drained(connection: Writable): Promise<boolean> {
  if (!connection.writableNeedDrain || connection.destroyed) return true;
  const wait = waits.get(connection) ?? drainOf(connection).finally(() => waits.delete(connection));
  waits.set(connection, wait);
  return wait;
}

function drainOf(connection: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (gone: boolean): void => {
      clearTimeout(timer);
      connection.off('drain', onGone).off('close', onGone);
      resolve(gone);
    };
    const onGone = (): void => settle(true);
    const timer = setTimeout(settle, PATIENCE_MS, false);
    connection.on('drain', onGone).on('close', onGone);
  });
}
