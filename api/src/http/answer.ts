import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientError } from './client-error.js';

/** Sends JSON. Whatever was left of the request is discarded. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

/** Sends a failure in the form that GraphQL over HTTP gives it; every door uses the one form. */
export function answerError(request: IncomingMessage, response: ServerResponse, error: ClientError): void {
  const { message, extensions } = error;
  const type = (request.headers.accept ?? '').includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
  answerJson(
    response,
    error.status,
    { errors: [{ message, extensions }] },
    { 'content-type': `${type}; charset=utf-8`, ...error.headers },
  );
}
