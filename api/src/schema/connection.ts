import {
  type PageInfoShape,
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
} from '@pothos/plugin-relay';
import { GraphQLError } from 'graphql';
import { ERRORS } from '../errors.js';
import { type IdKind, isId } from '../ids.js';

/** Rows a connection gives when nobody says how many, and at most. */
export const PAGE = 20;
export const MAX_PAGE = 100;

interface PageArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

const invalid = (path: string, message: string): GraphQLError =>
  new GraphQLError(`${path} ${message}`, {
    extensions: {
      code: 'INVALID_INPUT',
      number: ERRORS.INVALID_INPUT.number,
      retryable: false,
      issues: [{ path, code: 'CURSOR', message }],
    },
  });

/** The whole number a cursor of ours stands for; anything else is refused before it reaches the database. */
function numberOf(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalid('after/before', 'is a cursor this connection gave out');
  return BigInt(cursor);
}

/** The id a cursor stands for, of the one kind the list is of. */
export const idOf =
  (kind: IdKind) =>
  (cursor: string): string => {
    if (!isId(kind, cursor)) throw invalid('after/before', 'is a cursor this connection gave out');
    return cursor;
  };

/** What a page's query needs: how many rows, from which end, strictly between which keys. */
export interface Page<Key = bigint> {
  readonly take: number;
  readonly direction: 'asc' | 'desc';
  readonly between: { gt?: Key; lt?: Key };
}

/** The unique key a list is ordered by; its text is the cursor. */
export interface Ordering<Row, Key> {
  readonly keyOf: (row: Row) => bigint | number | string;
  /** Reads a cursor; throws INVALID_INPUT when it is none of this list. */
  readonly parse: (cursor: string) => Key;
  readonly order: 'asc' | 'desc';
}

/** By a number, newest first. */
export const newestFirst = <Row>(keyOf: (row: Row) => bigint): Ordering<Row, bigint> => ({
  keyOf,
  parse: numberOf,
  order: 'desc',
});

/** A page of rows in rising order of a numeric key, which is also their cursor. */
export function keysetPage<Row>(
  args: PageArguments,
  find: (page: Page) => Promise<Row[]>,
  keyOf: (row: Row) => bigint | number,
): Promise<Connection<Row>> {
  return orderedPage(args, find, { keyOf, parse: numberOf, order: 'asc' });
}

type Connection<Row> = { pageInfo: PageInfoShape; edges: { cursor: string; node: Row }[] };

/** A page of rows in the order of a unique key. Rows that come or go meanwhile shift nothing. */
export async function orderedPage<Row, Key>(
  args: PageArguments,
  find: (page: Page<Key>) => Promise<Row[]>,
  { keyOf, parse, order }: Ordering<Row, Key>,
): Promise<Connection<Row>> {
  for (const [path, count] of [
    ['first', args.first],
    ['last', args.last],
  ] as const) {
    if (count != null && (count < 0 || count > MAX_PAGE)) throw invalid(path, `is 0 to ${MAX_PAGE}`);
  }
  const [past, short] = order === 'asc' ? (['gt', 'lt'] as const) : (['lt', 'gt'] as const);
  const query = ({ after, before, limit, inverted }: ResolveCursorConnectionArgs): Promise<Row[]> =>
    find({
      take: limit,
      direction: (order === 'asc') === inverted ? 'desc' : 'asc',
      between: {
        ...(after === undefined ? {} : { [past]: parse(after) }),
        ...(before === undefined ? {} : { [short]: parse(before) }),
      },
    });
  const connection = await resolveCursorConnection<Promise<Row[]>>(
    { args, maxSize: MAX_PAGE, defaultSize: PAGE, toCursor: (row) => String(keyOf(row as Row)) },
    query,
  );
  return connection as never;
}
