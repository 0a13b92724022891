import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { assistantTurns, type HistoryMessage, historyFault } from './message-history.js';
import { type ScriptedTurn, streamEvents } from './messages-stream.js';

/** The body of a request to `POST /v1/messages`, as far as it is judged. */
export type MessagesRequest = {
  model: string;
  messages: HistoryMessage[];
  tools?: { name: string }[];
  stream?: boolean;
};

/** One request the stub has seen. `status` is what it answered. */
export type SeenRequest = { method: string; path: string; status: number; body?: MessagesRequest };

/** A running stub. */
export type StubModelApi = {
  /** `http://127.0.0.1:<port>`, for `ANTHROPIC_BASE_URL`, and for `HTTPS_PROXY`, where it refuses every host. */
  url: string;
  /** Every request, in the order of its answer. */
  seen: SeenRequest[];
  close(): Promise<void>;
};

/**
 * A local Messages API that plays a script.
 *
 * Which turn comes next is read from the history in the request, not from a counter: a retry, and a
 * session resumed elsewhere, get the turn that belongs there. A request beyond the script, or with a
 * history the real API refuses (`historyFault`), is answered 400 `invalid_request_error`. A request
 * without tools is a client's side question and gets a short text. Listens on loopback only.
 *
 * @param name seeds the ids, so that the same script gives the same ids.
 */
export async function startStubModelApi(name: string, script: readonly ScriptedTurn[]): Promise<StubModelApi> {
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
  const entry = (status: number, body?: MessagesRequest): SeenRequest => ({ method, path, status, ...(body && { body }) });

  if (method === 'GET' && path === '/v1/models') {
    sendJson(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
    return entry(200);
  }
  if (method !== 'POST' || !path.startsWith('/v1/messages')) {
    request.resume();
    sendError(response, 404, 'not_found_error', `${method} ${path} is not part of the stub`);
    return entry(404);
  }

  const body = (await readJson(request)) as MessagesRequest;
  const inputTokens = Math.ceil(JSON.stringify(body.messages).length / 4);
  if (path === '/v1/messages/count_tokens') {
    sendJson(response, 200, { input_tokens: inputTokens });
    return entry(200, body);
  }

  const at = assistantTurns(body.messages);
  const turn = body.tools?.length ? script[at] : SIDE_ANSWER;
  const fault = historyFault(body.messages) ?? (turn ? null : `the script "${name}" ends before turn ${at}`);
  if (fault !== null || turn === undefined) {
    sendError(response, 400, 'invalid_request_error', fault ?? '');
    return entry(400, body);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of streamEvents(turn, `${name}/${at}`, body.model, inputTokens))
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
  return entry(200, body);
}

const SIDE_ANSWER: ScriptedTurn = [{ type: 'text', text: 'ok' }];

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const sendError = (response: ServerResponse, status: number, type: string, message: string): void =>
  sendJson(response, status, { type: 'error', error: { type, message } });
