import { hasLoneSurrogate } from '../json/judge.js';
import type { JsonValue } from '../json/value.js';
import { someString } from './strings.js';

/**
 * What is odd about a line. It travels as it is, whatever it is; the word says why a client may pass over it.
 * - BOM: the file begins with a byte order mark, which most readers take for a broken first line.
 * - NUL: a byte 0 stands in the line.
 * - INVALID_UTF8, NOT_JSON: no text, or no JSON, so no client reads it.
 * - NOT_A_RECORD: JSON, and no object: a bare string, number, array.
 * - LONE_SURROGATE: a string of it holds half a character, which JSON can spell and UTF-8 cannot.
 * - CUT: the last line, unterminated and no JSON.
 * - TOO_LONG: over 64 MiB; its content was not looked at.
 */
export type OddityKind =
  | 'BOM'
  | 'NUL'
  | 'INVALID_UTF8'
  | 'NOT_JSON'
  | 'NOT_A_RECORD'
  | 'LONE_SURROGATE'
  | 'CUT'
  | 'TOO_LONG';

/** Longest line that is parsed, in bytes. A text of a few hundred MB no longer fits into one string. */
const MAX_PARSED_LINE = 64 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BOM = '\ufeff';

export type ReadLine = { value: JsonValue | undefined; oddities: OddityKind[] };

/** The value of a line, undefined when it has none, and what is odd about it. */
export function readLine(bytes: Uint8Array, first: boolean, terminated: boolean): ReadLine {
  if (bytes.length > MAX_PARSED_LINE) return { value: undefined, oddities: ['TOO_LONG'] };
  const oddities: OddityKind[] = [];
  if (bytes.includes(0)) oddities.push('NUL');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { value: undefined, oddities: [...oddities, terminated ? 'INVALID_UTF8' : 'CUT'] };
  }
  if (first && text.startsWith(BOM)) {
    oddities.push('BOM');
    text = text.slice(1);
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { value: undefined, oddities: [...oddities, terminated ? 'NOT_JSON' : 'CUT'] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) oddities.push('NOT_A_RECORD');
  // Only an escape can spell half a character in text that was UTF-8.
  if (/\\u[dD][89a-fA-F]/.test(text) && someString(value, hasLoneSurrogate)) oddities.push('LONE_SURROGATE');
  return { value, oddities };
}
