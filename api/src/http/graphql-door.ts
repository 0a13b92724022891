import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireMethod } from './admission.js';
import { readBody, requireJson, SLOW_BODY_MS } from './body.js';
import { authenticated } from './credential.js';
import { documentFor } from './document.js';
import type { Doors } from './doors.js';
import type { Engine } from './engine.js';
import { type GraphqlRequest, requestOfBody, requestOfQuery } from './graphql-request.js';
import { type EventStreams, wantsEventStream } from './sse.js';

export type GraphqlDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
  requestId: string,
) => Promise<void>;

/**
 * `POST /graphql`, and GET for queries and subscriptions. In this order: the credential, the form of the request, the
 * document it may run. Strangers are turned away before their body is read. Who accepts `text/event-stream` gets one.
 */
export function createGraphqlDoor(doors: Doors, engine: Engine, eventStreams: EventStreams): GraphqlDoor {
  return async (request, response, query, requestId) => {
    let viewer = await authenticated(request, doors, 'graphql', requestId);
    const judged = performance.now();
    const asked = await readRequest(request, query);
    // A body may take a minute, a revocation takes effect within a second.
    if (performance.now() - judged > SLOW_BODY_MS)
      viewer = await authenticated(request, doors, 'graphql', requestId);
    const context = doors.context(viewer, requestId);
    const operation = {
      query: await documentFor(doors, context, asked),
      operationName: asked.operationName,
      variables: asked.variables,
    };
    if (wantsEventStream(request)) return eventStreams(request, response, context, operation);
    await engine.answer(request, response, context, operation);
  };
}

async function readRequest(request: IncomingMessage, query: string): Promise<GraphqlRequest> {
  requireMethod(request, 'graphql');
  if (request.method === 'GET') return requestOfQuery(query);
  requireJson(request);
  return requestOfBody(await readBody(request));
}
