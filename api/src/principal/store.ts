import type { Context } from '../context.js';

/** One line of the audit log; never holds the value of a secret. */
export interface AuditLine {
  readonly action: string;
  readonly subject?: string;
  readonly outcome: 'done' | 'refused';
  readonly code?: string;
}

/** Writes a line of the audit log, in a transaction of its own. */
export async function recordAudit(
  { pool, viewer, requestId }: Pick<Context, 'pool' | 'viewer' | 'requestId'>,
  line: AuditLine,
): Promise<void> {
  await pool.query({
    name: 'audit_insert',
    text: `INSERT INTO audit (organisation_id, actor, action, subject, outcome, code, request_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [viewer.organisationId, viewer.id, line.action, line.subject, line.outcome, line.code, requestId],
  });
}
