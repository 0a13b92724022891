import { text } from 'node:stream/consumers';
import { usage } from './failure.js';

/** A token from the command line, or from stdin for `-`: arguments are seen by everybody who lists processes. */
export async function tokenText(
  argument: string,
  stdin: AsyncIterable<Uint8Array> = process.stdin,
): Promise<string> {
  const token = argument === '-' ? (await text(stdin)).trim() : argument;
  if (token === '') throw usage('--token is empty');
  return token;
}
