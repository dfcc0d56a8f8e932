import { FilterText } from './filter-text.tsx';
import { useListAddress } from './list-address.ts';

/** The search field of a list, for the filter `search`. */
export function FindFilter({
  placeholder,
  width,
}: {
  readonly placeholder: string;
  readonly width?: string;
}) {
  const { search, filter } = useListAddress<'search'>();
  return (
    <FilterText
      label="Find"
      placeholder={placeholder}
      width={width}
      value={search.search}
      onChange={(text) => filter({ search: text })}
    />
  );
}
