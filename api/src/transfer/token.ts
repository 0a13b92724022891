import { errors, jwtVerify, SignJWT } from 'jose';
import type { TokenScope } from '../lifecycle/rules.js';

/**
 * The transfer token: a short-lived, single-use proof that an orchestrator allowed one operation on one transfer, by
 * one principal, up to one amount. JWT HS256, `typ: baton-transfer`. The library checks signature and claims; its
 * expiry is judged against the database's clock in the move, to the millisecond, as is its use.
 */

const TYP = 'baton-transfer';
const ISSUER = 'baton';
const AUDIENCE = 'baton/transfer';

export const TOKEN_LIFE_MS = 5 * 60 * 1000;

/** Signing secrets by `kid`; the first signs, all verify, so that a secret can be rotated. */
export interface TokenKeys {
  readonly current: string;
  readonly secrets: ReadonlyMap<string, Uint8Array>;
}

export interface TokenClaims {
  readonly jti: string;
  readonly scope: TokenScope;
  readonly transfer: string;
  readonly checksum: string;
  /** The principal that may redeem it. */
  readonly redeemer: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** `provision_runtime` only: what the redeemer may have, and where. */
  readonly provision?: {
    readonly tier: string;
    /** Ceiling of the allocation in nano-USD, as decimal text. */
    readonly ceiling: string;
    readonly pool: string;
    readonly graceMs: number;
  };
  /** `activate` of a pushed transfer: the verification it was minted for. */
  readonly verification?: string;
  /** `activate` of a running transfer: the epoch whose runtime it may replace. */
  readonly epoch?: number;
}

export async function signToken(keys: TokenKeys, claims: TokenClaims): Promise<string> {
  const { jti, expiresAt, ...baton } = claims;
  return new SignJWT({ baton: { ...baton, expiresAt } })
    .setProtectedHeader({ alg: 'HS256', typ: TYP, kid: keys.current })
    .setJti(jti)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.ceil(expiresAt / 1000))
    .sign(secretOf(keys, keys.current));
}

/** The claims of a token that we signed, or null. Expired ones too: the move judges that. */
export async function readToken(keys: TokenKeys, token: string): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify<{ baton: Omit<TokenClaims, 'jti'> }>(
      token,
      ({ kid }) => secretOf(keys, kid ?? ''),
      // The epoch as "now": `exp` is the database clock's to judge.
      { algorithms: ['HS256'], typ: TYP, issuer: ISSUER, audience: AUDIENCE, currentDate: new Date(0) },
    );
    return payload.jti === undefined ? null : { ...payload.baton, jti: payload.jti };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function secretOf(keys: TokenKeys, kid: string): Uint8Array {
  const secret = keys.secrets.get(kid);
  if (secret === undefined) throw new errors.JWSInvalid('unknown key');
  return secret;
}
