import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createApi } from './api.js';
import { kindOfKey } from './env.js';
import { createBridge } from './server.js';
import { MAX_MESSAGE } from './stdio.js';

export interface HttpOptions {
  /** Where the API listens. */
  readonly url: string;
  /** Host names this server answers to, beside those of loopback; a browser's page elsewhere has another `Host`. */
  readonly hosts?: readonly string[];
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const METADATA = '/.well-known/oauth-protected-resource';

/**
 * The same tools over Streamable HTTP, `POST /mcp`, with an agent's key as bearer. No state is kept between requests:
 * each is served under the credential it came with.
 */
export function createHttpBridge({ url, hosts = [] }: HttpOptions): Server {
  const allowed = new Set([...LOOPBACK, ...hosts]);
  return createServer((request, response) => {
    serve(request, response, url, allowed).catch(() => {
      if (!response.headersSent) tell(response, 500, -32603, 'Unexpected error');
      else response.destroy();
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  allowed: ReadonlySet<string>,
): Promise<void> {
  // A name that resolves to loopback brings a page's requests here, under its own name.
  if (!allowed.has(hostName(request.headers.host ?? '')))
    return tell(response, 403, -32000, 'This host is not served here');
  const { origin } = request.headers;
  if (origin !== undefined && !isAllowedOrigin(origin, allowed)) {
    return tell(response, 403, -32000, 'This origin is not served here');
  }
  const base = `http://${request.headers.host}`;
  const [path] = (request.url ?? '/').split('?');
  if (path === METADATA || path === `${METADATA}/mcp`) return describe(request, response, `${base}/mcp`);
  if (path !== '/mcp') return tell(response, 404, -32000, 'There is nothing at this address');
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return tell(response, 405, -32000, 'This address takes POST');
  }
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined || kindOfKey(key) !== 'agent') {
    response.setHeader('www-authenticate', `Bearer resource_metadata="${base}${METADATA}"`);
    return tell(response, 401, -31401, 'Send an agent’s key as `Authorization: Bearer <key>`');
  }
  const body = await bodyOf(request);
  if (body === null)
    return tell(response, 413, -32018, `TOO_LARGE: a message has at most ${MAX_MESSAGE} bytes`);
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return tell(response, 400, -32700, 'Parse error: the body is one JSON-RPC message');
  }
  const bridge = createBridge('agent', {
    api: createApi({ url, key, kind: 'agent' }),
    sessions: null,
    taken: new Map(),
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void bridge.close());
  await bridge.connect(transport as Parameters<typeof bridge.connect>[0]);
  await transport.handleRequest(request, response, message);
}

function describe(request: IncomingMessage, response: ServerResponse, resource: string): void {
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET');
    tell(response, 405, -32000, 'This address takes GET');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  // No authorisation server is named: an agent's key is issued by an administrator.
  response.end(JSON.stringify({ resource, bearer_methods_supported: ['header'], resource_name: 'Baton' }));
}

function tell(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

/** `Host` without its port. */
const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

function isAllowedOrigin(origin: string, allowed: ReadonlySet<string>): boolean {
  return URL.canParse(origin) && allowed.has(new URL(origin).hostname.toLowerCase());
}

/** Null: over the limit; what came after was not kept. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_MESSAGE) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
