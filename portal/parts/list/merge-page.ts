export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface MergedPage<Item, Whole extends Page<Item>> {
  readonly page: Whole;
  /** Rows of the newer page that are not shown. */
  readonly added: number;
  /** Shown rows that the newer page does not have. */
  readonly gone: number;
}

/** A newer page in the rows and the order that are shown: rows change in place, none is added, moved or removed. */
export function mergePage<Item, Whole extends Page<Item>>(
  shown: Whole,
  newer: Whole,
  keyOf: (item: Item) => string,
): MergedPage<Item, Whole> {
  const latest = new Map(newer.items.map((item) => [keyOf(item), item]));
  const known = new Set(shown.items.map(keyOf));
  return {
    page: { ...newer, items: shown.items.map((item) => latest.get(keyOf(item)) ?? item) },
    added: newer.items.filter((item) => !known.has(keyOf(item))).length,
    gone: shown.items.filter((item) => !latest.has(keyOf(item))).length,
  };
}
