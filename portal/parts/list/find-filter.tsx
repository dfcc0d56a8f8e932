import { FilterText } from './filter-text.tsx';
import { useListAddress } from './list-address.ts';

export interface FindFilterProps {
  readonly placeholder: string;
  readonly width?: string;
}

/** The search field of a list, for the filter `search`. */
export function FindFilter(props: FindFilterProps) {
  const { bind } = useListAddress<'search'>();
  return <FilterText label="Find" {...props} {...bind('search')} />;
}
