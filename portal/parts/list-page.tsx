import { Button, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from './counted.ts';
import type { DocsTopic } from './docs-link.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Icon } from './icon.tsx';
import { useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { PageHeader } from './page-header.tsx';
import { SortControl } from './sort-control.tsx';

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

interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

interface ListPageProps<Item> {
  readonly title: string;
  /** For a list of one object: `<BackLink>` to it. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  readonly docs?: DocsTopic;
  readonly actions?: ReactNode;
  /** Links to the other pages of the area. */
  readonly navigation?: ReactNode;
  /** The filter fields; they read and write `useListAddress`. */
  readonly filters?: ReactNode;
  readonly query: UseQueryResult<{
    readonly items: readonly Item[];
    readonly next: string | null;
    readonly total?: Total;
  }>;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly empty: EmptyStateProps;
  /** Instead of "No results", where the filtered list has a next step of its own. */
  readonly noResults?: EmptyStateProps;
}

/** A page with a list: filters, sort order and cursor in the URL; shared loading, empty and error states. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, above, lead, docs, actions, navigation, filters } = props;
  return (
    <>
      <PageHeader title={title} above={above} lead={lead} docs={docs} actions={actions} />
      {navigation}
      {filters && (
        <Group gap="sm" mb="md" align="flex-start" role="search" aria-label={`Filter ${title.toLowerCase()}`}>
          {filters}
        </Group>
      )}
      <List {...props} />
    </>
  );
}

function List<Item>({ title, query, columns, keyOf, empty, noResults }: ListPageProps<Item>) {
  const { search, filter, isFiltered, goBack } = useListAddress<string>();
  if (query.isPending) return <Waiting title={title} />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { items, next, total } = query.data;
  if (items.length === 0 && isFiltered) {
    if (noResults) return <EmptyState {...noResults} />;
    const all = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return (
      <EmptyState
        icon="search"
        title="No results"
        text="Change or clear the filters."
        action={
          <Button variant="default" onClick={() => filter(all)}>
            Show everything
          </Button>
        }
      />
    );
  }
  if (items.length === 0 && search.after === undefined) return <EmptyState {...empty} />;
  return (
    <Stack gap="md" aria-busy={query.isPlaceholderData}>
      {total && (
        <Text size="sm" c="dimmed" role="status">
          Total: {counted(total.count)}
          {!total.isExact && '+'}
        </Text>
      )}
      <SortControl columns={columns} />
      <RowTable items={items} columns={columns} keyOf={keyOf} isFading={query.isPlaceholderData} />
      <Pages next={next} hasBefore={search.after !== undefined} goBack={goBack} />
    </Stack>
  );
}

interface RowTableProps<Item> extends Pick<ListPageProps<Item>, 'columns' | 'keyOf'> {
  readonly items: readonly Item[];
  readonly isFading?: boolean;
}

/** The table alone, for a list inside a page. */
export function RowTable<Item>({ items, columns, keyOf, isFading = false }: RowTableProps<Item>) {
  return (
    <Table className={styles.table} data-fading={isFading || undefined}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Heading key={column.name} column={column} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={keyOf(item)}>
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

/** Buttons for the previous and next page. */
export function Pages(props: {
  readonly next: string | null;
  readonly hasBefore: boolean;
  readonly goBack: () => void;
}) {
  const { goTo } = useListAddress();
  const { next, hasBefore, goBack } = props;
  if (next === null && !hasBefore) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs">
      <Button
        variant="default"
        size="xs"
        disabled={!hasBefore}
        onClick={goBack}
        leftSection={<Icon name="previous" size={14} />}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null}
        onClick={() => next !== null && goTo(next)}
        rightSection={<Icon name="next" size={14} />}
      >
        Next
      </Button>
    </Group>
  );
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <Stack gap="sm" role="status" aria-label={`Loading ${title.toLowerCase()}`}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}
