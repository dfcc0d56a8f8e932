import { NativeSelect } from '@mantine/core';

/** A year, in days: nobody rotates a key that never ends. */
export const usualLife = '365';

const lives = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: usualLife, label: 'In a year' },
  { value: '', label: 'Never' },
];

const day = 86_400_000;

/** When a key of so many days ends, counted from now; none is never. */
export const endAfter = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * day).toISOString();

interface KeyLifeFieldProps {
  readonly value: string;
  readonly onChange: (days: string) => void;
}

/** In how many days a key ends. */
export function KeyLifeField({ value, onChange }: KeyLifeFieldProps) {
  return (
    <NativeSelect
      label="It ends"
      data={lives}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
