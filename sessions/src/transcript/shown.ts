import { scanText } from '../secret-scan/scan.js';

const LONGEST = 128;
const UNFIT = /[\p{Cc}\p{Surrogate}]/gu;

/**
 * A name out of a transcript as a report may show it: whoever wrote the transcript chose it, so it is cut, holds no
 * control character and no half of a character, and is hidden when it looks like a secret.
 */
export function shown(text: string): string {
  const fit = text.replace(UNFIT, '\ufffd');
  if (scanText('name', Buffer.from(fit)).length > 0) return '…';
  return fit.length > LONGEST ? `${fit.slice(0, LONGEST).replace(/\p{Surrogate}$/u, '')}…` : fit;
}
