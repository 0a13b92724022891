import type { IncomingMessage } from 'node:http';
import { DoorRefusal } from './client-error.js';

/** 24 MiB: the 8 MiB of an inline snapshot, were each byte written as a short escape. */
const MAX_BODY = 24 * 1024 * 1024;

/** A body that took longer, in milliseconds, came with a credential that is judged again. */
export const SLOW_BODY_MS = 250;

/** The whole body. Throws TOO_LARGE as soon as it is known to be over the limit, holding no more than that. */
export async function readBody(request: IncomingMessage, most = MAX_BODY): Promise<Uint8Array> {
  const tooLarge = () => new DoorRefusal('TOO_LARGE', `The request body is over ${most} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) {
      request.resume();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Refuses what a browser's form could send to us unasked, and what we could not read. */
export function requireJson(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.replace(/"/g, '');
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (
    type === 'application/json' &&
    (charset ?? 'charset=utf-8') === 'charset=utf-8' &&
    encoding === 'identity'
  )
    return;
  throw new DoorRefusal(
    'INVALID_INPUT',
    'The body must be application/json in UTF-8, not encoded otherwise',
    {
      status: 415,
      headers: { accept: 'application/json' },
    },
  );
}
