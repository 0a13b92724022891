import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@baton/sessions';

/** sha256 of the RFC 8785 text of a payload; bigint as decimal text, undefined fields left out. */
export function payloadDigest(payload: unknown): string {
  const plain = JSON.parse(
    JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ) as JsonValue;
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}
