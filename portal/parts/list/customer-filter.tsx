import { CustomerField } from '../form/customer-field.tsx';
import { filterWidth } from './filter-width.ts';

interface CustomerFilterProps {
  readonly value: string | undefined;
  readonly onChange: (tenantId: string | undefined) => void;
}

/** A filter of a list by customer. Names are long: on a narrow screen it has a line of its own. */
export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  return (
    <CustomerField
      placeholder="Any customer"
      widthOf={(name) => ({ ...filterWidth(name, '15rem'), base: '100%' })}
      value={value}
      onChange={onChange}
    />
  );
}
