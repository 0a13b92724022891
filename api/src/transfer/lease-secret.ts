import { createHash } from 'node:crypto';

/** Runtimes choose a lease secret and send its hash once; with each write they show the secret itself. */
export function leaseHash(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
