import { EXIT, Failure } from '../failure.js';

/** What can stand in a header: printable ASCII without blanks. */
const FORM = /^[\x21-\x7e]+$/;

/** The key to call with. Throws when there is none or it is malformed; no message ever repeats it. */
export function requireKey(key: string | undefined, next: string): string {
  if (key !== undefined && FORM.test(key)) return key;
  const message =
    key === undefined
      ? 'BATON_KEY is not set'
      : 'BATON_KEY is no key: it holds a blank or a character no key has';
  throw new Failure({ code: 'UNAUTHENTICATED', message, retryable: false, next: [next] }, EXIT.forbidden);
}
