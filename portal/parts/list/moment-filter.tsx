import { MomentField } from '../form/moment-field.tsx';
import { exactTime } from '../format/time.ts';
import { useActiveFilter } from './active-filters.ts';
import type { BoundFilter } from './list-address.ts';

interface MomentFilterProps extends BoundFilter {
  readonly label: string;
}

/** A filter of a list by a point in time. */
export function MomentFilter({ label, value, onChange }: MomentFilterProps) {
  const isTime = value !== undefined && !Number.isNaN(Date.parse(value));
  useActiveFilter(isTime ? `${label}: ${exactTime(value)}` : undefined, () => onChange(undefined));
  return <MomentField label={label} w={{ base: '100%', sm: '13.5rem' }} value={value} onChange={onChange} />;
}
