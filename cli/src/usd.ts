const SCALE = 9;

/** Nano-USD of decimal text as the API writes it. */
export function nanoUsd(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`no amount: ${JSON.stringify(text)}`);
  const nano = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return sign === '-' ? -nano : nano;
}

/** Decimal text of nano-USD, with two decimals at least and no zero after them. */
export function usdText(nano: bigint): string {
  const sign = nano < 0n ? '-' : '';
  const digits = (nano < 0n ? -nano : nano).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0{1,7}$/, '');
  return `${sign}${digits.slice(0, -SCALE)}.${fraction}`;
}
