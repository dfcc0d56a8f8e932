import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import type { DocsTopic } from '../links/docs-topics.ts';
import { PageHeader } from '../page-header.tsx';
import { Filters } from './filters.tsx';
import { FindFilter, type FindFilterProps } from './find-filter.tsx';
import { useListAddress } from './list-address.ts';
import { rememberList } from './list-memory.ts';
import { ListTotal, type Total } from './list-total.tsx';
import { Newer } from './newer-rows.tsx';
import { Pages } from './pages.tsx';
import { type Column, RowTable } from './row-table.tsx';
import { chosenOf, type Selection } from './selection.tsx';
import { SortControl } from './sort-control.tsx';
import { type LivePage, useLivePage } from './use-live-page.ts';

interface ListedPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly total?: Total;
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
  /** The search field, for the filter `search`. */
  readonly find?: FindFilterProps;
  /** The other filter fields; they read and write `useListAddress`. */
  readonly filters?: ReactNode;
  readonly query: UseQueryResult<ListedPage<Item>>;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
  /** The order of the rows: `search.sort` of `useListAddress`, with the default of the page. */
  readonly sort: string | undefined;
  /** Rows that can be selected, for a `BulkBar` in `below`. */
  readonly selection?: Selection<Item> | undefined;
  /** Whether a row is about to change: the list is polled faster. */
  readonly isBusy?: (item: Item) => boolean;
  /** Below the list, with the rows that are shown. */
  readonly below?: (items: readonly Item[]) => ReactNode;
  readonly empty: EmptyStateProps;
  /** Instead of "No results", where the filtered list has a next step of its own. */
  readonly noResults?: EmptyStateProps | false;
}

/** A page with a list: filters, sort order and cursor in the URL; shared loading, empty and error states. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, above, lead, docs, actions, navigation, find, filters } = props;
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);
  return (
    <>
      <PageHeader title={title} above={above} lead={lead} docs={docs} actions={actions} />
      {navigation}
      {(find || filters) && (
        <Filters of={title.toLowerCase()} find={find && <FindFilter {...find} />}>
          {filters}
        </Filters>
      )}
      <List {...props} />
    </>
  );
}

function List<Item>(props: ListPageProps<Item>) {
  const { query, keyOf, selection, isBusy, below } = props;
  const element = useRef<HTMLDivElement>(null);
  const live = useLivePage({
    query,
    keyOf,
    element,
    isPaused: selection !== undefined && chosenOf(query.data?.items ?? [], keyOf, selection).length > 0,
    isBusy: isBusy !== undefined && (query.data?.items.some(isBusy) ?? false),
  });
  const page = live.page ?? query.data;
  // Below an empty list, too: a dialog there shows its result after the last row has left the list.
  return (
    <Stack gap="md" aria-busy={query.isPlaceholderData}>
      <Content {...props} live={live} element={element} />
      {below?.(page?.items ?? [])}
    </Stack>
  );
}

interface ContentProps<Item> extends ListPageProps<Item> {
  readonly live: LivePage<ListedPage<Item>>;
  readonly element: RefObject<HTMLDivElement | null>;
}

function Content<Item>(props: ContentProps<Item>) {
  const { title, query, columns, keyOf, sort, selection, empty, noResults, live, element } = props;
  const { search, filter, sortBy, isFiltered, goBack, goTo } = useListAddress<string>();
  if (query.isPending) return <Waiting title={title} />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { items, next, ...page } = live.page ?? query.data;
  const isWhole = next === null && search.after === undefined;
  const total = page.total ?? (isWhole ? { count: items.length, isExact: true } : undefined);
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
    <>
      <Group gap="sm" mih={22}>
        {total && <ListTotal total={total} />}
        <Newer {...live} />
      </Group>
      <SortControl label="Sort by" hiddenFrom="sm" columns={columns} sort={sort} sortBy={sortBy} />
      <div ref={element}>
        <RowTable
          items={items}
          columns={columns}
          keyOf={keyOf}
          selection={selection}
          sorting={{ sort, sortBy }}
          isFading={query.isPlaceholderData}
        />
      </div>
      <Pages next={next} hasBefore={search.after !== undefined} goBack={goBack} goTo={goTo} />
    </>
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
