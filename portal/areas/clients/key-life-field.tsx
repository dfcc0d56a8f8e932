import { NativeSelect } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** How long keys of a kind are valid. */
export interface KeyLife {
  /** The default, in days. */
  readonly usual: string;
  readonly mustExpire: boolean;
}

const lives = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

const day = 86_400_000;

/** The expiry date of a key with this lifetime in days; null for a key that never expires. */
export const endAfter = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * day).toISOString();

interface KeyLifeFieldProps extends GetInputPropsReturnType {
  readonly life: KeyLife;
}

/** In how many days a key expires; takes `form.getInputProps`. */
export function KeyLifeField({ life, ...props }: KeyLifeFieldProps) {
  const data = life.mustExpire ? lives.filter(({ value }) => value !== '') : lives;
  return <NativeSelect label="Expires" data={data} {...props} />;
}
