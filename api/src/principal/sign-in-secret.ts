import { createHash, randomBytes } from 'node:crypto';

/** Sessions and set-up links are random, so one round of sha256 keeps them from the database. Hex. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret, 'utf8').digest('hex');

/** A new secret for a person, with what is kept of it. */
export function newSecret(what: 'session' | 'setup'): { secret: string; hash: string } {
  const secret = `baton_${what}_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashSecret(secret) };
}
