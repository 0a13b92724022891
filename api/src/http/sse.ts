import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { type Place, StreamRefused } from '../event/stream.js';
import { DoorRefusal } from './client-error.js';
import type { Doors } from './doors.js';
import type { Operation } from './engine.js';
import { drained, LAST_READ_MS, MAX_BUFFERED, type Streaming } from './streaming.js';

export type EventStreams = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
  operation: Operation,
) => Promise<void>;

export const wantsEventStream = (request: IncomingMessage): boolean =>
  /(?:^|,)\s*text\/event-stream\b/.test(request.headers.accept ?? '');

/**
 * Server-sent events, one operation a connection: `next` with the cursor as its id, then `complete`. A browser that
 * comes back with `Last-Event-ID` goes on behind that cursor.
 */
export function createEventStreams(
  doors: Doors,
  { engine, streams, rights, limits, onSlow, ending, keepAliveMs }: Streaming,
): EventStreams {
  return async (request, response, context, operation) => {
    const prepared = engine.prepare(context, operation);
    if ('errors' in prepared) return writeErrors(response, prepared.errors);
    if (request.method === 'GET' && prepared.type === 'mutation') {
      throw new DoorRefusal('INVALID_INPUT', 'Mutations are asked by POST', {
        status: 405,
        headers: { allow: 'POST' },
      });
    }
    if (prepared.type !== 'subscription') {
      const result = await prepared.run();
      begin(response);
      write(response, 'next', JSON.stringify(result));
      return end(response);
    }
    // Gone already: no close would come to give back what it took.
    if (response.destroyed) return;
    const give = limits.take('stream', context.viewer);
    const abort = new AbortController();
    let place: Place = () => null;
    let told: string | null = null;
    // A sign of life, with the cursor when it has moved on without an event: it stays within the feed's floor.
    const ping = setInterval(() => {
      const cursor = place();
      response.write(cursor === null || cursor === told ? ':\n\n' : `id: ${cursor}\n\n`);
      told = cursor ?? told;
    }, keepAliveMs);
    const stopped = new Promise<void>((resolve) => {
      const stop = (): void => {
        clearInterval(ping);
        unwatch();
        give();
        ending.delete(comeBack);
        abort.abort();
        resolve();
      };
      const unwatch = rights.watch(context.viewer, () => fail('UNAUTHENTICATED'));
      abort.signal.addEventListener('abort', stop, { once: true });
      response.once('close', () => abort.abort()).once('error', () => abort.abort());
    });
    // Clients tell these apart from `complete`: after one of them nothing more will come, and no gap was skipped.
    const fail = (code: string): void => {
      if (abort.signal.aborted) return;
      write(response, 'error', JSON.stringify({ code }));
      end(response);
      abort.abort();
      // What is queued is kept no longer for one who does not read.
      setTimeout(() => response.destroy(), LAST_READ_MS).unref();
    };
    const comeBack = (): void => fail('UNAVAILABLE');
    ending.add(comeBack);
    const drop = (): void => {
      onSlow('stream');
      fail('SLOW_CONSUMER');
    };
    const signal = abort.signal;
    const resumeAfter = request.headers['last-event-id'];
    try {
      begin(response);
      // The key was judged before the body came; from here on it is watched.
      const { lost } = await doors.readStanding([context.viewer]);
      if (lost.length > 0) fail('UNAUTHENTICATED');
      if (signal.aborted) return await stopped;
      place = await streams.open(
        {
          document: prepared.document,
          operationName: operation.operationName,
          variables: operation.variables,
          context: { ...context, signal, resumeAfter: typeof resumeAfter === 'string' ? resumeAfter : null },
        },
        {
          next: ({ text, cursor }) => {
            if (response.writableLength <= MAX_BUFFERED) return write(response, 'next', text, cursor);
            drop();
          },
          room: async () => {
            if (!(await drained(response))) drop();
          },
          end: (error) => fail(String(engine.tell([error])[0]?.extensions.code)),
        },
      );
    } catch (error) {
      if (signal.aborted) return await stopped;
      const errors = engine.tell(error instanceof StreamRefused ? error.errors : [error]);
      const { retryable, code } = errors[0]?.extensions ?? {};
      // Bad weather is told apart from a refusal, which would be met again.
      if (retryable === true) {
        fail(String(code));
        return await stopped;
      }
      write(response, 'next', JSON.stringify({ errors }));
      end(response);
      abort.abort();
    }
    await stopped;
  };
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  response.flushHeaders();
}

function write(response: ServerResponse, event: string, data: string, id?: string): void {
  response.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
}

function end(response: ServerResponse): void {
  response.end('event: complete\ndata:\n\n');
}

/** Nothing has begun: the errors are the whole answer. */
function writeErrors(response: ServerResponse, errors: readonly unknown[]): void {
  begin(response);
  write(response, 'next', JSON.stringify({ errors }));
  end(response);
}
