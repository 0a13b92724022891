import { resolveCursorConnection } from '@pothos/plugin-relay';
import { GraphQLError } from 'graphql';
import { ERRORS } from '../errors.js';

/** Items of a page when the caller names no number. */
export const PAGE = 20;
/** Items of a page at most. */
export const MAX_PAGE = 100;

/** The arguments of every connection, as GraphQL gives them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** The top-level error of an argument that means nothing. Reads have no refusals: this is a fault of the document. */
export function invalidArgument(path: string, message: string): GraphQLError {
  const { number, retryable } = ERRORS.INVALID_INPUT;
  return new GraphQLError(`${path} ${message}`, { extensions: { code: 'INVALID_INPUT', number, retryable } });
}

/** Gives the arguments back, or throws INVALID_INPUT: `first` and `last` are 1 to 100, and not both. */
export function judgePage<Arguments extends PageArguments>(args: Arguments): Arguments {
  for (const name of ['first', 'last'] as const) {
    const size = args[name];
    if (size != null && (size < 1 || size > MAX_PAGE)) throw invalidArgument(name, `is from 1 to ${MAX_PAGE}`);
  }
  if (args.first != null && args.last != null) throw invalidArgument('last', 'is not given together with first');
  return args;
}

type Key = string | number | bigint;

/** What stands between two cursors in ascending order. Throws INVALID_INPUT when `parse` throws or gives NaN. */
export function between<K extends Key>(
  after: string | undefined,
  before: string | undefined,
  parse: (cursor: string) => K,
): { gt?: K; lt?: K } {
  return {
    ...(after === undefined ? {} : { gt: readCursor('after', after, parse) }),
    ...(before === undefined ? {} : { lt: readCursor('before', before, parse) }),
  };
}

function readCursor<K extends Key>(path: string, cursor: string, parse: (cursor: string) => K): K {
  try {
    const key = parse(cursor);
    if (!Number.isNaN(key)) return key;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  throw invalidArgument(path, 'is no cursor of this list');
}

/** A cursor that is the text of an id of the list's own kind. */
export function idCursor(isOne: (id: string) => boolean): (cursor: string) => string {
  return (cursor) => {
    if (!isOne(cursor)) throw new SyntaxError('no id');
    return cursor;
  };
}

const INT8_MAX = 2n ** 63n - 1n;

/** A cursor that is an identity column in decimal. */
export function identityCursor(cursor: string): bigint {
  if (!/^\d{1,19}$/.test(cursor)) throw new SyntaxError('no identity');
  const id = BigInt(cursor);
  if (id > INT8_MAX) throw new RangeError('beyond int8');
  return id;
}

export interface Keyset<Row, K extends Key> {
  readonly args: PageArguments;
  /** The unique key that orders the list; its text is the cursor. */
  readonly key: (row: Row) => K;
  /** Reads a cursor; throws SyntaxError or RangeError when it is none. */
  readonly parse: (cursor: string) => K;
  /** The list's own direction by that key. */
  readonly order: 'asc' | 'desc';
}

/** What to read for a page: rows whose key is `within`, sorted, at most `take`. */
export interface KeysetPage<K extends Key> {
  readonly within: { gt?: K; lt?: K };
  readonly direction: 'asc' | 'desc';
  readonly take: number;
}

/** One page of a list ordered by a unique key. Rows inserted or gone meanwhile shift nothing. */
export async function keysetConnection<Row, K extends Key>(
  { args, key, parse, order }: Keyset<Row, K>,
  read: (page: KeysetPage<K>) => Promise<Row[]>,
) {
  const toCursor = (row: Row): string => String(key(row));
  const options = { args: judgePage(args), maxSize: MAX_PAGE, defaultSize: PAGE, toCursor };
  return resolveCursorConnection<Promise<Row[]>>(options as never, ({ after, before, limit, inverted }) =>
    read({
      within: order === 'asc' ? between(after, before, parse) : between(before, after, parse),
      direction: (order === 'asc') === inverted ? 'desc' : 'asc',
      take: limit,
    }),
  );
}
