import { isObject, type JsonValue } from '../json/value.js';
import type { Match } from './match.js';

/** What tells one of Baton's own tokens from another: its id, and when it ends in seconds since 1970. */
export interface TransferTokenFacts {
  jti: string;
  exp: number | null;
}

export interface JwtMatch extends Match {
  token?: TransferTokenFacts;
}

const JWT = /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,})\.(eyJ[A-Za-z0-9_-]{2,})\.[A-Za-z0-9_-]{16,}/g;
/** A TypeID: 128 bits in Crockford's base32. */
const TOKEN_ID = /^tok_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Seconds since 1970; the year 2242. */
const LATEST_END = 2 ** 33;

/**
 * Signed tokens in a text. Baton's own (`typ: baton-transfer`) are named apart with their id, unverified:
 * the caller knows which ids are spent, and must trust nothing else of them.
 */
export function jwtMatches(content: string): JwtMatch[] {
  const matches: JwtMatch[] = [];
  for (const found of content.matchAll(JWT)) {
    const [whole, head = '', body = ''] = found;
    const header = decode(head);
    if (header === null) continue;
    const place = { start: found.index, end: found.index + whole.length };
    const claims = header.typ === 'baton-transfer' ? decode(body) : null;
    const token = claims === null ? null : transferToken(claims);
    matches.push(
      token === null ? { rule: 'jwt', ...place } : { rule: 'baton-transfer-token', ...place, token },
    );
  }
  return matches;
}

/** What Baton could have signed; anybody can write the rest, and no text or number of theirs goes further. */
function transferToken({ jti, exp }: Record<string, JsonValue>): TransferTokenFacts | null {
  if (typeof jti !== 'string' || !TOKEN_ID.test(jti)) return null;
  if (exp === undefined) return { jti, exp: null };
  return Number.isSafeInteger(exp) && (exp as number) >= 0 && (exp as number) <= LATEST_END
    ? { jti, exp: exp as number }
    : null;
}

function decode(segment: string): Record<string, JsonValue> | null {
  try {
    const value = JSON.parse(Buffer.from(segment, 'base64url').toString()) as JsonValue;
    return isObject(value) ? value : null;
  } catch {
    // Two dots between runs of base64 are no proof of a token.
    return null;
  }
}
