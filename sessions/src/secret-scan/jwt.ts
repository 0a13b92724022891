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
    const { jti, exp } = claims ?? {};
    if (typeof jti === 'string') {
      matches.push({
        rule: 'baton-transfer-token',
        ...place,
        token: { jti, exp: typeof exp === 'number' ? exp : null },
      });
    } else {
      matches.push({ rule: 'jwt', ...place });
    }
  }
  return matches;
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
