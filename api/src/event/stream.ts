import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  print,
} from 'graphql';
import type { Context } from '../context.js';
import { formatCursor } from './cursor.js';
import { fromNowOn } from './from-now-on.js';
import { isShareable } from './shareable.js';
import { type Frame, type Sink, Subscriber } from './subscriber.js';

export interface StreamRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
  /** With its `signal`, which ends the stream. */
  readonly context: Context & { readonly signal: AbortSignal };
}

/** What a subscription's source yields, and where it begins; see transfer/subscriptions.graphql.ts. */
interface Source
  extends AsyncIterable<{ readonly event: { readonly position: bigint }; readonly cursor: string }> {
  readonly after: bigint;
  /** Up to where its reader has taken everything; null: not known now. */
  quiet(): bigint | null;
}

/**
 * Cursor up to which a stream has handed out everything, beyond its last event when others had nothing for it; null
 * while that is not known.
 */
export type Place = () => string | null;

interface Broadcast {
  readonly source: Source;
  readonly subscribers: Set<Subscriber>;
  /** Frames up to here were handed out; those to come are beyond. */
  position: bigint;
  readonly abort: AbortController;
}

/** Characters written in one turn of the event loop. */
const TURN_LENGTH = 64 * 1024;

/** A stream could not start: its document, its rights or its cursor are no good. */
export class StreamRefused extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The subscription was refused');
  }
}

/**
 * Runs subscriptions. Those that would be shown the same, event by event, share one source, one execution and one
 * serialisation; each first replays what it missed, by itself.
 */
export class Streams {
  readonly #broadcasts = new Map<string, Broadcast>();

