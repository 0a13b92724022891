import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The id of the request being served, wherever its work leads; logs and error answers read it. */
export const requestScope = new AsyncLocalStorage<string>();

const FORM = /^[\w.:-]{1,128}$/;

/** The caller's id when it is one word of at most 128 plain characters, else a new UUID. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && FORM.test(header) ? header : randomUUID();
}
