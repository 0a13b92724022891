import type pg from 'pg';

/** An event as the feed carries it. */
export interface FeedEvent {
  readonly id: bigint;
  readonly organisationId: string;
  readonly aggregate: string;
  readonly aggregateId: string;
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly at: Date;
  readonly data: unknown;
  readonly position: bigint;
}

export interface FeedHead {
  readonly feed: string;
  readonly position: bigint;
  readonly floor: bigint;
}

const COLUMNS = `id, organisation_id AS "organisationId", aggregate, aggregate_id AS "aggregateId", sequence, type, actor,
  at, data, position`;

/** Gives positions to what was committed; returns how many events got one. */
export async function stampEvents(pool: pg.Pool, limit: number): Promise<number> {
  const { rows } = await pool.query<{ stamped: number }>({
    name: 'stamp_events',
    text: 'SELECT stamp_events($1) AS stamped',
    values: [limit],
  });
  return rows[0]?.stamped ?? 0;
}

export async function readHead(pool: pg.Pool): Promise<FeedHead> {
  const { rows } = await pool.query<FeedHead>({
    name: 'feed_head',
    text: 'SELECT feed_id AS feed, position, floor FROM feed_head',
  });
  const [head] = rows;
  if (head === undefined) throw new Error('feed_head has no row');
  return head;
}

/** How credentials stood in the snapshot an event was read in. */
export interface RightsMark {
  readonly version: bigint;
  /** `baton_now()`. */
  readonly at: Date;
}

/** Events past a position in their order, of all organisations: what an instance tails, and the mark of that moment. */
export async function readTail(
  pool: pg.Pool,
  after: bigint,
  limit: number,
): Promise<{ events: FeedEvent[]; mark: RightsMark | null }> {
  const { rows } = await pool.query<FeedEvent & { rightsVersion: bigint; readAt: Date }>({
    name: 'feed_tail',
    text: `SELECT ${COLUMNS}, (SELECT version FROM rights_head) AS "rightsVersion", baton_now() AS "readAt"
           FROM event WHERE position > $1 ORDER BY position LIMIT $2`,
    values: [after, limit],
  });
  // The last one's clock: it was read after all that these events tell had been committed.
  const last = rows.at(-1);
  return { events: rows, mark: last ? { version: last.rightsVersion, at: last.readAt } : null };
}

/**
 * Events of one organisation past a position, up to another: what a subscriber missed; and the floor of that moment,
 * below which some may be gone.
 */
export async function readMissed(
  pool: pg.Pool,
  organisationId: string,
  after: bigint,
  until: bigint,
  limit: number,
): Promise<{ events: FeedEvent[]; floor: bigint }> {
  const { rows } = await pool.query<FeedEvent & { floor: bigint }>({
    name: 'feed_missed',
    text: `SELECT floor, missed.* FROM feed_head LEFT JOIN LATERAL (
             SELECT ${COLUMNS} FROM event
             WHERE organisation_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4) missed ON true
           ORDER BY missed.position`,
    values: [organisationId, after, until, limit],
  });
  // Without any event there is one row, of the floor alone.
  return { events: rows.filter(({ id }) => id !== null), floor: rows[0]?.floor ?? 0n };
}
