import type pg from 'pg';
import { Fault } from '../errors.js';
import { type Attempt, takeAttempt } from './attempt-store.js';
import { recordAttempt } from './store.js';

/** From where and in which request a call of the door came. */
export interface Caller {
  /** Of the connection, as attempts are counted: of IPv6 the network. */
  readonly address: string;
  readonly requestId: string;
}

/** Counts an attempt at `whom`, who is named by nothing secret; null: at nobody in particular. */
export type Attempts = (
  action: string,
  whom: string | null,
  caller: Caller,
  /** Slug, as it was typed. */
  organisation?: string,
) => Promise<Attempt>;

/** Throws RATE_LIMITED, which the first time within a window is a line of the audit log. */
export function createAttempts(pool: pg.Pool): Attempts {
  return async (action, whom, { address, requestId }, organisation) => {
    const taken = await takeAttempt(pool, address, whom);
    if (taken.retryAfterMs === null) return taken;
    if (taken.firstStopped) {
      await recordAttempt(pool, { action, code: 'RATE_LIMITED', requestId, organisation });
    }
    throw new Fault('RATE_LIMITED', 'Too many wrong attempts. Try again later.', taken.retryAfterMs);
  };
}
