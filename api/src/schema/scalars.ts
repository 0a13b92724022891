import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { formatUsd, parseUsd } from '../money.js';
import { builder } from './builder.js';

const bad = (scalar: string, message: string): GraphQLError => new GraphQLError(`${scalar} ${message}`);

function text(scalar: string, value: unknown): string {
  if (typeof value !== 'string') throw bad(scalar, 'is a string');
  return value;
}

builder.scalarType('DateTime', {
  description: 'An instant, as RFC 3339 text in UTC with milliseconds.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? value : new Date(value as string)).toISOString(),
  parseValue: (value) => {
    const given = text('DateTime', value);
    const parsed = new Date(given);
    if (!/^\d{4}-\d{2}-\d{2}T/.test(given) || Number.isNaN(parsed.getTime()))
      throw bad('DateTime', 'is RFC 3339 text');
    return parsed;
  },
});

builder.scalarType('Usd', {
  description:
    'US dollars as plain decimal text, at most nine decimals, trimmed: "0.3", "1.6". Never a float.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize: (value) => formatUsd(value as bigint),
  parseValue: (value) => {
    const parsed = parseUsd(text('Usd', value));
    if (parsed === null) throw bad('Usd', 'is plain decimal text with at most nine decimals');
    return parsed;
  },
});

builder.scalarType('Sha256', {
  description: 'A SHA-256 digest in 64 lower-case hex digits.',
  specifiedByURL: 'https://csrc.nist.gov/pubs/fips/180-4/upd1/final',
  serialize: (value) => value as string,
  parseValue: (value) => text('Sha256', value),
});

builder.scalarType('JSON', {
  description: 'Any JSON value. Only what Baton carries without interpreting.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => literal(node, variables ?? {}),
});

function literal(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.ENUM:
      throw bad('JSON', 'has no enum values');
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.LIST:
      return node.values.map((item) => literal(item, variables));
    case Kind.OBJECT:
      // Defined, not assigned: `__proto__` is a key like any other.
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literal(field.value, variables)]),
      );
  }
}
