import { NativeSelect } from '@mantine/core';
import { useListAddress } from './list-address.ts';

interface SortControlProps {
  readonly columns: readonly { readonly name: string; readonly sort?: string }[];
}

/** The sort order of a list without column headings: on a narrow screen its rows are cards. */
export function SortControl({ columns }: SortControlProps) {
  const { search, sortBy } = useListAddress();
  const choices = columns.flatMap(({ name, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: `${name}, ascending` },
          { value: `-${sort}`, label: `${name}, descending` },
        ],
  );
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      hiddenFrom="sm"
      label="Sort by"
      data={[{ value: '', label: 'Standard order' }, ...choices]}
      value={search.sort ?? ''}
      onChange={({ currentTarget }) => sortBy(currentTarget.value || undefined)}
    />
  );
}
