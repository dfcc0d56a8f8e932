import { Checkbox } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { NumberField } from '../../../parts/number-field.tsx';
import { Limit } from '../limit.tsx';
import type { CellProps } from './matrix-rows.tsx';

export function CapabilityCell({ label, value, onChange }: CellProps) {
  if (!onChange) return value === true ? <On /> : '–';
  return (
    <Checkbox
      aria-label={label}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function On() {
  return (
    <span role="img" aria-label="yes">
      <Icon name="check" />
    </span>
  );
}

export function LimitCell({ label, value, onChange }: CellProps) {
  const limit = typeof value === 'number' ? value : null;
  if (!onChange) return <Limit value={limit} />;
  return (
    <NumberField
      size="xs"
      w="7rem"
      hideControls
      thousandSeparator=","
      aria-label={label}
      placeholder="none"
      value={limit ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    />
  );
}
