import type pg from 'pg';

export interface EventRow {
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly data: Record<string, unknown>;
}

/** Reads the tables past the product, to judge what it did. Money is nano-USD. */
export class Judge {
  constructor(private readonly pool: pg.Pool) {}

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }

  async one<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(text, values);
    if (row === undefined) throw new Error(`No row: ${text}`);
    return row;
  }

  /** The row of a transfer as it is stored. */
  transfer(
    id: string,
  ): Promise<
    Record<string, unknown> & { status: string; spent: bigint; held: bigint; late: bigint; allocated: bigint }
  > {
    return this.one('SELECT * FROM transfer WHERE id = $1', [id]);
  }

  events(id: string): Promise<EventRow[]> {
    return this.rows(
      'SELECT sequence, type, actor, data FROM event WHERE aggregate_id = $1 ORDER BY sequence',
      [id],
    );
  }

  async eventTypes(id: string): Promise<string[]> {
    return (await this.events(id)).map(({ type }) => type);
  }

  ledger(
    id: string,
  ): Promise<
    { kind: string; amount: bigint; usage_id: string | null; hold_id: string | null; epoch: number }[]
  > {
    return this.rows(
      'SELECT kind, amount, usage_id, hold_id, epoch FROM usage_ledger WHERE transfer_id = $1 ORDER BY id',
      [id],
    );
  }

  late(
    id: string,
  ): Promise<{ usage_id: string | null; hold_id: string | null; amount: bigint; reported: bigint }[]> {
    return this.rows(
      'SELECT usage_id, hold_id, amount, reported FROM late_usage WHERE transfer_id = $1 ORDER BY id',
      [id],
    );
  }

  /** Refused calls, oldest first. */
  refusals(actor: string): Promise<{ action: string; subject: string | null; code: string }[]> {
    return this.rows(
      `SELECT action, subject, code FROM audit WHERE actor = $1 AND outcome = 'refused' ORDER BY id`,
      [actor],
    );
  }

  /**
   * What holds for every transfer at every moment: its ledger adds up to `spent`, its open holds to `held`, its late
   * usage to `late`, its allocations to `allocated`, and its events are numbered without a gap. Empty: all hold.
   */
  broken(): Promise<{ id: string; law: string; is: string; should: string }[]> {
    return this.rows(`
      WITH laws AS (
        SELECT t.id, 'spent' AS law, t.spent::numeric AS "is",
          (SELECT coalesce(sum(amount), 0) FROM usage_ledger u WHERE u.transfer_id = t.id) AS should FROM transfer t
        UNION ALL SELECT t.id, 'held', t.held,
          (SELECT coalesce(sum(amount), 0) FROM budget_hold h WHERE h.transfer_id = t.id AND h.state = 'open') FROM transfer t
        UNION ALL SELECT t.id, 'late', t.late,
          (SELECT coalesce(sum(amount), 0) FROM late_usage l WHERE l.transfer_id = t.id) FROM transfer t
        UNION ALL SELECT t.id, 'allocated', t.allocated,
          (SELECT coalesce(sum(amount), 0) FROM budget_allocation a WHERE a.transfer_id = t.id) FROM transfer t
        UNION ALL SELECT t.id, 'events', t.event_sequence,
          (SELECT CASE WHEN max(sequence) = count(*) THEN count(*) ELSE -1 END FROM event e WHERE e.aggregate_id = t.id) FROM transfer t)
      SELECT id, law, "is"::text, should::text FROM laws WHERE "is" <> should`);
  }
}
