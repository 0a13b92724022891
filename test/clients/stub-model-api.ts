import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { assistantTurns, type HistoryMessage, historyFault } from './messages-history.js';
import { streamEvents } from './messages-stream.js';
import { itemsFault, modelTurns, type ResponsesItem, responseEvents } from './responses-api.js';
import type { ScriptedTurn } from './script.js';

/** The body of a request for a turn: `messages` of the Messages API or `input` of the Responses API. */
export type ModelRequest = {
  model: string;
  messages?: HistoryMessage[];
  input?: ResponsesItem[];
  tools?: { name: string }[];
};

/** One request the stub has seen. `status` is what it answered. */
export type SeenRequest = { method: string; path: string; status: number; body?: ModelRequest };

/** A running stub. */
export type StubModelApi = {
  /** `http://127.0.0.1:<port>`: the API's base, and for `HTTPS_PROXY`, where it refuses every host. */
  url: string;
  /** Every request, in the order of its answer. */
  seen: SeenRequest[];
  close(): Promise<void>;
};

type Protocol = {
  turnsIn(body: ModelRequest): number;
  fault(body: ModelRequest): string | null;
  events: typeof streamEvents;
};

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  '/v1/messages': {
    turnsIn: (body) => assistantTurns(body.messages ?? []),
    fault: (body) => historyFault(body.messages ?? []),
    events: streamEvents,
  },
  '/v1/responses': {
    turnsIn: (body) => modelTurns(body.input ?? []),
    fault: (body) => itemsFault(body.input ?? []),
    events: responseEvents,
  },
};

/**
 * A local model API that plays a script: Anthropic's Messages and OpenAI's Responses, streamed.
 *
 * Which turn comes next is read from the history in the request, not from a counter: a retry, and a
 * session resumed elsewhere, get the turn that belongs there. A request beyond the script, or with a
 * history the real API refuses (a call without its result, changed thinking), is answered 400
 * `invalid_request_error`. A request without tools is a client's side question and gets a short text;
 * any other path is answered 404. Listens on loopback only.
 *
 * @param name seeds the ids, so that the same script gives the same ids.
 */
export async function startStubModelApi(
  name: string,
  script: readonly ScriptedTurn[],
): Promise<StubModelApi> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, name, script).then(
      (entry) => seen.push(entry),
      (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  server.on('connect', (request, socket) => {
    seen.push({ method: 'CONNECT', path: request.url ?? '', status: 403 });
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  script: readonly ScriptedTurn[],
): Promise<SeenRequest> {
  const method = request.method ?? '';
  const path = new URL(request.url ?? '/', 'http://stub').pathname;
  const protocol = method === 'POST' ? PROTOCOLS[path] : undefined;
  if (method === 'GET' && path === '/v1/models') {
    sendJson(response, 200, { object: 'list', data: [], has_more: false, first_id: null, last_id: null });
    return { method, path, status: 200 };
  }
  if (method === 'POST' && path === '/v1/messages/count_tokens') {
    const body = (await readJson(request)) as ModelRequest;
    sendJson(response, 200, { input_tokens: tokensOf(body) });
    return { method, path, status: 200, body };
  }
  if (!protocol) {
    request.resume();
    sendError(response, 404, 'not_found_error', `${method} ${path} is not part of the stub`);
    return { method, path, status: 404 };
  }

  const body = (await readJson(request)) as ModelRequest;
  const at = protocol.turnsIn(body);
  const turn = body.tools?.length ? script[at] : SIDE_ANSWER;
  const fault = protocol.fault(body);
  if (fault !== null || turn === undefined) {
    sendError(response, 400, 'invalid_request_error', fault ?? `the script "${name}" ends before turn ${at}`);
    return { method, path, status: 400, body };
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of protocol.events(turn, `${name}/${at}`, body.model, tokensOf(body)))
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
  return { method, path, status: 200, body };
}

const SIDE_ANSWER: ScriptedTurn = [{ type: 'text', text: 'ok' }];

/** A token count of the right order: four characters each. */
const tokensOf = (body: ModelRequest): number =>
  Math.ceil(JSON.stringify(body.messages ?? body.input ?? []).length / 4);

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const sendError = (response: ServerResponse, status: number, type: string, message: string): void =>
  sendJson(response, status, { type: 'error', error: { type, message } });
