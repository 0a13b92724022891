import type { IncomingMessage } from 'node:http';

/** The prefix binds it: a browser takes it with Secure, Path=/ and no Domain alone, so that no other host sets or reads it. */
const NAME = '__Host-baton';
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';
/** As long as a session lives at most; the database judges. */
const MAX_AGE = 12 * 60 * 60;

/** The session a browser sent, or null. Of two by this name none is taken: the browser keeps one. */
export function sessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1));
  return values.length === 1 && values[0] !== '' ? (values[0] ?? null) : null;
}

export const keepCookie = (secret: string): string => `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${MAX_AGE}`;
export const dropCookie = (): string => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
