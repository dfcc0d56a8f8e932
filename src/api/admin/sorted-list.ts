import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ListPlace } from '../../core/values/list-order.ts';
import type { Total } from '../../core/values/total.ts';
import type { SortedPage } from '../../storage/sql/list-order.ts';
import { pageQuery, readAfter, readPage, sortedAfter, sortedBy } from './paging.ts';
import { readInBatches, rowsPerRead } from './response.ts';

interface Order<Row, Sort extends string> {
  readonly sorts: readonly Sort[];
  readonly standard: Sort;
  placeOf(sort: Sort, row: Row): ListPlace;
  cursorOf(sort: Sort, row: Row): string;
  readCursor(sort: Sort, text: string): ListPlace | undefined;
}

/** The query of a list with `sort`. */
export function sortedQuery<Sort extends string>({ sorts, standard }: Order<never, Sort>, note?: string) {
  return { limit: pageQuery.limit, after: sortedAfter, sort: sortedBy(sorts, standard, note) };
}

interface SortedList<Row, Item, Sort extends string> {
  readonly order: Order<NoInfer<Row>, Sort>;
  readonly read: (page: SortedPage<Sort>) => Promise<readonly Row[]>;
  readonly count: () => Promise<Total>;
  readonly viewOf: (row: Row) => Item;
}

interface CountedPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly total: Total;
}

/** A page of a sorted list, with the total of all pages. */
export async function readSortedPage<Row, Item, Sort extends string>(
  query: { readonly limit?: number; readonly after?: string; readonly sort?: Sort },
  { order, read, count, viewOf }: SortedList<Row, Item, Sort>,
): Promise<CountedPage<Item> | Refusal> {
  const { sort = order.standard } = query;
  const after = readAfter(query.after, (text) => order.readCursor(sort, text));
  if (isRefusal(after)) return after;
  const [page, total] = await Promise.all([
    readPage(
      query,
      (limit) => read({ sort, after, limit }),
      (row) => order.cursorOf(sort, row),
      viewOf,
    ),
    count(),
  ]);
  return { ...page, total };
}

/** All rows of a sorted list, for a file. */
export function readSortedBatches<Row, Sort extends string>(
  order: Order<NoInfer<Row>, Sort>,
  read: (page: SortedPage<Sort>) => Promise<readonly Row[]>,
  sort = order.standard,
): AsyncGenerator<readonly Row[], void> {
  return readInBatches((last: Row | undefined) =>
    read({ sort, after: last && order.placeOf(sort, last), limit: rowsPerRead }),
  );
}
