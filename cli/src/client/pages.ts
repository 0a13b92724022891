import {
  AllEventsDocument,
  type CliEventFragment,
  type CliKeyFragment,
  LedgerDocument,
  type LedgerQuery,
  ListDocument,
  ListKeysDocument,
  TransferEventsDocument,
  type TransferFilter,
} from '../gen/graphql.js';
import type { Api } from './api.js';
import type { Transfer } from './transfers.js';
import { known } from './transfers.js';

interface Page<Row> {
  readonly edges: readonly { readonly node: Row }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The API's cap. */
const PAGE = 100;

/** Up to `most` rows over as many pages as they take, and whether there are more. */
export async function collect<Row>(
  most: number,
  page: (window: { first: number; after: string | null }) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; more: boolean }> {
  const rows: Row[] = [];
  let after: string | null = null;
  for (;;) {
    const { edges, pageInfo }: Page<Row> = await page({ first: Math.min(PAGE, most - rows.length), after });
    rows.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage) return { rows, more: false };
    if (rows.length >= most) return { rows, more: true };
    after = pageInfo.endCursor;
  }
}

/** Every row, page by page as they are wanted. */
async function* each<Row>(
  page: (window: { first: number; after: string | null }) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let after: string | null = null, more = true; more; ) {
    const { edges, pageInfo }: Page<Row> = await page({ first: PAGE, after });
    for (const { node } of edges) yield node;
    ({ hasNextPage: more, endCursor: after } = pageInfo);
  }
}

export function listTransfers(
  api: Api,
  filter: TransferFilter,
  most: number,
): Promise<{ rows: Transfer[]; more: boolean }> {
  return collect(most, async (window) => (await api.run(ListDocument, { filter, ...window })).transfers);
}

/** Events of one transfer, oldest first, or of everything when `id` is undefined. */
export function listEvents(
  api: Api,
  id: string | undefined,
  most: number,
): Promise<{ rows: CliEventFragment[]; more: boolean }> {
  return collect(most, eventPages(api, id));
}

/** The same without a bound, as they are read. */
export function eachEvent(api: Api, id: string | undefined): AsyncGenerator<CliEventFragment> {
  return each(eventPages(api, id));
}

function eventPages(api: Api, id: string | undefined) {
  return async (window: { first: number; after: string | null }): Promise<Page<CliEventFragment>> => {
    if (id === undefined) return (await api.run(AllEventsDocument, window)).events;
    return known((await api.run(TransferEventsDocument, { id, ...window })).transfer).events;
  };
}

export type LedgerRow = NonNullable<LedgerQuery['transfer']>['ledger']['edges'][number]['node'];

/** Every ledger row of a transfer. */
export async function readLedger(api: Api, id: string): Promise<LedgerRow[]> {
  const { rows } = await collect(Number.MAX_SAFE_INTEGER, async (window) => {
    return known((await api.run(LedgerDocument, { id, ...window })).transfer).ledger;
  });
  return rows;
}

export function listKeys(api: Api, most: number): Promise<{ rows: CliKeyFragment[]; more: boolean }> {
  return collect(most, async (window) => (await api.run(ListKeysDocument, window)).apiKeys);
}
