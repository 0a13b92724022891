import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isId } from '../ids.js';
import { requireMethod } from './admission.js';
import { DoorRefusal } from './client-error.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';

const ROUTE = /^\/snapshots\/([^/]+)\/parts\/(.+)$/;

export interface PartAddress {
  readonly transferId: string;
  readonly path: string;
}

/** Transfer and part that a URL's path names, or null when it is no address of a part. */
export function partAddress(pathname: string): PartAddress | null {
  const [, transferId, path] = ROUTE.exec(pathname) ?? [];
  if (transferId === undefined || path === undefined) return null;
  try {
    const address = { transferId: decodeURIComponent(transferId), path: decodeURIComponent(path) };
    // PostgreSQL takes no U+0000 in a text, and no part has it in its path.
    return Object.values(address).some((text) => text.includes('\0')) ? null : address;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** `GET /snapshots/:transferId/parts/*path`: the stored bytes, whole. Never anything a browser would run. */
export async function servePart(
  doors: Doors,
  request: IncomingMessage,
  response: ServerResponse,
  { transferId, path }: PartAddress,
  requestId: string,
): Promise<void> {
  const viewer = await authenticated(request, doors, 'parts', requestId);
  requireMethod(request, 'parts');
  const context = doors.context(viewer, requestId);
  // What has no id's form may be anything that was pasted in its place.
  const refused = { action: 'partRead', ...(isId('transfer', transferId) && { subject: transferId }) };
  if (!doors.layers.mayReach(viewer, 'partRead', 'parts')) {
    await forbid(doors, context, {
      ...refused,
      message: `A credential of kind ${viewer.kind} reads no parts`,
    });
  }
  if (!doors.layers.holdsScope(viewer, 'transfer:content')) {
    await forbid(doors, context, { ...refused, message: 'This needs the scope transfer:content' });
  }
  const part = await doors.readPart(context, transferId, path);
  if (part === null) throw new DoorRefusal('NOT_FOUND', 'There is no such part');
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-length': part.length,
    etag: `"${part.sha256}"`,
  });
  await pipeline(Readable.from(part.bytes, { objectMode: false }), response);
}
