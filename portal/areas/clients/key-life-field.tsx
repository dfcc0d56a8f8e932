import { NativeSelect } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** The default lifetime in days: an unlimited key is never rotated. */
export const usualLife = '365';

const lives = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: usualLife, label: 'In a year' },
  { value: '', label: 'Never' },
];

const day = 86_400_000;

/** The expiry date of a key with this lifetime in days; null for a key that never expires. */
export const endAfter = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * day).toISOString();

interface KeyLifeFieldProps extends GetInputPropsReturnType {
  /** A key of a service account always expires. */
  readonly mustExpire?: boolean;
}

/** In how many days a key expires; takes `form.getInputProps`. */
export function KeyLifeField({ mustExpire = false, ...props }: KeyLifeFieldProps) {
  const data = mustExpire ? lives.filter(({ value }) => value !== '') : lives;
  return <NativeSelect label="Expires" data={data} {...props} />;
}
