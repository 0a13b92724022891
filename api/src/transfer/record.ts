import { getDatamodel } from '../gen/pothos.js';
import type { Transfer } from '../gen/prisma/client.js';
import type { TransferFacts } from '../lifecycle/decide.js';
import type { TransferStatus } from '../lifecycle/rules.js';

/** A transfer as every reader has it: a row of the view `transfer_view`. */
export type TransferRecord = Transfer;

type Row = Record<string, unknown>;

const FIELDS = getDatamodel().datamodel.models.Transfer?.fields ?? [];
const DATES = new Set(FIELDS.filter(({ type }) => type === 'DateTime').map(({ name }) => name));
const BIGINTS = new Set(FIELDS.filter(({ type }) => type === 'BigInt').map(({ name }) => name));

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The row that a move returned (`transfer_json`, `runtime_json`) as the record Prisma would have read, so that a
 * mutation answers from it without a second query. Money comes as text, times as ISO 8601.
 */
export function recordOf(row: Row): TransferRecord {
  const record: Row = {};
  for (const [name, value] of Object.entries(row)) {
    const field = camelCase(name);
    if (value === null) record[field] = null;
    else if (DATES.has(field)) record[field] = new Date(value as string);
    else if (BIGINTS.has(field)) record[field] = BigInt(value as string);
    else record[field] = value;
  }
  return record as unknown as TransferRecord;
}

/** What the lifecycle's judgements read of a record. */
export function factsOf(record: TransferRecord): TransferFacts {
  return { ...record, status: record.effectiveStatus as TransferStatus };
}
