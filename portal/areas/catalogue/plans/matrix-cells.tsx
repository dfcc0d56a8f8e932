import { Checkbox } from '@mantine/core';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { limitText } from '../../../parts/format/limit-text.ts';
import { Icon } from '../../../parts/icon.tsx';
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

export function LimitCell({ label, value, limitLabel, onChange }: CellProps) {
  const limit = typeof value === 'number' ? value : null;
  if (!onChange) return <Limit value={limit} label={limitLabel} />;
  return (
    <NumberField
      size="xs"
      w={limitLabel?.unit ? '9rem' : '7rem'}
      hideControls
      thousandSeparator=","
      aria-label={label}
      placeholder={limitText(null, limitLabel)}
      {...(limitLabel?.unit && limit !== null && { suffix: ` ${limitLabel.unit}` })}
      value={limit ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    />
  );
}
