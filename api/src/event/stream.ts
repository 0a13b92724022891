import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  print,
} from 'graphql';
import type { Context } from '../context.js';
import { afterOf } from './after-argument.js';
import { isShareable } from './shareable.js';

/** One event as a subscriber gets it: the JSON text of its execution result, made once for all who share it. */
export interface Frame {
  readonly position: bigint;
  readonly cursor: string;
  readonly text: string;
}

export interface StreamRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
  /** With its `signal`, which ends the stream. */
  readonly context: Context & { readonly signal: AbortSignal };
}

/** Where a subscriber's frames go. Called in order; nothing is called after `end`, nor after the signal. */
export interface Sink {
  next(frame: Frame): void;
  /** The stream is over without having been asked to: it failed. */
  end(error: unknown): void;
}

/** What a subscription's source yields, and where it begins; see transfer/subscriptions.graphql.ts. */
interface Source
  extends AsyncIterable<{ readonly event: { readonly position: bigint }; readonly cursor: string }> {
  readonly after: bigint;
}

interface Broadcast {
  readonly subscribers: Set<Subscriber>;
  /** Frames up to here were handed out; those to come are beyond. */
  position: bigint;
  readonly abort: AbortController;
}

interface Subscriber {
  deliver(frame: Frame): void;
  fail(error: unknown): void;
}

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

  /** Starts a stream. Throws StreamRefused when it cannot start. */
  async open(request: StreamRequest, sink: Sink): Promise<void> {
    const after = afterOf(request);
    const resumes = (request.context.resumeAfter ?? after.value) != null;
    const live = withoutAfter(request, after.variable);
    const key = keyOf(this.schema, request, after.variable);
    const running = this.#broadcasts.get(key);
    // Whoever joins what others began is admitted by itself: to see the same is not to be allowed the same.
    if (running !== undefined && !resumes) await this.#source({ ...live, context: probing(live.context) });
    const shared = await this.#broadcast(live, key);
    // Frames that come from here on wait until the replay has reached what the broadcast had handed out by now.
    const until = shared.position;
    let held: Frame[] | null = [];
    let seen = until;
    const pass = (frame: Frame): void => {
      if (frame.position <= seen) return;
      seen = frame.position;
      sink.next(frame);
    };
    const subscriber: Subscriber = {
      deliver: (frame) => (held === null ? pass(frame) : void held.push(frame)),
      fail: sink.end.bind(sink),
    };
    const leave = this.#enter(shared, subscriber, request.context.signal);
    const release = (): void => {
      for (const frame of held ?? []) pass(frame);
      held = null;
    };
    if (!resumes) return release();
    try {
      const replay = await this.#source({ ...request, context: { ...request.context, replayUntil: until } });
      seen = replay.after;
      void this.#pump(request, replay, pass).then(release, (error: unknown) => {
        leave();
        sink.end(error);
      });
    } catch (error) {
      leave();
      throw error;
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
    const broadcast: Broadcast = { subscribers: new Set(), position: source.after, abort };
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
  async #pump(request: StreamRequest, source: Source, next: (frame: Frame) => void): Promise<void> {
    const { document, operationName, variables, context } = request;
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
      next({ position: item.event.position, cursor: item.cursor, text });
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

/** Opens a source that listens to nothing: all that refuses it is asked, no event is read. */
const probing = (context: StreamRequest['context']): StreamRequest['context'] => ({
  ...context,
  replayUntil: context.feed.position,
});

/** The same request from now on: what a broadcast runs. */
function withoutAfter(request: StreamRequest, variable: string | null): StreamRequest {
  const { [variable ?? '']: _after, ...variables } = request.variables ?? {};
  return { ...request, variables, context: { ...request.context, resumeAfter: null } };
}

/** Two requests of one key are shown the same, event by event. */
function keyOf(schema: GraphQLSchema, request: StreamRequest, afterVariable: string | null): string {
  const { document, operationName, context } = request;
  const { viewer } = context;
  const across = viewer.sees === 'organisation' && isShareable(schema, document);
  return JSON.stringify([
    viewer.organisationId,
    across ? null : [viewer.id, viewer.keyId],
    print(document),
    operationName,
    withoutAfter(request, afterVariable).variables,
  ]);
}
