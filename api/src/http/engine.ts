import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError, type GraphQLSchema, MaxIntrospectionDepthRule, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Context } from '../context.js';
import { ERRORS } from '../errors.js';
import { type AsFault, describeError } from './client-error.js';
import { limitPlugins } from './limits.js';
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
  readonly log: Logger;
}

/** Executes one operation and answers it by the rules of GraphQL over HTTP. */
export type Engine = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
  operation: Operation,
) => Promise<void>;

type ServerContext = Context & { operation: Operation };

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
    plugins: [givenOperation, ...limitPlugins(), introspectionPlugin(options.introspection), keepSuccess],
  });
  return async (request, response, context, operation) => {
    await yoga(request, response, { ...context, operation });
  };
}

const givenOperation: Plugin<object, ServerContext> = {
  onRequestParse: ({ serverContext, setRequestParser }) => setRequestParser(() => ({ ...serverContext.operation })),
};

/** With data in it an answer is a 2xx, whatever else went wrong: its errors keep their codes in the body. */
const keepSuccess: Plugin = {
  onExecutionResult: ({ result }) => {
    if (result === undefined || Array.isArray(result) || !('data' in result) || result.data == null) return;
    for (const error of result.errors ?? []) delete error.extensions?.http;
  },
};

const introspectionPlugin = (open: boolean): Plugin => ({
  onValidate: ({ addValidationRule }) =>
    addValidationRule(open ? MaxIntrospectionDepthRule : NoSchemaIntrospectionCustomRule),
});

function maskError(error: unknown, { introspection, asFault, log }: EngineOptions): GraphQLError {
  const original = originOf(error);
  if (original instanceof GraphQLError) return badRequest(original, introspection);
  const { status, message, extensions, headers, bug } = describeError(original, asFault, requestScope.getStore() ?? '');
  if (bug) log.error({ err: original, path: error instanceof GraphQLError ? error.path : undefined }, 'unexpected');
  return wireError(error, message, { ...extensions, http: { status, headers } });
}

/** The document, its variables or an argument is wrong. A GraphQL error thrown by a field says so too. */
function badRequest(error: GraphQLError, introspection: boolean): GraphQLError {
  const { number, retryable, http } = ERRORS.INVALID_INPUT;
  const message = introspection ? error.message : error.message.replace(/ ?Did you mean [^?]*\?/g, '');
  return wireError(error, message, {
    code: 'INVALID_INPUT',
    number,
    retryable,
    requestId: requestScope.getStore(),
    // `spec`: answered with 200 to those who accept only application/json.
    http: { status: http, spec: true, ...(error.extensions.http as object | undefined) },
  });
}

function wireError(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** GraphQL wraps what a resolver threw, once per level it passes. */
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? originOf(error.originalError) : error;
}
