import { Checkbox } from '@mantine/core';
import { useState } from 'react';

/** The selected rows of a list, by key. */
export interface Selection<Item> {
  readonly keys: ReadonlySet<string>;
  readonly select: (keys: ReadonlySet<string>) => void;
  /** Names a row for screen readers. */
  readonly nameOf: (item: Item) => string;
}

export function useSelection<Item>(nameOf: (item: Item) => string): Selection<Item> {
  const [keys, select] = useState<ReadonlySet<string>>(new Set());
  return { keys, select, nameOf };
}

/** Only rows that are shown count: a selection never acts on another page. */
export const chosenOf = <Item,>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { keys }: Pick<Selection<Item>, 'keys'>,
): readonly Item[] => items.filter((item) => keys.has(keyOf(item)));

interface SelectAllProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly selection: Selection<Item>;
}

/** The checkbox of the head: checked with every row, indeterminate with some. */
export function SelectAll<Item>({ items, keyOf, selection }: SelectAllProps<Item>) {
  const count = chosenOf(items, keyOf, selection).length;
  const isAll = count > 0 && count === items.length;
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => selection.select(new Set(isAll ? [] : items.map(keyOf)))}
    />
  );
}

interface SelectRowProps<Item> {
  readonly item: Item;
  readonly keyOf: (item: Item) => string;
  readonly selection: Selection<Item>;
}

export function SelectRow<Item>({ item, keyOf, selection }: SelectRowProps<Item>) {
  const { keys, select, nameOf } = selection;
  const key = keyOf(item);
  return (
    <Checkbox
      aria-label={`Select ${nameOf(item)}`}
      checked={keys.has(key)}
      onChange={({ currentTarget }) => {
        const next = new Set(keys);
        if (currentTarget.checked) next.add(key);
        else next.delete(key);
        select(next);
      }}
    />
  );
}
