import type pg from 'pg';
import { statement } from '../db/pool.js';

/** One line of the audit log; it holds no secret's value. */
export interface AuditEntry {
  readonly organisationId: string;
  /** Id of the principal. */
  readonly actor: string;
  readonly action: string;
  readonly subject?: string | undefined;
  readonly outcome: 'done' | 'refused';
  readonly code?: string | undefined;
  readonly requestId: string;
}

const insert = statement<never>(
  'audit_insert',
  `INSERT INTO audit (organisation_id, actor, action, subject, outcome, code, request_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Writes a line that belongs to no move: a refusal at a door, a read of content. */
export async function writeAudit(pool: pg.Pool, entry: AuditEntry): Promise<void> {
  const { organisationId, actor, action, subject, outcome, code, requestId } = entry;
  await insert(pool, [organisationId, actor, action, subject ?? null, outcome, code ?? null, requestId]);
}
