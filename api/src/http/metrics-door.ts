import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireMethod } from './admission.js';
import { authenticated, forbid } from './credential.js';
import type { Doors } from './doors.js';
import { hostname, isLoopback } from './loopback.js';

/** A proxy that forwards somebody says so by one of these; its own address says nothing then. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * `GET /metrics`: for whoever asks from this machine, else for a credential with `audit:read`. A page in a browser here
 * that reached us under a foreign name is no scraper of this machine, nor is what a proxy passes on.
 */
export async function serveMetrics(
  doors: Doors,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  if (!doors.metricsOnLoopback || !fromHere(request)) {
    const viewer = await authenticated(request, doors, 'metrics', requestId);
    const { layers } = doors;
    if (!layers.mayReach(viewer, 'metrics', 'metrics') || !layers.holdsScope(viewer, 'audit:read')) {
      await forbid(doors, doors.context(viewer, requestId), {
        action: 'metrics',
        message: 'This needs the scope audit:read',
      });
    }
  }
  requireMethod(request, 'metrics');
  const page = await doors.metrics.page();
  response.writeHead(200, {
    'content-type': doors.metrics.contentType,
    'content-length': Buffer.byteLength(page),
  });
  response.end(page);
}

function fromHere({ socket, headers }: IncomingMessage): boolean {
  if (headers.authorization !== undefined || FORWARDED.some((name) => headers[name] !== undefined))
    return false;
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname(headers.host ?? ''));
}
