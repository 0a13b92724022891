import type { IncomingMessage } from 'node:http';
import { Fault } from '../errors.js';
import type { Viewer } from '../principal/viewer.js';
import { DoorRefusal } from './client-error.js';
import type { Doors } from './doors.js';

/** Who calls, by `Authorization: Bearer <key>`. Throws UNAUTHENTICATED, the same for every reason. */
export async function authenticated(request: IncomingMessage, doors: Doors): Promise<Viewer> {
  const [, key] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const viewer = key === undefined ? null : await doors.authenticate(key);
  if (viewer === null) throw new Fault('UNAUTHENTICATED', 'Send a valid key as `Authorization: Bearer <key>`');
  return viewer;
}

/** Throws FORBIDDEN, after the refusal stands in the audit log. */
export async function forbid(
  doors: Doors,
  viewer: Viewer,
  requestId: string,
  action: string,
  message: string,
  subject?: string,
): Promise<never> {
  await doors.audit({
    organisationId: viewer.organisationId,
    actor: viewer.id,
    action,
    subject,
    outcome: 'refused',
    code: 'FORBIDDEN',
    requestId,
  });
  throw new DoorRefusal('FORBIDDEN', message);
}
