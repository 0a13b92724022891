import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../principal/viewer.js';
import { requireMethod } from './admission.js';
import { answerJson } from './answer.js';
import { readBody, requireJson, SLOW_BODY_MS } from './body.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';
import { fail } from './failure.js';
import { answered, type CallId, callOf, failed, idOf, paramsOf, turnedDown } from './json-rpc.js';

/** The one method: the send command under the seeds' names. */
const METHOD = 'message/send';

/**
 * `POST /a2a`: one call of JSON-RPC a request. In this order: the credential, its kind, the form, the method, then what
 * the command judges. A call without an id is no notification: the seeds send such calls and expect the thread's id, so
 * it is answered with the id null. What was read as a call is answered with 200; a request that was not, or that failed,
 * by its status. Never rejects.
 */
export async function serveA2a(
  doors: Doors,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  let id: CallId = null;
  try {
    const { viewer, body } = await admitted(doors, request, requestId);
    const call = callOf(body);
    id = idOf(call);
    const params = paramsOf(call, METHOD);
    const sent = await doors.messageSend(doors.context(viewer, requestId), params);
    answerJson(response, 200, sent.ok ? answered(id, sent.result) : turnedDown(id, sent));
  } catch (error) {
    fail(doors, request, response, error, requestId, (_, to, described) =>
      answerJson(to, described.status, failed(id, described), described.headers),
    );
  }
}

/** Who calls, and what was sent. Strangers, and kinds that send nothing here, are turned away before it is read. */
async function admitted(
  doors: Doors,
  request: IncomingMessage,
  requestId: string,
): Promise<{ viewer: Viewer; body: Uint8Array }> {
  const judge = async (): Promise<Viewer> => {
    const viewer = await authenticated(request, doors, 'a2a', requestId);
    requireMethod(request, 'a2a');
    if (doors.layers.mayReach(viewer, 'handoffSend', 'a2a')) return viewer;
    const message = `A credential of kind ${viewer.kind} sends nothing here`;
    return forbid(doors, doors.context(viewer, requestId), { action: 'handoffSend', message });
  };
  const viewer = await judge();
  const judged = performance.now();
  requireJson(request);
  const body = await readBody(request);
  // A body may take a minute, a revocation takes effect within a second.
  return { viewer: performance.now() - judged > SLOW_BODY_MS ? await judge() : viewer, body };
}
