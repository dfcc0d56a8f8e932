import { Select } from '@mantine/core';

interface FilterSelectProps {
  readonly label: string;
  /** The label of no choice: `Any status`. */
  readonly any: string;
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: string;
}

/** A filter of a list by one of several values. */
export function FilterSelect({ label, any, choices, value, onChange, width = '10rem' }: FilterSelectProps) {
  return (
    <Select
      label={label}
      placeholder={any}
      data={[...choices]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable={choices.length > 8}
      clearButtonProps={{ 'aria-label': any }}
      w={{ base: 'calc(50% - 0.375rem)', sm: width }}
    />
  );
}
