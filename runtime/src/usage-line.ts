import { isObject, type JsonValue, parseStrictJson } from '@baton/sessions';
import { exactUsd } from './exact-usd.js';

export interface Usage {
  readonly id: string;
  /** Plain decimal USD. */
  readonly amountUsd: string;
  readonly detail: JsonValue | undefined;
}

/** Why a line could not be counted as it stands. */
export type BadUsageReason =
  | 'NOT_JSON'
  | 'NOT_AN_OBJECT'
  | 'BAD_ID'
  | 'BAD_AMOUNT'
  | 'TOO_LONG'
  | 'DETAIL_TOO_LARGE'
  | 'REFUSED';

export type UsageLine =
  /** `warning`: counted, though not all of it is told. */
  | { readonly ok: true; readonly usage: Usage; readonly warning?: BadUsageReason }
  | { readonly ok: false; readonly reason: BadUsageReason };

const MAX_ID = 128;
const MAX_DETAIL_BYTES = 4096;

const bad = (reason: BadUsageReason): UsageLine => ({ ok: false, reason });

/** Reads `{id, amountUsd, detail?}`. The amount is a string or a number, taken by its text. */
export function readUsageLine(bytes: Uint8Array): UsageLine {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return bad('NOT_JSON');
  const line = parsed.value;
  if (!isObject(line)) return bad('NOT_AN_OBJECT');
  const { id, amountUsd, detail } = line;
  if (typeof id !== 'string' || id === '' || [...id].length > MAX_ID) return bad('BAD_ID');
  const amount = exactUsd(typeof amountUsd === 'number' ? numberText(bytes) : String(amountUsd));
  if (amount === null || !['string', 'number'].includes(typeof amountUsd)) return bad('BAD_AMOUNT');
  // What was spent is spent, however much was said about it.
  if (detail !== undefined && Buffer.byteLength(JSON.stringify(detail)) > MAX_DETAIL_BYTES) {
    return { ok: true, usage: { id, amountUsd: amount, detail: undefined }, warning: 'DETAIL_TOO_LARGE' };
  }
  return { ok: true, usage: { id, amountUsd: amount, detail: detail ?? undefined } };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** The text of the number at the root's `amountUsd`; a parsed one went through a float. The JSON is known to be valid. */
function numberText(bytes: Uint8Array): string {
  let depth = 0;
  let key = '';
  let previous = '';
  for (const [token] of Buffer.from(bytes).toString().matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':' && depth === 1) key = JSON.parse(previous) as string;
    else if (previous === ':' && depth === 1 && key === 'amountUsd') return token;
    previous = token;
  }
  throw new Error('The line has no amountUsd');
}
