import { Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useListAddress } from './list-address.ts';
import styles from './row-table.module.css';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';

export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  /** The API's sort key, if it sorts by this column. */
  readonly sort?: string;
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
  /** Whether the address has the sort order. */
  readonly isSorted?: boolean;
  readonly isFading?: boolean;
  /** Whether the columns fit a narrow window, too; otherwise each row becomes a card. */
  readonly fitsNarrow?: boolean;
}

/** The rows of a list, without what surrounds them in a `ListPage`. */
export function RowTable<Item>(props: RowTableProps<Item>) {
  const { items, columns, keyOf, selection, isSorted = false, isFading = false, fitsNarrow = false } = props;
  return (
    <Table className={styles.table} data-cards={!fitsNarrow || undefined} data-fading={isFading || undefined}>
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th className={styles.select}>
              <SelectAll items={items} keyOf={keyOf} selection={selection} />
            </Table.Th>
          )}
          {columns.map(({ sort, ...column }) => (
            <Heading key={column.name} column={{ ...column, ...(isSorted && sort && { sort }) }} />
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

function Heading<Item>({ column: { name, sort, align, isActions } }: { readonly column: Column<Item> }) {
  const { search, sortBy } = useListAddress<string>();
  if (isActions) {
    return (
      <Table.Th>
        <span className={styles.hidden}>{name}</span>
      </Table.Th>
    );
  }
  if (sort === undefined) return <Table.Th data-align={align}>{name}</Table.Th>;
  const isUp = search.sort === sort;
  const isDown = search.sort === `-${sort}`;
  return (
    <Table.Th data-align={align} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        className={styles.sort}
        onClick={() => sortBy(isUp ? `-${sort}` : isDown ? undefined : sort)}
      >
        {name} <Icon name={isUp ? 'up' : isDown ? 'down' : 'chevrons'} size={12} />
      </UnstyledButton>
    </Table.Th>
  );
}
