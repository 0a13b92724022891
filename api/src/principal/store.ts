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

/** Somebody who had no session yet, or a wrong password in theirs; never what was typed. */
export interface AttemptLine {
  readonly action: string;
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED';
  readonly requestId: string;
  readonly organisationId?: string | undefined;
  /** Slug, as it was typed: the first organisation stands in for one that is not there. */
  readonly organisation?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
}

const insertAttempt = statement<never>(
  'audit_insert_attempt',
  `INSERT INTO audit (organisation_id, actor, action, subject, outcome, code, request_id)
   SELECT coalesce($1, (SELECT id FROM organisation WHERE slug = $2), (SELECT id FROM organisation WHERE slug = 'default')),
     $3, $4, $5, 'refused', $6, $7`,
);

/** Writes the line of an attempt that was turned away; `anonymous` when nobody is signed in. */
export async function recordAttempt(pool: pg.Pool, line: AttemptLine): Promise<void> {
  const { action, code, requestId, organisationId, organisation, actor = 'anonymous', subject } = line;
  await insertAttempt(pool, [organisationId, organisation, actor, action, subject, code, requestId]);
}
