import { newId } from '../../api/src/ids.js';
import { newSecret } from '../../api/src/principal/sign-in-secret.js';
import type { Actor } from './actor.js';
import type { TestDatabase } from './database.js';

/** What a browser sends with a session, from a page of the server itself. */
export interface Browser {
  readonly id: string;
  readonly secret: string;
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': string };
}

export const cookieOf = (secret: string): string => `__Host-baton=${secret}`;

/** A session of this person as the product makes one, without a password; confirmed so many seconds ago, or never. */
export async function browserOf(
  { pool }: TestDatabase,
  { viewer }: Actor,
  confirmedSecondsAgo: number | null = null,
): Promise<Browser> {
  const id = newId('signIn');
  const { secret, hash } = newSecret('session');
  await pool.query(
    `INSERT INTO sign_in (id, organisation_id, person_id, secret_hash, expires_at, confirmed_at)
     VALUES ($1, $2, $3, decode($4, 'hex'), baton_now() + interval '12 hours', baton_now() - $5 * interval '1 second')`,
    [id, viewer.organisationId, viewer.id, hash, confirmedSecondsAgo],
  );
  return { id, secret, headers: { cookie: cookieOf(secret), 'sec-fetch-site': 'same-origin' } };
}
