import { CustomerField } from '../form/customer-field.tsx';
import { useCustomerName } from '../form/use-customer-name.ts';
import { useActiveFilter } from './active-filters.ts';
import { filterWidth } from './filter-width.ts';
import type { BoundFilter } from './list-address.ts';

/** A filter of a list by customer. Names are long: on a narrow screen it has a line of its own. */
export function CustomerFilter({ value, onChange }: BoundFilter) {
  const name = useCustomerName(value);
  useActiveFilter(name && `Customer: ${name}`, () => onChange(undefined));
  return (
    <CustomerField
      placeholder="Any customer"
      w={{ ...filterWidth(name, '15rem'), base: '100%' }}
      value={value}
      onChange={onChange}
    />
  );
}
