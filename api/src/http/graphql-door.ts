import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, requireJson } from './body.js';
import { DoorRefusal } from './client-error.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';
import { createEngine } from './engine.js';
import { type GraphqlRequest, requestOfBody, requestOfQuery } from './graphql-request.js';

export type GraphqlDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
  requestId: string,
) => Promise<void>;

/**
 * `POST /graphql`, and GET for queries. In this order: the credential, the form of the request, the document it may
 * run. Strangers are turned away before their body is read.
 */
export function createGraphqlDoor(doors: Doors): GraphqlDoor {
  const engine = createEngine(doors);
  return async (request, response, query, requestId) => {
    const viewer = await authenticated(request, doors);
    const asked = await readRequest(request, query);
    const { id, text, operationName, variables } = asked;
    if (id === undefined && text === undefined) {
      throw new DoorRefusal('INVALID_INPUT', 'The request names no document: send `query`, or `documentId`');
    }
    const context = doors.context(viewer, requestId);
    const document =
      doors.layers.document(viewer, { id, text }) ??
      (await forbid(doors, context, {
        action: 'document',
        ...(id !== undefined && { subject: id.slice(0, 64) }),
        message: refusalOf(asked),
      }));
    await engine(request, response, context, { query: document, operationName, variables });
  };
}

async function readRequest(request: IncomingMessage, query: string): Promise<GraphqlRequest> {
  if (request.method === 'GET') return requestOfQuery(query);
  if (request.method !== 'POST') {
    throw new DoorRefusal('INVALID_INPUT', 'GraphQL is asked by POST, or GET for queries', {
      status: 405,
      headers: { allow: 'GET, POST' },
    });
  }
  requireJson(request);
  return requestOfBody(await readBody(request));
}

const refusalOf = ({ text }: GraphqlRequest): string =>
  text === undefined
    ? 'This credential may run no document of this id'
    : 'This credential sends ids of its manifest only';
