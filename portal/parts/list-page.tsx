import { Button, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { DocsTopic } from './docs-link.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { formatNumber } from './format-number.ts';
import { Icon } from './icon.tsx';
import { useListAddress } from './list-address.ts';
import { rememberList } from './list-memory.ts';
import styles from './list-page.module.css';
import { Newer } from './newer-rows.tsx';
import { PageHeader } from './page-header.tsx';
import { chosenOf, SelectAll, type Selection, SelectRow } from './selection.tsx';
import { SortControl } from './sort-control.tsx';
import { useLivePage } from './use-live-page.ts';

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
  /** Rows that can be selected, for a `BulkBar` in `below`. */
  readonly selection?: Selection<Item> | undefined;
  /** Whether a row is about to change: the list is polled faster. */
  readonly isBusy?: (item: Item) => boolean;
  /** Below the list, with the rows that are shown. */
  readonly below?: (items: readonly Item[]) => ReactNode;
  readonly empty: EmptyStateProps;
  /** Instead of "No results", where the filtered list has a next step of its own. */
  readonly noResults?: EmptyStateProps;
}

/** A page with a list: filters, sort order and cursor in the URL; shared loading, empty and error states. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, above, lead, docs, actions, navigation, filters } = props;
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);
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

function List<Item>(props: ListPageProps<Item>) {
  const { title, query, columns, keyOf, selection, isBusy, below, empty, noResults } = props;
  const { search, filter, isFiltered, goBack } = useListAddress<string>();
  const element = useRef<HTMLDivElement>(null);
  const live = useLivePage({
    query,
    keyOf,
    element,
    isPaused: selection !== undefined && chosenOf(query.data?.items ?? [], keyOf, selection).length > 0,
    isBusy: isBusy !== undefined && (query.data?.items.some(isBusy) ?? false),
  });
  if (query.isPending) return <Waiting title={title} />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { items, next, total } = live.page ?? query.data;
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
      <Group gap="sm" mih={22}>
        {total && (
          <Text size="sm" c="dimmed" role="status">
            Total: {formatNumber(total.count)}
            {!total.isExact && '+'}
          </Text>
        )}
        <Newer {...live} />
      </Group>
      <SortControl columns={columns} />
      <div ref={element}>
        <RowTable
          items={items}
          columns={columns}
          keyOf={keyOf}
          selection={selection}
          isSorted
          isFading={query.isPlaceholderData}
        />
      </div>
      <Pages next={next} hasBefore={search.after !== undefined} goBack={goBack} />
      {below?.(items)}
    </Stack>
  );
}

interface RowTableProps<Item> extends Pick<ListPageProps<Item>, 'columns' | 'keyOf'> {
  readonly items: readonly Item[];
  readonly selection?: Selection<Item> | undefined;
  /** Whether the address has the sort order. */
  readonly isSorted?: boolean;
  readonly isFading?: boolean;
}

/** The table alone, for a list inside a page. */
export function RowTable<Item>(props: RowTableProps<Item>) {
  const { items, columns, keyOf, selection, isSorted = false, isFading = false } = props;
  return (
    <Table className={styles.table} data-fading={isFading || undefined}>
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
