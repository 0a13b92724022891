import type { IncomingMessage } from 'node:http';
import { hostname, isLoopback } from './loopback.js';

type Asked = Pick<IncomingMessage, 'headers'>;

/** The prefix binds it: a browser takes it with Secure, Path=/ and no Domain alone, so that no other host sets or reads it. */
const NAME = '__Host-baton';
/**
 * On plain HTTP of this machine Chromium and Firefox keep cookies that are Secure, and Chromium none with the prefix.
 * Everything else about it is the same; it counts only where a browser is on this machine and no proxy is announced.
 */
const LOOPBACK_NAME = 'baton-loopback';
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';
/** As long as a session lives at most; the database judges. */
const MAX_AGE = 12 * 60 * 60;

/** The session a browser sent, or null. Of two by this name none is taken: the browser keeps one. */
export function sessionCookie(request: Asked, origins: readonly string[] | null): string | null {
  const values = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const named = (name: string): string[] =>
    values.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  const { host = '', origin } = request.headers;
  const here =
    origins === null && isLoopback(hostname(host)) && (origin === undefined || isPlainLoopback(origin));
  const found = [...named(NAME), ...(here ? named(LOOPBACK_NAME) : [])];
  return found.length === 1 && found[0] !== '' ? (found[0] ?? null) : null;
}

/** A browser says itself where its page is from: no proxy in front makes it one of this machine's. */
function isPlainLoopback(origin: string): boolean {
  const { protocol, hostname: name } = URL.canParse(origin)
    ? new URL(origin)
    : { protocol: '', hostname: '' };
  return protocol === 'http:' && isLoopback(hostname(name));
}

const nameFor = ({ headers }: Asked, origins: readonly string[] | null): string =>
  origins === null && isPlainLoopback(headers.origin ?? '') ? LOOPBACK_NAME : NAME;

export const keepCookie = (request: Asked, origins: readonly string[] | null, secret: string): string =>
  `${nameFor(request, origins)}=${secret}; ${ATTRIBUTES}; Max-Age=${MAX_AGE}`;
export const dropCookie = (request: Asked, origins: readonly string[] | null): string =>
  `${nameFor(request, origins)}=; ${ATTRIBUTES}; Max-Age=0`;
