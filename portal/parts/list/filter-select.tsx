import { Select } from '@mantine/core';
import { useActiveFilter } from './active-filters.ts';
import { filterWidth } from './filter-width.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface FilterSelectProps {
  readonly label: string;
  /** The label of no choice: `Any status`. */
  readonly any?: string;
  /** The value in force while the URL names none; shown like a chosen one, and cannot be cleared. */
  readonly standard?: string;
  readonly choices: readonly (string | Choice)[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: string;
  /** A value that does not filter by itself. */
  readonly neutral?: string;
}

/** The choices with the chosen value, if they lack it: an object that was removed, or one that a link has chosen. */
export function withChosen(
  choices: readonly Choice[],
  chosen: string | undefined,
  name = chosen,
): readonly Choice[] {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: name ?? chosen }];
}

/** A filter of a list by one of several values. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, any, standard, neutral, choices, value, onChange, width = '10rem' } = props;
  const chosen = value ?? standard;
  const shown = choices
    .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
    .find((choice) => choice.value === chosen)?.label;
  const isActive = value !== undefined && value !== standard && value !== neutral;
  useActiveFilter(isActive ? `${label}: ${shown ?? value}` : undefined, () => onChange(undefined));
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
