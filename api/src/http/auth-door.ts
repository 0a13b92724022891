import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Issue, isObject, parseStrictJson } from '@baton/sessions';
import type { DoorName } from '../door-table.js';
import { Fault } from '../errors.js';
import type { Caller } from '../principal/attempt.js';
import type { Viewer } from '../principal/viewer.js';
import { requireMethod } from './admission.js';
import { answerJson } from './answer.js';
import { readBody, requireJson } from './body.js';
import { DoorRefusal } from './client-error.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';
import { networkOf } from './network.js';
import { isOwnPage } from './origin.js';
import { dropCookie, keepCookie, sessionCookie } from './session-cookie.js';

/** The longest password, each character written as an escape, and room for the rest. */
const MAX_BODY = 16 * 1024;
/** Characters of one field. */
const MAX_TEXT = 256;

export const AUTH_DOORS = [
  'signIn',
  'setUp',
  'session',
  'confirm',
  'signOut',
  'signOutEverywhere',
] as const satisfies readonly DoorName[];
export type AuthDoor = (typeof AUTH_DOORS)[number];

/** One call, judged as far as its door judges all alike. */
interface Call {
  readonly doors: Doors;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

/** `/auth/…`: passwords for sessions, and what a person does with their own session. JSON in, JSON out, a cookie beside it. */
export async function serveAuth(
  door: AuthDoor,
  doors: Doors,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const caller = { address: networkOf(request.socket.remoteAddress ?? ''), requestId };
  const call: Call = { doors, request, response, caller };
  if (door === 'signIn' || door === 'setUp') {
    requireMethod(request, door);
    // Nobody is known yet whom it could be done to; a page that would sign its reader in as somebody else is refused.
    if (isOwnPage(request.headers, doors.origins) === false) {
      throw new Fault('FORBIDDEN', 'Pages of other sites sign nobody in');
    }
    return door === 'signIn' ? signIn(call) : setUp(call);
  }
  const viewer = await authenticated(request, doors, door, requestId);
  if (!doors.layers.mayReach(viewer, door, door)) {
    await forbid(doors, doors.context(viewer, requestId), { action: door, message: 'This is for people' });
  }
  requireMethod(request, door);
  if (door === 'session') return session(call);
  if (door === 'confirm') return confirm(call, viewer);
  return signOut(call, viewer, door);
}

async function signIn({ doors, request, response, caller }: Call): Promise<void> {
  const { login, password, organisation } = await fields(request, ['login', 'password'], ['organisation']);
  const opened = await doors.signIns.signIn(
    {
      login,
      password,
      organisation: organisation ?? 'default',
      replaces: sessionCookie(request, doors.origins),
    },
    caller,
  );
  answerJson(
    response,
    200,
    { session: opened.session },
    { 'set-cookie': keepCookie(request, doors.origins, opened.secret) },
  );
}

async function setUp({ doors, request, response, caller }: Call): Promise<void> {
  const { secret, password } = await fields(request, ['secret', 'password']);
  const done = await doors.signIns.setUp(secret, password, caller);
  if (!done.ok) {
    const { code, message, issues } = done;
    throw new DoorRefusal(code, message, { ...(issues && { issues }) });
  }
  answerJson(response, 200, { login: done.login });
}

async function session({ doors, request, response }: Call): Promise<void> {
  const secret = sessionCookie(request, doors.origins);
  const facts = secret === null ? null : await doors.signIns.session(secret);
  if (facts === null) throw new Fault('UNAUTHENTICATED', 'Sign in first');
  answerJson(response, 200, { session: facts });
}

async function confirm({ doors, request, response, caller }: Call, viewer: Viewer): Promise<void> {
  const { password } = await fields(request, ['password']);
  answerJson(response, 200, { session: await doors.signIns.confirm(viewer, password, caller) });
}

async function signOut(
  { doors, request, response, caller }: Call,
  viewer: Viewer,
  door: 'signOut' | 'signOutEverywhere',
): Promise<void> {
  await fields(request, []);
  const ended = door === 'signOut' ? 1 : await doors.signIns.signOutEverywhere(viewer, caller);
  if (door === 'signOut') await doors.signIns.signOut(viewer, caller);
  answerJson(response, 200, { ended }, { 'set-cookie': dropCookie(request, doors.origins) });
}

/** The body's texts by name, and nothing beside them. Throws INVALID_INPUT with the places; no value is told. */
async function fields<Needed extends string, Free extends string = never>(
  request: IncomingMessage,
  needed: readonly Needed[],
  free: readonly Free[] = [],
): Promise<Record<Needed, string> & Partial<Record<Free, string>>> {
  requireJson(request);
  const parsed = parseStrictJson(await readBody(request, MAX_BODY));
  const invalid = (issues: readonly Issue[]) =>
    new DoorRefusal('INVALID_INPUT', 'The body is not what this address takes', { issues });
  if (!parsed.ok) throw invalid(parsed.issues.map(({ code, message }) => ({ path: '', code, message })));
  const { value } = parsed;
  const known: readonly string[] = [...needed, ...free];
  if (!isObject(value) || Object.keys(value).some((name) => !known.includes(name))) {
    throw invalid([
      { path: '', code: 'UNKNOWN_FIELD', message: `is an object of ${known.join(', ') || 'nothing'}` },
    ]);
  }
  const issues = known.flatMap((path): Issue[] => {
    const text = Object.hasOwn(value, path) ? value[path] : undefined;
    if (text === undefined && !(needed as readonly string[]).includes(path)) return [];
    const fits =
      typeof text === 'string' && text !== '' && !text.includes('\0') && [...text].length <= MAX_TEXT;
    return fits ? [] : [{ path, code: 'INVALID_TYPE', message: `is text of 1 to ${MAX_TEXT} characters` }];
  });
  if (issues.length > 0) throw invalid(issues);
  return value as Record<Needed, string> & Partial<Record<Free, string>>;
}
