import { recordReader } from '../db/record.js';
import type { Transfer } from '../gen/prisma/client.js';
import type { TransferFacts } from '../lifecycle/decide.js';
import type { TransferStatus } from '../lifecycle/rules.js';

/** A transfer as every reader has it: a row of the view `transfer_view`. */
export type TransferRecord = Transfer;

/**
 * The row that a move returned (`transfer_json`, `runtime_json`) as the record Prisma would have read, so that a
 * mutation answers from it without a second query. Money comes as text, times as ISO 8601.
 */
export const recordOf = recordReader<TransferRecord>('Transfer');

/** What the lifecycle's judgements read of a record. */
export function factsOf(record: TransferRecord): TransferFacts {
  return { ...record, status: record.effectiveStatus as TransferStatus };
}
