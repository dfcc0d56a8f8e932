import { Select } from '@mantine/core';
import { filterWidth } from './filter-width.ts';

interface FilterSelectProps {
  readonly label: string;
  /** The label of no choice: `Any status`. */
  readonly any?: string;
  /** The value in force while the URL names none; shown like a chosen one, and cannot be cleared. */
  readonly standard?: string;
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: string;
}

/** A filter of a list by one of several values. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, any, standard, choices, value, onChange, width = '10rem' } = props;
  const chosen = value ?? standard;
  const shown = choices
    .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
    .find((choice) => choice.value === chosen)?.label;
  return (
    <Select
      label={label}
      placeholder={any}
      data={[...choices]}
      value={chosen ?? null}
      onChange={(next) => onChange(next === null || next === standard ? undefined : next)}
      clearable={standard === undefined}
      allowDeselect={standard === undefined}
      searchable={choices.length > 8}
      clearButtonProps={{ 'aria-label': any }}
      title={shown}
      w={filterWidth(shown, width)}
    />
  );
}
