import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.js';
import { type DoorName, takes } from '../door-table.js';
import { Fault } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import type { Doors } from './doors.js';
import { isOwnPage } from './origin.js';
import { sessionCookie } from './session-cookie.js';

/** The key in `Bearer <key>`, or null. */
export const bearer = (authorization: string): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;

/**
 * Who calls, by `Authorization: Bearer <key>` or a session's cookie, whichever the door takes. A header goes before a
 * cookie: no page of another's can send one. Throws UNAUTHENTICATED, the same for every reason, and FORBIDDEN for a
 * session that another site's page sent along.
 */
export async function authenticated(
  request: IncomingMessage,
  doors: Doors,
  door: DoorName,
  requestId: string,
): Promise<Viewer> {
  const { authorization } = request.headers;
  if (authorization === undefined && takes(door, 'session')) {
    const viewer = await signedIn(request, doors, requestId);
    if (viewer !== null) return viewer;
  }
  const key = takes(door, 'key') ? bearer(authorization ?? '') : null;
  const viewer = key === null ? null : await doors.authenticate(key);
  if (viewer === null)
    throw new Fault(
      'UNAUTHENTICATED',
      takes(door, 'key') ? 'Send a valid key as `Authorization: Bearer <key>`' : 'Sign in first',
    );
  return viewer;
}

/** The person whose session the cookie is; null without one that stands. */
export async function signedIn(
  request: IncomingMessage,
  doors: Doors,
  requestId: string,
): Promise<Viewer | null> {
  const secret = sessionCookie(request, doors.origins);
  const viewer = secret === null ? null : await doors.signIns.viewer(secret);
  // A browser sends a cookie whoever asks, so the page must be shown to be ours; a program that sends one says so too.
  if (viewer !== null && isOwnPage(request.headers, doors.origins) !== true) {
    await forbid(doors, doors.context(viewer, requestId), {
      action: 'signInUse',
      ...(viewer.signInId !== null && { subject: viewer.signInId }),
      message: 'A session is used by pages of this server alone: send its Origin',
    });
  }
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
