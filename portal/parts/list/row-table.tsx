import { Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import styles from './row-table.module.css';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';
import type { Sorting } from './sort-control.tsx';
import { directionOf, nextSort, type SortOrders } from './sort-order.ts';

export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  /** If the API sorts by this column. */
  readonly sort?: SortOrders;
  /** `end` for numbers. */
  readonly align?: 'end';
  /** The column of row buttons; its name is for screen readers. */
  readonly isActions?: boolean;
}

interface RowTableProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly items: readonly Item[];
  readonly selection?: Selection<Item> | undefined;
  /** Without it, the headings do not sort. */
  readonly sorting?: Sorting;
  readonly isFading?: boolean;
  /** Whether the columns fit a narrow window, too; otherwise each row becomes a card. */
  readonly fitsNarrow?: boolean;
}

const ariaSorts = { up: 'ascending', down: 'descending' } as const;

/** The rows of a list, without what surrounds them in a `ListPage`. */
export function RowTable<Item>(props: RowTableProps<Item>) {
  const { items, columns, keyOf, selection, sorting, isFading = false, fitsNarrow = false } = props;
  return (
    <Table className={styles.table} data-cards={!fitsNarrow || undefined} data-fading={isFading || undefined}>
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th className={styles.select}>
              <SelectAll items={items} keyOf={keyOf} selection={selection} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <Heading key={column.name} column={column} sorting={sorting} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={keyOf(item)}>
            {selection && (
              <Table.Td className={styles.select}>
                <SelectRow item={item} keyOf={keyOf} selection={selection} />
              </Table.Td>
            )}
            {columns.map(({ name, cell, align, isActions }) => (
              <Table.Td
                key={name}
                data-name={isActions ? undefined : name}
                data-align={isActions ? 'end' : align}
              >
                {cell(item)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface HeadingProps<Item> {
  readonly column: Column<Item>;
  readonly sorting: Sorting | undefined;
}

function Heading<Item>({ column: { name, sort, align, isActions }, sorting }: HeadingProps<Item>) {
  if (isActions) {
    return (
      <Table.Th>
        <span className={styles.hidden}>{name}</span>
      </Table.Th>
    );
  }
  if (sort === undefined || sorting === undefined) return <Table.Th data-align={align}>{name}</Table.Th>;
  const direction = directionOf(sort, sorting.sort);
  return (
    <Table.Th data-align={align} aria-sort={direction ? ariaSorts[direction] : 'none'}>
      <UnstyledButton className={styles.sort} onClick={() => sorting.sortBy(nextSort(sort, sorting.sort))}>
        {name} <Icon name={direction ?? 'chevrons'} size={12} />
      </UnstyledButton>
    </Table.Th>
  );
}
