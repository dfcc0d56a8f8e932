import { Select } from '@mantine/core';

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

/** Characters that half a narrow screen has room for. */
const maxHalf = 14;

/** A filter of a list by one of several values. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, any, standard, choices, value, onChange, width = '10rem' } = props;
  const chosen = value ?? standard;
  const shown = choices
    .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
    .find((choice) => choice.value === chosen)?.label;
  const length = shown?.length ?? 0;
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
      // A long choice gets the room that it needs: six characters are for the icons.
      w={{
        base: length > maxHalf ? '100%' : 'calc(50% - 0.375rem)',
        sm: length > maxHalf ? `min(100%, max(${width}, ${length + 6}ch))` : width,
      }}
    />
  );
}
