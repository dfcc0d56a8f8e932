import type { Plan } from './catalogue.ts';
import type { ProductLabels } from './labels.ts';

/** A capability or limit of a plan, as customers read it. */
export interface IncludedItem {
  readonly name: string;
  readonly description: string | null;
  /** Null: a capability. */
  readonly amount: { readonly value: number; readonly unit: string | null } | 'Unlimited' | null;
}

/**
 * What a plan includes, for its customers: capabilities that are on, and limits. Only those with a display name that are
 * not hidden: other names are meant for applications.
 */
export function includedIn(
  { capabilities, limits }: Pick<Plan, 'capabilities' | 'limits'>,
  labels: ProductLabels,
): readonly IncludedItem[] {
  const on = Object.entries(labels.capabilities).flatMap(([key, { name, description = null, isHidden }]) =>
    name && !isHidden && Object.hasOwn(capabilities, key) && capabilities[key]
      ? [{ name, description, amount: null }]
      : [],
  );
  const limited = Object.entries(labels.limits).flatMap(([key, label]): IncludedItem[] => {
    const { name, description = null, isHidden, unit = null, absentMeans } = label;
    if (!name || isHidden) return [];
    const value = Object.hasOwn(limits, key) ? limits[key] : undefined;
    if (value !== undefined) return [{ name, description, amount: { value, unit } }];
    return absentMeans === 'Unlimited' ? [{ name, description, amount: 'Unlimited' }] : [];
  });
  return [...on, ...limited];
}
