import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { doorAt } from '../door-table.js';
import { Streams } from '../event/stream.js';
import { serveA2a } from './a2a-door.js';
import { requireMethod } from './admission.js';
import { answerJson } from './answer.js';
import { AUTH_DOORS, type AuthDoor, serveAuth } from './auth-door.js';
import { DoorRefusal } from './client-error.js';
import type { Doors } from './doors.js';
import { createEngine } from './engine.js';
import { fail } from './failure.js';
import { createGraphqlDoor, type GraphqlDoor } from './graphql-door.js';
import { serveMetrics } from './metrics-door.js';
import { partAddress, servePart } from './part-door.js';
import { requestIdOf, requestScope, traceOf } from './request-scope.js';
import { type RightsWatch, startRightsWatch } from './rights-watch.js';
import { KEEP_ALIVE_MS, openSocketDoor, type SocketDoor } from './socket-door.js';
import { createEventStreams } from './sse.js';
import { StreamLimits } from './stream-limits.js';
import type { Streaming } from './streaming.js';

/** A body of 24 MiB must arrive within this. */
const REQUEST_TIMEOUT_MS = 60_000;

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** The HTTP server, not listening yet. What no door lists is answered 404. */
export function createHttpServer(
  doors: Doors,
  { keepAliveMs = KEEP_ALIVE_MS }: { keepAliveMs?: number } = {},
): { server: Server; sockets: SocketDoor; rights: RightsWatch; streams: Streams } {
  const engine = createEngine(doors);
  const rights = startRightsWatch(doors.readStanding, (error) =>
    doors.log.warn({ err: error }, 'rights were not looked at'),
  );
  const streaming: Streaming = {
    engine,
    keepAliveMs,
    rights,
    streams: new Streams(doors.schema, engine.tell),
    limits: new StreamLimits(),
    onSlow: doors.metrics.droppedSlow.bind(doors.metrics),
  };
  const graphql = createGraphqlDoor(doors, engine, createEventStreams(doors, streaming));
  const server = createServer((request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    const scope = { requestId, ...traceOf(request.headers.traceparent) };
    void requestScope.run(scope, () => serve(doors, graphql, request, response, requestId));
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return { server, sockets: openSocketDoor(server, doors, streaming), rights, streams: streaming.streams };
}

/** Never rejects: what goes wrong is answered, and logged when it is ours. */
async function serve(
  doors: Doors,
  graphql: GraphqlDoor,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const start = performance.now();
  const [pathname = '', query = ''] = splitOnce(request.url ?? '', '?');
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'x-request-id': requestId })) {
    response.setHeader(name, value);
  }
  try {
    await route(doors, graphql, request, response, pathname, query, requestId);
  } catch (error) {
    fail(doors, request, response, error, requestId);
  }
  const ms = performance.now() - start;
  const { method = '' } = request;
  const { statusCode: status } = response;
  // The door, not the path: whatever somebody pasted into an address would stay in the log.
  const door = doorAt(pathname) ?? 'none';
  doors.metrics.request(door, method, status, ms);
  doors.log.debug({ method, door, status, ms: Math.round(ms) }, 'request');
}

async function route(
  doors: Doors,
  graphql: GraphqlDoor,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  query: string,
  requestId: string,
): Promise<void> {
  const door = doorAt(pathname);
  if (door === 'graphql') return graphql(request, response, query, requestId);
  const part = door === 'parts' ? partAddress(pathname) : null;
  if (part !== null) return servePart(doors, request, response, part, requestId);
  if (door === null || door === 'parts') {
    throw new DoorRefusal('NOT_FOUND', 'There is nothing at this address');
  }
  if (door === 'a2a') return serveA2a(doors, request, response, requestId);
  if (door === 'metrics') return serveMetrics(doors, request, response, requestId);
  if (isAuthDoor(door)) return serveAuth(door, doors, request, response, requestId);
  requireMethod(request, door);
  if (door === 'healthz') return answerJson(response, 200, { status: 'ok' });
  const readiness = await doors.readiness();
  const ready = readiness.reasons.length === 0;
  return answerJson(response, ready ? 200 : 503, { ready, ...readiness });
}

const isAuthDoor = (door: string): door is AuthDoor => (AUTH_DOORS as readonly string[]).includes(door);

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
