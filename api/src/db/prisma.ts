import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../gen/prisma/client.js';
import { staysInOrganisation } from './tenancy.js';

const reads = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
]);

export type Reader = ReturnType<typeof createReader>;

export interface ReaderOptions {
  /** Connections at most, beside those of other pools. */
  max: number;
}

/**
 * Prisma for reads. Throws, before anything reaches the database, on every write, on raw SQL, and on a query that
 * names no organisation (`staysInOrganisation` says how it does). Both are faults of ours, never of a caller.
 * End it with `$disconnect()`.
 */
export function createReader(url: string, options: ReaderOptions) {
  const adapter = new PrismaPg({
    connectionString: url,
    max: options.max,
    application_name: 'baton reads',
  });
  return new PrismaClient({ adapter }).$extends({
    name: 'reads within one organisation',
    query: {
      $allOperations({ model, operation, args, query }) {
        const name = model === undefined ? operation : `${model}.${operation}`;
        if (model === undefined || !reads.has(operation)) {
          throw new Error(`${name} is no read: stores write, in one statement of SQL`);
        }
        if (!staysInOrganisation(model, args.where)) {
          throw new Error(`${name} names no organisation: it could show one organisation another's rows`);
        }
        return query(args);
      },
    },
  });
}
