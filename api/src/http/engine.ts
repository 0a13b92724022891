import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  MaxIntrospectionDepthRule,
  NoSchemaIntrospectionCustomRule,
  type OperationTypeNode,
} from 'graphql';
import { createYoga, type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Context } from '../context.js';
import { ERRORS } from '../errors.js';
import type { Metrics } from '../metrics.js';
import { type AsFault, describeError } from './client-error.js';
import { type Cost, type Costed, limitPlugin, OverLimit } from './limits.js';
import { requestScope } from './request-scope.js';

/** What is executed: the text that the layers answered, never what the caller sent beside it. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

export interface EngineOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema may be asked for, and errors may suggest names of it. */
  readonly introspection: boolean;
  readonly asFault: AsFault;
  readonly metrics: Pick<Metrics, 'refused'>;
  readonly log: Logger;
}

/** An operation that passed the parser, the rules and the limits. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly type: OperationTypeNode;
  /** Runs a query or a mutation; errors are in their last form. */
  run(): Promise<ExecutionResult>;
}

export interface Engine {
  /** Executes one operation and answers it by the rules of GraphQL over HTTP. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    operation: Operation,
  ): Promise<void>;
  /** Judges an operation for the doors that answer by themselves, exactly as `answer` would. */
  prepare(context: Context, operation: Operation): Prepared | { readonly errors: readonly GraphQLError[] };
  /** Errors as callers may see them. */
  tell(errors: readonly unknown[]): readonly GraphQLError[];
}

type ServerContext = Context & Costed & { operation: Operation };

export function createEngine(options: EngineOptions): Engine {
  const yoga = createYoga<ServerContext>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    // The door has read the body, within its own limit.
    maxRequestBodySize: false,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, options) },
    plugins: [
      givenOperation,
      limitPlugin,
      introspectionPlugin(options.introspection),
      streamsElsewhere,
      lastWord(options),
    ],
  });
  const tell = (errors: readonly unknown[]): GraphQLError[] =>
    errors.map((error) => {
      const wire = maskError(error, options);
      // Meant for an answer that has a status and headers of its own.
      delete wire.extensions.http;
      return wire;
    });
  return {
    answer: async (request, response, context, operation) => {
      await yoga(request, response, { ...context, operation });
    },
    prepare: (context, operation) => {
      const judged: ServerContext = { ...context, operation };
      const { schema, parse, validate, execute } = yoga.getEnveloped(judged as never);
      let document: DocumentNode;
      try {
        document = parse(operation.query);
      } catch (error) {
        return { errors: tell([error]) };
      }
      const wrong = validate(schema, document);
      if (wrong.length > 0) return { errors: tell(wrong) };
      const type = getOperationAST(document, operation.operationName)?.operation;
      if (type === undefined)
        return { errors: tell([new GraphQLError('Name one operation of the document')]) };
      return {
        document,
        type,
        run: async () => {
          const result = (await execute({
            schema,
            document,
            contextValue: context,
            variableValues: operation.variables,
            operationName: operation.operationName,
          })) as ExecutionResult;
          const answer = result.errors === undefined ? result : { ...result, errors: tell(result.errors) };
          return withCost(answer, judged.cost);
        },
      };
    },
    tell,
  };
}

const givenOperation: Plugin<object, ServerContext> = {
  onRequestParse: ({ serverContext, setRequestParser }) =>
    setRequestParser(() => serverContext.operation as GraphQLParams),
};

/** Streams have doors of their own, with bounds and a watch over rights: here nobody gets one, whatever they accept. */
const streamsElsewhere: Plugin = {
  onSubscribe: ({ setResultAndStopExecution }) =>
    setResultAndStopExecution({
      errors: [
        new GraphQLError('Subscriptions are streamed: accept text/event-stream, or ask over the socket'),
      ],
    }),
};

const lastWord = (options: EngineOptions): Plugin<object, ServerContext> => ({
  onExecutionResult: ({ result, context, setResult }) => {
    if (result === undefined || isAsyncIterable(result)) return;
    const answer = withCost(result, context.cost);
    if (result.errors === undefined) return setResult(answer);
    // Errors of validation come past Yoga's masking.
    const errors = result.errors.map((error) => maskError(error, options));
    // With data in it an answer is a 2xx, whatever else went wrong: its errors keep their codes in the body.
    if (result.data != null) for (const { extensions } of errors) delete extensions.http;
    setResult({ ...answer, errors });
  },
});

/** An operation that was let through tells what it was counted as. */
const withCost = <R extends ExecutionResult>(result: R, cost: Cost | undefined): R =>
  cost === undefined ? result : { ...result, extensions: { ...result.extensions, cost } };

const introspectionPlugin = (open: boolean): Plugin => ({
  onValidate: ({ addValidationRule }) =>
    addValidationRule(open ? MaxIntrospectionDepthRule : NoSchemaIntrospectionCustomRule),
});

/** Errors that are in their last form. */
const told = new WeakSet<object>();

function maskError(error: unknown, { introspection, asFault, metrics, log }: EngineOptions): GraphQLError {
  if (error instanceof GraphQLError && told.has(error)) return error;
  const original = originOf(error);
  if (original instanceof GraphQLError) {
    metrics.refused('INVALID_INPUT');
    return badRequest(original, introspection);
  }
  const { status, message, extensions, headers, bug } = describeError(
    original,
    asFault,
    requestScope.getStore()?.requestId ?? '',
  );
  metrics.refused(extensions.code);
  if (bug)
    log.error({ err: original, path: error instanceof GraphQLError ? error.path : undefined }, 'unexpected');
  return wireError(error, message, { ...extensions, http: { status, headers } });
}

/** The document, its variables or an argument is wrong. A GraphQL error thrown by a field says so too. */
function badRequest(error: GraphQLError, introspection: boolean): GraphQLError {
  const { number, retryable, http } = ERRORS.INVALID_INPUT;
  const words = withoutValues(error.message);
  const message = introspection ? words : words.replace(/ ?Did you mean [^?]*\?/g, '');
  return wireError(error, message, {
    code: 'INVALID_INPUT',
    number,
    retryable,
    requestId: requestScope.getStore()?.requestId,
    ...(error instanceof OverLimit && error.limit),
    // `spec`: answered with 200 to those who accept only application/json.
    http: error.extensions.http ?? { status: http, spec: true },
  });
}

/** GraphQL quotes what it could not take: in the wrong place that may be a token or a key. */
function withoutValues(message: string): string {
  return message
    .replace(/got invalid value [\s\S]*(?= at "[\w.[\]]*"; )/, 'got an invalid value')
    .replace(/got invalid value [\s\S]*; (?=[A-Z])/, 'got an invalid value; ')
    .replace(/(cannot represent [\w -]*value): [\s\S]*$/, '$1')
    .replace(/Value "[\s\S]*" does not exist/, 'The value does not exist');
}

function wireError(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  const {
    nodes = null,
    source = null,
    positions = null,
    path = null,
  } = error instanceof GraphQLError ? error : {};
  const wire = new GraphQLError(message, { nodes, source, positions, path, extensions });
  told.add(wire);
  return wire;
}

/** GraphQL wraps what a resolver threw, once per level it passes. */
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? originOf(error.originalError) : error;
}
