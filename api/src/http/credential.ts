import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.js';
import { Fault } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import type { Doors } from './doors.js';

/** The key in `Bearer <key>`, or null. */
export const bearer = (authorization: string): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;

/** Who calls, by `Authorization: Bearer <key>`. Throws UNAUTHENTICATED, the same for every reason. */
export async function authenticated(request: IncomingMessage, doors: Doors): Promise<Viewer> {
  const key = bearer(request.headers.authorization ?? '');
  const viewer = key === null ? null : await doors.authenticate(key);
  if (viewer === null)
    throw new Fault('UNAUTHENTICATED', 'Send a valid key as `Authorization: Bearer <key>`');
  return viewer;
}

/** Throws FORBIDDEN, after the refusal stands in the audit log. */
export async function forbid(
  doors: Doors,
  context: Context,
  { message, ...what }: { action: string; subject?: string; message: string },
): Promise<never> {
  await doors.audit(context, { ...what, outcome: 'refused', code: 'FORBIDDEN' });
  throw new Fault('FORBIDDEN', message);
}
