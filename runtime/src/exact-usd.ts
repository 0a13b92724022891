const NUMBER = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const DECIMALS = 9;
const MAX_NANO = 1_000_000n * 10n ** BigInt(DECIMALS);

/**
 * The plain decimal that a JSON number's text says, exactly: `"3e-1"` → `"0.3"`. Null when it is no such text,
 * negative, over a million, or has more than nine decimals. No float on the way.
 */
export function exactUsd(text: string): string | null {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return null;
  // 0.500 has one decimal: zeros at the end say nothing.
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  if (digits === '') return '0';
  const trimmed = whole.length + fraction.length - digits.length;
  const decimals = fraction.length - trimmed - Number(exponent);
  if (decimals > DECIMALS) return null;
  const nano = BigInt(digits) * 10n ** BigInt(DECIMALS - decimals);
  return nano > MAX_NANO ? null : plain(nano);
}

function plain(nano: bigint): string {
  const text = nano.toString().padStart(DECIMALS + 1, '0');
  const fraction = text.slice(-DECIMALS).replace(/0+$/, '');
  return `${text.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}
