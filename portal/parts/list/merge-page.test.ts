import { expect, it } from 'vitest';
import { mergePage } from './merge-page.ts';

const page = (...rows: string[]) => ({
  items: rows.map((row) => ({ key: row[0] ?? '', value: row.slice(1) })),
  next: null,
});
const merge = (shown: string[], newer: string[]) => {
  const { page: merged, ...counts } = mergePage(
    page(...shown),
    page(...newer),
    ({ key }: { key: string }) => key,
  );
  return [merged.items.map(({ key, value }) => key + value).join(' '), counts];
};

it.each([
  ['nothing changed', ['a1', 'b1'], ['a1', 'b1'], 'a1 b1', 0, 0],
  ['a row changed', ['a1', 'b1'], ['a1', 'b2'], 'a1 b2', 0, 0],
  ['a row is new', ['a1', 'b1'], ['c1', 'a1', 'b2'], 'a1 b2', 1, 0],
  ['a row is gone', ['a1', 'b1'], ['b2'], 'a1 b2', 0, 1],
  ['the order changed', ['a1', 'b1'], ['b2', 'a1'], 'a1 b2', 0, 0],
  ['another page begins', ['a1', 'b1'], ['c1', 'd1', 'a2'], 'a2 b1', 2, 1],
  ['the first row arrives', [], ['a1'], '', 1, 0],
])('%s', (_, shown, newer, rows, added, gone) => {
  expect(merge(shown, newer)).toEqual([rows, { added, gone }]);
});
