import type { Impact, Product } from '../queries.ts';

export type Labels = Product['labels'];
export type LabelKind = keyof Labels;
export type LimitLabel = Labels['limits'][string];

/** The display name; without one the key. */
export function labelName(labels: Labels | undefined, kind: LabelKind, key: string): string {
  return labels?.[kind][key]?.name ?? key;
}

/** `Full-text search (search)`; without a display name the key. */
export function labelledKey(labels: Labels | undefined, kind: LabelKind, key: string): string {
  const name = labelName(labels, kind, key);
  return name === key ? key : `${name} (${key})`;
}

/** The display names of a capability in several products, which may differ. */
export function capabilityLabels(products: Impact['products'], capability: string): Labels {
  const labels = products.flatMap((product) => product.labels.capabilities[capability] ?? []);
  const names = [...new Set(labels.flatMap(({ name }) => name ?? []))];
  const description = labels.length === 1 ? (labels[0]?.description ?? null) : null;
  return {
    capabilities: { [capability]: { name: names.join(' / ') || null, description, isHidden: false } },
    limits: {},
  };
}
