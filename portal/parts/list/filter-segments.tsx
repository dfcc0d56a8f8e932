import { SegmentedControl } from '@mantine/core';
import { useActiveFilter } from './active-filters.ts';
import type { BoundFilter } from './list-address.ts';

interface FilterSegmentsProps extends BoundFilter {
  readonly label: string;
  /** The first is in force while the URL names none. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** A filter of a list by one of few values, all in sight. */
export function FilterSegments({ label, choices, value, onChange }: FilterSegmentsProps) {
  const standard = choices[0]?.value ?? '';
  const chosen = choices.find((choice) => choice.value === value);
  const isActive = chosen !== undefined && value !== standard;
  useActiveFilter(isActive ? `${label}: ${chosen.label}` : undefined, () => onChange(undefined));
  return (
    <SegmentedControl
      aria-label={label}
      data={[...choices]}
      value={value ?? standard}
      onChange={(next) => onChange(next === standard ? undefined : next)}
    />
  );
}
