import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.js';
import './scalars.js';
import './refusal.graphql.js';
import '../event/event.graphql.js';
import '../principal/principal.graphql.js';
import '../principal/queries.graphql.js';
import '../principal/mutations.graphql.js';
import '../principal/teammate.graphql.js';
import '../principal/set-up.graphql.js';
import '../transfer/transfer.graphql.js';
import '../transfer/queries.graphql.js';
import '../transfer/subscriptions.graphql.js';
import '../transfer/staging.graphql.js';
import '../transfer/authorisation.graphql.js';
import '../transfer/destination.graphql.js';
import '../transfer/metering.graphql.js';
import '../handoff/handoff.graphql.js';
import '../handoff/queries.graphql.js';
import '../handoff/mutations.graphql.js';
import '../handoff/subscriptions.graphql.js';

/** The whole API. */
export const schema = builder.toSchema();

/** Its text, sorted, as `api/schema.graphql` holds it. */
export const printSchemaSDL = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
