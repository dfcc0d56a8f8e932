import { formatNumber } from './format-number.ts';

interface LimitLabel {
  readonly unit: string | null;
  readonly absentMeans: string | null;
}

/** A limit with its unit: `2,000 MB`. Null: the plan does not have the limit. */
export function limitText(value: number | null, label: LimitLabel | undefined): string {
  if (value === null) return label?.absentMeans ?? 'Not set';
  return [formatNumber(value), label?.unit].filter(Boolean).join(' ');
}
