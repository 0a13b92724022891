import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../ids.js';
import type { Kind } from './scopes.js';

/** A new key: `secret` is shown once, `hash` (sha256, hex) is what stays, `prefix` tells keys apart for people. */
export interface ApiKeySecret {
  readonly id: string;
  readonly secret: string;
  readonly prefix: string;
  readonly hash: string;
}

export function newApiKey(kind: Exclude<Kind, 'person'>): ApiKeySecret {
  const secret = `baton_${kind}_${randomBytes(32).toString('base64url')}`;
  return {
    id: newId('apiKey'),
    secret,
    prefix: secret.slice(0, `baton_${kind}_`.length + 4),
    hash: hashApiKey(secret),
  };
}

/** Keys are random, so one round of sha256 is enough to keep them from the database. */
export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
