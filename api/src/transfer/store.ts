import pg from 'pg';
import type { MoveRunner } from '../context.js';

/** The functions of the migrations that a command may call, each one move. */
const MOVES = [
  'transfer_stage',
  'transfer_fork',
  'transfer_accept_secrets',
  'transfer_token_mint',
  'transfer_provision',
  'transfer_claim',
  'transfer_push',
  'transfer_verify_destination',
  'transfer_activate',
  'transfer_replace_runtime',
  'transfer_renew_lease',
  'transfer_terminate',
  'transfer_report_teardown',
  'transfer_report_usage',
  'budget_hold',
  'budget_settle',
  'budget_top_up',
  'handoff_send',
  'handoff_accept',
  'handoff_cancel',
  'handoff_send_message',
  'handoff_complete',
  'proposal_revise',
  'proposal_decide',
  'move_refuse_after_rollback',
] as const;
export type MoveName = (typeof MOVES)[number];

const STATEMENTS = new Map<string, pg.QueryConfig>(
  MOVES.map((name) => [
    name,
    {
      name,
      text:
        name === 'move_refuse_after_rollback'
          ? `SELECT ${name}($1::jsonb, $2) AS answer`
          : `SELECT ${name}($1::jsonb) AS answer`,
    },
  ]),
);

/** The statement that makes a move; prepared once per connection. */
export function moveStatement(name: string, values: readonly unknown[]): pg.QueryConfig {
  const query = STATEMENTS.get(name);
  if (query === undefined) throw new Error(`There is no move ${name}`);
  return { ...query, values: [...values] };
}

/** Runs moves on the pool: each is one statement, hence one round trip and one transaction. */
export function createMoveRunner(pool: pg.Pool): MoveRunner {
  return async (name, ...values) => {
    const { rows } = await pool.query<{ answer: unknown }>(moveStatement(name, values));
    return rows[0]?.answer;
  };
}

/** Why a move rolled back, when the database says so by a constraint or a lock; else the error is no refusal. */
export type Rollback = 'TOKEN_REJECTED' | 'IDEMPOTENCY_IN_PROGRESS';

export function rollbackOf(error: unknown, keyed: boolean): Rollback | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  // Two redeemers of one token at once: the primary key let one through.
  if (error.code === '23505' && error.constraint === 'used_transfer_token_pkey') return 'TOKEN_REJECTED';
  // Only the statement that claims an idempotency key has a lock timeout.
  if (error.code === '55P03' && keyed) return 'IDEMPOTENCY_IN_PROGRESS';
  return null;
}
