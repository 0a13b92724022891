import canonicalize from 'canonicalize';
import { judgeJson } from './judge.js';
import type { JsonValue } from './value.js';

const encoder = new TextEncoder();

/**
 * RFC 8785 text of a value as UTF-8 bytes. Key order of the value does not matter.
 * Throws a TypeError for what has no canonical form (lone surrogates, numbers that are not finite): such values
 * are refused at the door, so meeting one here is a fault of the caller.
 */
export function canonicalJson(value: JsonValue): Uint8Array {
  return encoder.encode(canonicalText(value));
}

/** The same as a string. */
export function canonicalText(value: JsonValue): string {
  const text = canonicalize(value);
  // JSON.stringify writes a lone surrogate as an escape where RFC 8785 demands an error. An escape that looks like
  // one may also be six innocent characters, so only then is the value walked.
  if (text === undefined || text.includes('\\ud')) refuseWithoutCanonicalForm(value);
  return text as string;
}

function refuseWithoutCanonicalForm(value: JsonValue): void {
  const none = { maxDepth: Infinity, maxWidth: Infinity, maxEntries: Infinity };
  const issue = judgeJson(value, '', none).find(({ code }) => code === 'LONE_SURROGATE');
  if (value === undefined || issue)
    throw new TypeError(`no canonical form: ${issue?.message ?? 'not a JSON value'}`);
}
