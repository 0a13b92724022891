/** Money is whole nano-USD inside and a decimal string outside; no float on the way. */

const NANO_DIGITS = 9;
const NANO = 10n ** BigInt(NANO_DIGITS);
/** One call moves at most this much: a million dollars. Sums then stay far inside 64 bits. */
export const MAX_AMOUNT = 1_000_000n * NANO;

const FORM = /^(0|[1-9]\d{0,6})(?:\.(\d{1,9}))?$/;

/** `"0.30"` → 300000000n. Null for anything but a plain non-negative decimal of at most nine places and a million. */
export function parseUsd(text: string): bigint | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const nano = BigInt(match[1] ?? '0') * NANO + BigInt((match[2] ?? '').padEnd(NANO_DIGITS, '0'));
  return nano <= MAX_AMOUNT ? nano : null;
}

/** 1600000000n → `"1.6"`: trimmed, never in exponent form. */
export function formatUsd(nano: bigint): string {
  const sign = nano < 0n ? '-' : '';
  const absolute = nano < 0n ? -nano : nano;
  const fraction = (absolute % NANO).toString().padStart(NANO_DIGITS, '0').replace(/0+$/, '');
  return `${sign}${absolute / NANO}${fraction === '' ? '' : `.${fraction}`}`;
}
