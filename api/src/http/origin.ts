import type { IncomingMessage } from 'node:http';

type Headers = Pick<IncomingMessage, 'headers'>['headers'];

/**
 * Whether a browser says that a page of ours asks. `Sec-Fetch-Site` decides where it is sent: no page can forge it, and
 * no proxy rewrites it. Else `Origin` must be one of ours: `origins`, or without a setting whatever host was asked for.
 * Null: it said neither, so it is no browser, or an old one that asks for what it may only read.
 */
export function isOwnPage(headers: Headers, origins: readonly string[] | null): boolean | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return null;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (origins !== null) return origins.includes(from.origin);
  const asked = `${from.protocol}//${headers.host ?? ''}`;
  return URL.canParse(asked) && new URL(asked).host === from.host;
}