  /** `tell`: errors as subscribers may see them. */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly tell: (errors: readonly unknown[]) => readonly GraphQLError[],
  ) {}

  /** Executions that run for several subscribers. */
  get broadcasts(): number {
    return this.#broadcasts.size;
  }

  /** Subscribers that are live, over all executions. */
  get subscribers(): number {
    let all = 0;
    for (const { subscribers } of this.#broadcasts.values()) all += subscribers.size;
    return all;
  }

  /** Starts a stream, and tells from then on where it stands. Throws StreamRefused when it cannot start. */
  async open(request: StreamRequest, sink: Sink): Promise<Place> {
    judgeVariables(this.schema, request);
    const { after, document, variables } = fromNowOn(this.schema, request);
    const { signal, resumeAfter } = request.context;
    const resumes = (resumeAfter ?? after) != null;
    const live = { ...request, document, variables, context: { ...request.context, resumeAfter: null } };
    const key = keyOf(this.schema, live);
    // Whoever joins what others began is admitted by itself: to see the same is not to be allowed the same.
    if (this.#broadcasts.has(key) && !resumes) {
      await this.#source({ ...live, context: probing(live.context) });
    }
    let shared = await this.#broadcast(live, key);
    // The last who shared it may have left while we came.
    while (shared.abort.signal.aborted) shared = await this.#broadcast(live, key);
    const subscriber = new Subscriber(sink, signal, shared.position);
    const leave = this.#enter(shared, subscriber, signal);
    const { feed } = request.context;
    const place: Place = () => {
      const position = subscriber.live ? shared.source.quiet() : null;
      return position === null ? null : formatCursor({ feed: feed.id, position });
    };
    if (!resumes) {
      void subscriber.release();
      return place;
    }
    try {
      // What comes behind the broadcast's place by now is held until the replay has reached it.
      const replay = await this.#replayOf(request, shared.position);
      subscriber.seen = replay.after;
      void this.#catchUp(request, shared, subscriber, replay).catch((error: unknown) => {
        leave();
        subscriber.fail(error);
      });
    } catch (error) {
      leave();
      throw error;
    }
    return place;
  }

  #replayOf(request: StreamRequest, until: bigint): Promise<Source> {
    return this.#source({ ...request, context: { ...request.context, replayUntil: until } });
  }

  /** Replays up to where the broadcast is, again while more came meanwhile than could be held. */
  async #catchUp(
    request: StreamRequest,
    shared: Broadcast,
    subscriber: Subscriber,
    first: Source,
  ): Promise<void> {
    const { feed, signal } = request.context;
    for (let replay = first; !signal.aborted; ) {
      await this.#pump(request, replay, (frame) => subscriber.replay(frame));
      if (await subscriber.release()) return;
      const resumeAfter = formatCursor({ feed: feed.id, position: subscriber.seen });
      const context = { ...request.context, resumeAfter };
      replay = await this.#replayOf({ ...request, context }, shared.position);
    }
  }

  #enter({ subscribers, abort }: Broadcast, subscriber: Subscriber, signal: AbortSignal): () => void {
    subscribers.add(subscriber);
    const leave = (): void => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) abort.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return leave;
  }

  /** The broadcast of this key, begun now when there is none. */
  async #broadcast(request: StreamRequest, key: string): Promise<Broadcast> {
    const running = this.#broadcasts.get(key);
    if (running !== undefined) return running;
    const abort = new AbortController();
    const own = { ...request, context: { ...request.context, signal: abort.signal } };
    const source = await this.#source(own);
    // Another subscriber may have begun the same meanwhile.
    const there = this.#broadcasts.get(key);
    if (there !== undefined) {
      abort.abort();
      return there;
    }
    const broadcast: Broadcast = { source, subscribers: new Set(), position: source.after, abort };
    this.#broadcasts.set(key, broadcast);
    abort.signal.addEventListener('abort', () => this.#broadcasts.delete(key), { once: true });
    const hand = (frame: Frame): void => {
      broadcast.position = frame.position;
      for (const subscriber of broadcast.subscribers) subscriber.deliver(frame);
    };
    this.#pump(own, source, hand).catch((error: unknown) => {
      const left = [...broadcast.subscribers];
      abort.abort();
      for (const subscriber of left) subscriber.fail(error);
    });
    return broadcast;
  }

  /** Executes the operation once per item, in order. */
  async #pump(
    request: StreamRequest,
    source: Source,
    next: (frame: Frame) => void | Promise<void>,
  ): Promise<void> {
    const { document, operationName, variables, context } = request;
    let written = 0;
    for await (const item of source) {
      const result = await execute({
        schema: this.schema,
        document,
        rootValue: item,
        // Fresh for each: loaders cache by context, and an event must not be shown an older one's rows.
        contextValue: { ...context },
        variableValues: variables,
        operationName,
      });
      if (context.signal.aborted) return;
      const { data, errors } = result;
      const text = JSON.stringify(errors === undefined ? { data } : { data, errors: this.tell(errors) });
      await next({ position: item.event.position, cursor: item.cursor, text });
      written += text.length;
      if (written < TURN_LENGTH) continue;
      // A burst is written in turns with all else, or who reads well would be found slow before it could.
      written = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #source({ document, operationName, variables, context }: StreamRequest): Promise<Source> {
    const source = await createSourceEventStream({
      schema: this.schema,
      document,
      contextValue: context,
      variableValues: variables,
      operationName,
    });
    if (!(Symbol.asyncIterator in source)) throw new StreamRefused((source as ExecutionResult).errors ?? []);
    return source as Source;
  }
}

/** As the executor would: the operation that is run has lost the variable of its cursor, and whether it was given. */
function judgeVariables(schema: GraphQLSchema, { document, operationName, variables }: StreamRequest): void {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  const { errors } = getVariableValues(schema, variableDefinitions, variables ?? {});
  if (errors !== undefined) throw new StreamRefused(errors);
}

/** Opens a source that listens to nothing: all that refuses it is asked, no event is read. */
const probing = (context: StreamRequest['context']): StreamRequest['context'] => ({
  ...context,
  replayUntil: context.feed.position,
});

/** Two requests of one key or session are shown the same, event by event. */
function keyOf(
  schema: GraphQLSchema,
  { document, operationName, variables, context }: StreamRequest,
): string {
  const { viewer } = context;
  const across = viewer.sees === 'organisation' && isShareable(schema, document);
  return JSON.stringify([
    viewer.organisationId,
    // What a credential may see hangs on its scopes, which change under the same key.
    across ? null : [viewer.id, viewer.keyId, viewer.signInId, [...viewer.scopes].sort()],
    print(document),
    operationName,
    variables,
  ]);
}
