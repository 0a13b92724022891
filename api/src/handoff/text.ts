import type { InputIssues } from '../input.js';

/** Bytes of UTF-8 that a message, a summary, a description or a payload may have. */
export const MAX_TEXT = 64 * 1024;

export const bytesOf = (text: string): number => Buffer.byteLength(text);

// The database keeps neither; everything else goes through as it was written.
const NOT_KEPT = /\0|\p{Cs}/u;

/** Text that is kept as it is: any characters but U+0000 and halves of surrogate pairs. */
export function freeText(issues: InputIssues, path: string, text: string, { empty = false } = {}): void {
  if (NOT_KEPT.test(text) || (text === '' && !empty)) {
    issues.add(path, 'TEXT', 'is not empty and holds no U+0000 and no half of a surrogate pair');
  }
}

/** How much of a summary an inbox shows. */
const PREVIEW = 200;

/** The beginning of a text in one line. */
export function previewOf(text: string): string {
  const line = text
    .slice(0, PREVIEW * 8)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= PREVIEW ? line : `${characters.slice(0, PREVIEW - 1).join('')}…`;
}
