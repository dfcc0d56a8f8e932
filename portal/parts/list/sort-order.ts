interface SortOrder {
  /** The API's `sort`. */
  readonly sort: string;
  readonly words: string;
}

/** Both orders of a sort key of the API; the first is the one that people want more often. */
export type SortOrders = readonly [SortOrder, SortOrder];

export const byText = (key: string): SortOrders => [
  { sort: key, words: 'A–Z' },
  { sort: `-${key}`, words: 'Z–A' },
];

export const byTime = (key: string): SortOrders => [
  { sort: `-${key}`, words: 'newest first' },
  { sort: key, words: 'oldest first' },
];

/** A time that is still to come. */
export const byDeadline = (key: string): SortOrders => [
  { sort: key, words: 'earliest first' },
  { sort: `-${key}`, words: 'latest first' },
];

export const byNumber = (key: string): SortOrders => [
  { sort: `-${key}`, words: 'highest first' },
  { sort: key, words: 'lowest first' },
];

/** The order after a click on the heading of a column. */
export function nextSort([first, second]: SortOrders, sort: string | undefined): string {
  return sort === first.sort ? second.sort : first.sort;
}

/** The direction in which the list is sorted by the column; undefined if it is sorted by another. */
export function directionOf(orders: SortOrders, sort: string | undefined): 'up' | 'down' | undefined {
  if (sort === undefined || !orders.some((order) => order.sort === sort)) return undefined;
  return sort.startsWith('-') ? 'down' : 'up';
}

/** `Name, A–Z`: every order of the columns. */
export function sortChoices(columns: readonly { readonly name: string; readonly sort?: SortOrders }[]) {
  return columns.flatMap(({ name, sort }) =>
    (sort ?? []).map((order) => ({ value: order.sort, label: `${name}, ${order.words}` })),
  );
}
