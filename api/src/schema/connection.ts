import { type PageInfoShape, resolveCursorConnection, type ResolveCursorConnectionArgs } from '@pothos/plugin-relay';
import { GraphQLError } from 'graphql';
import { ERRORS } from '../errors.js';

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
    extensions: { code: 'INVALID_INPUT', number: ERRORS.INVALID_INPUT.number, retryable: false, issues: [{ path, code: 'CURSOR', message }] },
  });

/** The whole number a cursor of ours stands for; anything else is refused before it reaches the database. */
function numberOf(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalid('after/before', 'is a cursor this connection gave out');
  return BigInt(cursor);
}

/** What a page's query needs: how many rows, from which end, strictly between which keys. */
export interface Page {
  readonly take: number;
  readonly direction: 'asc' | 'desc';
  readonly between: { gt?: bigint; lt?: bigint };
}

/** A page of rows in rising order of a numeric key, which is also their cursor. */
export async function keysetPage<Row>(
  args: PageArguments,
  find: (page: Page) => Promise<Row[]>,
  keyOf: (row: Row) => bigint | number,
): Promise<{ pageInfo: PageInfoShape; edges: { cursor: string; node: Row }[] }> {
  for (const [path, count] of [['first', args.first], ['last', args.last]] as const) {
    if (count != null && (count < 0 || count > MAX_PAGE)) throw invalid(path, `is 0 to ${MAX_PAGE}`);
  }
  const query = ({ after, before, limit, inverted }: ResolveCursorConnectionArgs): Promise<Row[]> =>
    find({
      take: limit,
      direction: inverted ? 'desc' : 'asc',
      between: {
        ...(after === undefined ? {} : { gt: numberOf(after) }),
        ...(before === undefined ? {} : { lt: numberOf(before) }),
      },
    });
  const connection = await resolveCursorConnection<Promise<Row[]>>(
    { args, maxSize: MAX_PAGE, defaultSize: PAGE, toCursor: (row) => String(keyOf(row as Row)) },
    query,
  );
  return connection as never;
}
