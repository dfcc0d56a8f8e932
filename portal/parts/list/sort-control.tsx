import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type SortOrders, sortChoices } from './sort-order.ts';

/** The order of a list, and how to change it. */
export interface Sorting {
  readonly sort: string | undefined;
  readonly sortBy: (sort: string) => void;
}

interface SortControlProps
  extends Sorting,
    Pick<NativeSelectProps, 'label' | 'aria-label' | 'hiddenFrom' | 'size' | 'w'> {
  readonly columns: readonly { readonly name: string; readonly sort?: SortOrders }[];
}

/** The sort order of a list without column headings: on a narrow screen its rows are cards. */
export function SortControl({ columns, sort, sortBy, ...props }: SortControlProps) {
  const choices = sortChoices(columns);
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      {...props}
      data={choices}
      value={sort}
      onChange={({ currentTarget }) => sortBy(currentTarget.value)}
    />
  );
}
