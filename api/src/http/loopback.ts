import { isIPv4 } from 'node:net';

/** Name or address of a `Host` header, without its port. */
export const hostname = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

/** Whether a name or an address is this machine itself. */
export function isLoopback(name: string): boolean {
  const address = name.replace(/^::ffff:/i, '');
  return name === 'localhost' || name === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
