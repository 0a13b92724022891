import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The request being served, wherever its work leads; logs and error answers read it. */
export interface RequestScope {
  readonly requestId: string;
  /** Of the caller's W3C trace context, hex; absent when it sent none, or one that is not well-formed. */
  readonly traceId?: string;
  /** The caller's own span, hex. */
  readonly parentId?: string;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** What begins like a key of ours or a signed token is none: it would stay in the log and the audit log. */
const FORM = /^(?!.*(?:baton_|eyJ))[\w.:-]{1,128}$/;

/** The caller's id when it is one word of at most 128 plain characters and no secret we know, else a new UUID. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && FORM.test(header) ? header : randomUUID();
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; a later version may carry more behind the flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;

export function traceOf(header: string | string[] | undefined): Pick<RequestScope, 'traceId' | 'parentId'> {
  const [, traceId, parentId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId === undefined || parentId === undefined ? {} : { traceId, parentId };
}
