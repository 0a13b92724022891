import { buildSchema, GraphQLError, type GraphQLFieldResolver, isObjectType } from 'graphql';
import type { Context } from '../../api/src/context.js';
import { Fault } from '../../api/src/errors.js';

const resolvers: Record<string, Record<string, GraphQLFieldResolver<unknown, Context>>> = {
  Query: {
    hello: () => 'world',
    bug: () => {
      throw new Error('secret in table api_key at /srv/app.js');
    },
    limited: () => {
      throw new Fault('RATE_LIMITED', 'Slower, please', 1_500);
    },
    away: (_, _args, { pool }) => pool.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    wrong: () => {
      throw new GraphQLError('the cursor is none');
    },
    echo: (_, { value }) => value,
    whoami: (_, _args, { viewer }) => `${viewer.kind} ${viewer.id}`,
    stored: async (_, _args, { reader, viewer }) => {
      const { organisationId } = viewer;
      return String(await reader.transfer.count({ where: { organisationId } }));
    },
    me: () => ({}),
    page: () => [{}],
    slow: async (_, { seconds }, { pool }) => {
      await pool.query('SELECT pg_sleep($1)', [seconds]);
      return 'done';
    },
  },
  Mutation: {
    write: (_, { text }) => text,
    refused: () => {
      throw new Fault('FORBIDDEN', 'Not with this credential');
    },
  },
};

/** Fields that fail in every way a field can, to show what a door makes of it. */
export const smallSchema = buildSchema(`
  scalar JSON
  type Query {
    hello: String bug: String limited: String away: String wrong: String echo(value: JSON): JSON whoami: String
    me: Query page(first: Int, last: Int): [Query!] slow(seconds: Float): String viewer: String transferTokenMint: String
    stored: String
  }
  type Mutation { write(text: String!): String! refused: String! }
`);
for (const [type, fields] of Object.entries(resolvers)) {
  const { [type]: root } = smallSchema.getTypeMap();
  for (const [name, resolve] of Object.entries(fields)) {
    if (isObjectType(root)) Object.assign(root.getFields()[name] ?? {}, { resolve });
  }
}
