import type { ValidationIssue } from '../refusal.ts';
import { formatNumber } from '../values/format-number.ts';
import { isName, nameMessage } from '../values/text.ts';

/** Texts for display; null or omitted: not set. */
export interface CapabilityLabel {
  readonly name?: string | null;
  readonly description?: string | null;
  /** Whether the pages of customers leave it out. */
  readonly isHidden?: boolean | null;
}

/** What a plan without the limit grants. */
export const absentMeanings = ['None', 'Unlimited'] as const;
export type AbsentMeaning = (typeof absentMeanings)[number];

export interface LimitLabel extends CapabilityLabel {
  /** What the limit counts: `GB`, `rooms`. */
  readonly unit?: string | null;
  readonly absentMeans?: AbsentMeaning | null;
}

/**
 * The labels of a product, by the names that its plans use for capabilities and limits. A label stays when no plan has the
 * name any more.
 */
export interface ProductLabels {
  readonly capabilities: Readonly<Record<string, CapabilityLabel>>;
  readonly limits: Readonly<Record<string, LimitLabel>>;
}

export const noLabels: ProductLabels = { capabilities: {}, limits: {} };

export const labelLengths = { name: 100, description: 500, unit: 50 } as const;

type Member = keyof typeof labelLengths;

/** Each given label replaces the existing one; null removes it. */
export interface LabelChanges {
  readonly capabilities?: Readonly<Record<string, CapabilityLabel | null>>;
  readonly limits?: Readonly<Record<string, LimitLabel | null>>;
}

export function mergeLabels(labels: ProductLabels, changes: LabelChanges): ProductLabels {
  const merge = <Label>(
    has: Readonly<Record<string, Label>>,
    given: Readonly<Record<string, Label | null>> = {},
  ) =>
    Object.fromEntries(
      Object.entries({ ...has, ...given }).filter((entry): entry is [string, Label] => entry[1] !== null),
    );
  return canonicalLabels({
    capabilities: merge<CapabilityLabel>(labels.capabilities, changes.capabilities),
    limits: merge<LimitLabel>(labels.limits, changes.limits),
  });
}

/** In canonical form: sorted, without members and labels that are not set. */
export function canonicalLabels({ capabilities, limits }: ProductLabels): ProductLabels {
  return { capabilities: canonical(capabilities), limits: canonical(limits) };
}

function canonical(labels: Readonly<Record<string, LimitLabel>>): Readonly<Record<string, LimitLabel>> {
  return Object.fromEntries(
    Object.entries(labels)
      .map(([key, label]) => [key, setMembers(label)] as const)
      .filter(([, label]) => Object.keys(label).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function setMembers({ name, description, isHidden, unit, absentMeans }: LimitLabel): LimitLabel {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(isHidden && { isHidden }),
    ...(typeof unit === 'string' && { unit }),
    ...(absentMeans && { absentMeans }),
  };
}

export const hasLabels = ({ capabilities, limits }: ProductLabels): boolean =>
  Object.keys(capabilities).length + Object.keys(limits).length > 0;

/** With every member, null where it is not set. */
export function labelsView(labels: ProductLabels) {
  const { capabilities, limits } = canonicalLabels(labels);
  const shown = ({ name = null, description = null, isHidden = false }: CapabilityLabel) => ({
    name,
    description,
    isHidden: isHidden === true,
  });
  const view = <Label>(of: Readonly<Record<string, LimitLabel>>, viewOf: (label: LimitLabel) => Label) =>
    Object.fromEntries(Object.entries(of).map(([key, label]) => [key, viewOf(label)]));
  return {
    capabilities: view(capabilities, shown),
    limits: view(limits, (label) => {
      const { unit = null, absentMeans = null } = label;
      return { ...shown(label), unit, absentMeans };
    }),
  };
}

/** `Full-text search (search)`; without a display name the key. */
export function labelledKey(key: string, label: CapabilityLabel | undefined): string {
  return label?.name ? `${label.name} (${key})` : key;
}

/** A limit with its unit: `2,000 MB`. Null: the plan does not have it. The portal uses the same words. */
export function limitText(value: number | null, label: LimitLabel | undefined): string {
  if (value === null) return label?.absentMeans ?? 'Not set';
  return [formatNumber(value), label?.unit].filter(Boolean).join(' ');
}

/** The labels of names that some plan has: drafts may have names that nobody should read yet. */
export function labelsOf(
  { capabilities, limits }: ProductLabels,
  plans: readonly {
    readonly capabilities: Readonly<Record<string, unknown>>;
    readonly limits: Readonly<Record<string, unknown>>;
  }[],
): ProductLabels {
  const used = <Label>(labels: Readonly<Record<string, Label>>, kind: 'capabilities' | 'limits') =>
    Object.fromEntries(
      Object.entries(labels).filter(([key]) => plans.some((plan) => Object.hasOwn(plan[kind], key))),
    );
  return { capabilities: used(capabilities, 'capabilities'), limits: used(limits, 'limits') };
}

/** Paths are relative to the product. */
export function checkLabels(labels: ProductLabels): readonly ValidationIssue[] {
  return (['capabilities', 'limits'] as const).flatMap((kind) =>
    Object.entries<LimitLabel>(labels[kind]).flatMap(([key, label]) => {
      const at = `labels.${kind}.${key}`;
      const members = (Object.keys(labelLengths) as Member[]).flatMap((member): ValidationIssue[] => {
        const text = label[member];
        const limit = labelLengths[member];
        if (typeof text !== 'string' || isName(text, limit)) return [];
        return [{ path: `${at}.${member}`, rule: 'name', message: nameMessage(limit) }];
      });
      return isName(key, 100)
        ? members
        : [{ path: at, rule: 'name', message: 'must have a name of 1 to 100 characters' }, ...members];
    }),
  );
}
