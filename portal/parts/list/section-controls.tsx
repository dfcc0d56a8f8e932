import { Group, Text } from '@mantine/core';
import { FilterText } from './filter-text.tsx';
import { ListTotal, type Total } from './list-total.tsx';
import { SortControl, type Sorting } from './sort-control.tsx';
import type { SortOrders } from './sort-order.ts';

/** So many rows are read at a glance: their section needs no controls. */
export const fewRows = 5;

interface SectionControlsProps {
  /** What is listed, for screen readers: `seats`. */
  readonly of: string;
  readonly columns: readonly { readonly name: string; readonly sort?: SortOrders }[];
  readonly sorting: Sorting;
  /** Whether headings sort on a wide screen. */
  readonly hasHeadings?: boolean;
  readonly total?: Total | undefined;
  /** Without it, the list cannot be searched. */
  readonly find?: ((text: string | undefined) => void) | undefined;
  readonly search?: string | undefined;
  readonly placeholder?: string;
}

/** The search field, the order and the total of a list that is a section of a page. */
export function SectionControls(props: SectionControlsProps) {
  const { of, columns, sorting, hasHeadings = false, total, find, search, placeholder = '' } = props;
  return (
    <Group gap="sm" mb="sm" align="flex-end" role="search" aria-label={`Find and sort ${of}`}>
      {find && <FilterText label="Find" placeholder={placeholder} value={search} onChange={find} />}
      <SortControl
        {...sorting}
        label="Sort by"
        columns={columns}
        hiddenFrom={hasHeadings ? 'sm' : undefined}
        w={{ base: '100%', sm: '15rem' }}
      />
      {total && <ListTotal total={total} />}
    </Group>
  );
}

/** Instead of the rows of a search without results. */
export function NoneFound() {
  return (
    <Text size="sm" c="dimmed" role="status">
      No results. Change or clear the search.
    </Text>
  );
}
