import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { conditionalStream } from './conditional-stream.js';
import { type CostedOperation, costOf } from './document-cost.js';
import { shapeOf } from './document-shape.js';

/** How much one document may ask, judged before any resolver runs. Above what our own documents need. */
export const DOCUMENT_LIMITS = {
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  directives: 30,
  cost: 20_000,
} as const;

/** What an operation costs, and may cost. */
export interface Cost {
  readonly requested: number;
  readonly limit: number;
}

/** Set by the limits on the context of an operation that passed them. */
export interface Costed {
  cost?: Cost;
}

/**
 * The limits of a document on every door. Its form is judged before the rules of GraphQL are, some of which take
 * their time with a text made for it; its cost after them, with the variables it came with.
 */
export const limitPlugin: Plugin<Costed & { operation: CostedOperation }> = {
  onParse: ({ parseFn, setParseFn }) =>
    setParseFn((source, options) => parseFn(source, { ...options, maxTokens: DOCUMENT_LIMITS.tokens })),
  onValidate: ({ params: { schema, documentAST }, context, extendContext, setResult }) => {
    const shape = shapeOf(documentAST);
    for (const name of ['depth', 'aliases', 'directives'] as const) {
      if (shape[name] <= DOCUMENT_LIMITS[name]) continue;
      setResult([new OverLimit(name, shape[name])]);
      return undefined;
    }
    const conditional = conditionalStream(schema as GraphQLSchema, documentAST);
    if (conditional !== null) {
      setResult([conditional]);
      return undefined;
    }
    return ({ valid, setResult: setLast }) => {
      if (!valid) return;
      const requested = costOf(schema as GraphQLSchema, documentAST, context.operation);
      if (requested > DOCUMENT_LIMITS.cost) setLast([new OverLimit('cost', requested)]);
      else extendContext({ cost: { requested, limit: DOCUMENT_LIMITS.cost } });
    };
  },
};

const UNITS = { depth: 'levels', aliases: 'aliases', directives: 'directives', cost: 'values' } as const;

/** Tells which limit, what was asked and how much is allowed. */
export class OverLimit extends GraphQLError {
  readonly limit: Readonly<Record<string, Cost>>;

  constructor(name: keyof typeof UNITS, requested: number) {
    const limit = DOCUMENT_LIMITS[name];
    super(`The document asks for ${requested} ${UNITS[name]}; at most ${limit} are answered`);
    this.limit = { [name]: { requested, limit } };
  }
}
