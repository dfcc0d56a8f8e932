import type { Product } from '../queries.ts';

export type Labels = Product['labels'];
export type LabelKind = keyof Labels;
export type LimitLabel = Labels['limits'][string];

/** The display name; without one the key. */
export function labelName(labels: Labels | undefined, kind: LabelKind, key: string): string {
  return labels?.[kind][key]?.name ?? key;
}

/** What a plan without the limit grants: `Not set` while nobody has said. */
export function absentText(label: LimitLabel | undefined): string {
  return label?.absentMeans ?? 'Not set';
}

/** A limit with its unit: `2,000 MB`. */
export function limitText(value: number | null, label: LimitLabel | undefined): string {
  if (value === null) return absentText(label);
  return [value.toLocaleString('en-GB'), label?.unit].filter(Boolean).join(' ');
}
