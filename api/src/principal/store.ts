import type pg from 'pg';
import type { Context } from '../context.js';
import { statement } from '../db/pool.js';

/** One line of the audit log; never holds the value of a secret. */
export interface AuditLine {
  readonly action: string;
  readonly subject?: string;
  readonly outcome: 'done' | 'refused';
  readonly code?: string;
}

const insert = statement<never>(
  'audit_insert',
  `INSERT INTO audit (organisation_id, actor, action, subject, outcome, code, request_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Writes a line of the audit log inside the transaction of what it tells; `organisationId` when not the caller's own. */
export async function insertAudit(
  db: pg.PoolClient | pg.Pool,
  { viewer, requestId }: Pick<Context, 'viewer' | 'requestId'>,
  { action, subject, outcome, code }: AuditLine,
  organisationId = viewer.organisationId,
): Promise<void> {
  await insert(db, [organisationId, viewer.id, action, subject, outcome, code, requestId]);
}

/** Writes a line of the audit log, in a transaction of its own. */
export async function recordAudit(
  context: Pick<Context, 'pool' | 'viewer' | 'requestId'>,
  line: AuditLine,
): Promise<void> {
  await insertAudit(context.pool, context, line);
}
