import { isIPv6 } from 'node:net';

/** Whoever has an IPv6 address has 2^64 of them: those count as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser writes IPv6 in one form.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}
