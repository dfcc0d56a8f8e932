import { CustomerField } from '../form/customer-field.tsx';

interface CustomerFilterProps {
  readonly value: string | undefined;
  readonly onChange: (tenantId: string | undefined) => void;
}

/** A filter of a list by customer. Names are long: on a narrow screen it has a line of its own. */
export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  return (
    <CustomerField
      placeholder="Any customer"
      w={{ base: '100%', sm: '15rem' }}
      value={value}
      onChange={onChange}
    />
  );
}
