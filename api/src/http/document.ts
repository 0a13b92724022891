import type { Context } from '../context.js';
import { DoorRefusal } from './client-error.js';
import { forbid } from './credential.js';
import type { Doors } from './doors.js';
import type { GraphqlRequest } from './graphql-request.js';

/** Else it is no id at all, and may be anything that was pasted in its place. */
const SHA256 = /^[0-9a-f]{64}$/i;

/** The text to run, on whatever door it was asked for. Throws INVALID_INPUT without one, FORBIDDEN for one that may not run. */
export async function documentFor(
  doors: Doors,
  context: Context,
  { id, text }: GraphqlRequest,
): Promise<string> {
  if (id === undefined && text === undefined) {
    throw new DoorRefusal('INVALID_INPUT', 'The request names no document: send `query`, or `documentId`');
  }
  const document = doors.layers.document(context.viewer, { id, text });
  if (document !== null) return document;
  return forbid(doors, context, {
    action: 'document',
    ...(id !== undefined && SHA256.test(id) && { subject: id }),
    message:
      text === undefined
        ? 'This credential may run no document of this id'
        : 'This credential sends ids of its manifest only',
  });
}
