import { isDeepStrictEqual } from 'node:util';
import { type LimitLabel, labelledKey, limitText, type ProductLabels } from '../../core/catalogue/labels.ts';
import { counted, type Paint, printable } from '../terminal.ts';

type Members = Readonly<Record<string, unknown>>;

/** As the admin API has it. */
export interface CatalogueChange {
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before: Members | null;
  readonly after: Members | null;
}

/** The display names of a product that changes. */
export interface ChangedProduct {
  readonly slug: string;
  readonly labels: ProductLabels;
}

export interface CatalogueImpact {
  readonly products: readonly ChangedProduct[];
  readonly answers: { readonly compared: number; readonly changed: number };
  readonly isComplete: boolean;
  readonly capabilities: readonly {
    readonly capability: string;
    readonly gained: number;
    readonly lost: number;
  }[];
  readonly limits: readonly {
    readonly product: string;
    readonly plan: string;
    readonly limit: string;
    readonly before: number | null;
    readonly after: number | null;
    readonly tenants: number;
  }[];
  readonly meters: readonly {
    readonly product: string;
    readonly plan: string;
    readonly dimension: string;
    readonly subscriptions: number;
  }[];
  readonly examples: readonly {
    readonly product: string;
    readonly tenantId: string;
    readonly organisation: string | null;
    readonly members: readonly string[];
    readonly gained: readonly string[];
    readonly lost: readonly string[];
  }[];
}

/**
 * A line for each change, and below it one for each member that differs:
 *
 *     ~ plan.changed forum/basic
 *         name: "Basic" → "Basic plus"
 *         Rooms (limits.rooms): 5 rooms → Unlimited
 */
export function changeLines(
  changes: readonly CatalogueChange[],
  paint: Paint,
  products: readonly ChangedProduct[] = [],
): string[] {
  return changes.flatMap(({ action, subject, before, after }) => {
    const [sign, colour] = signOf(action);
    const head = paint(`${sign} ${action} ${printable(subject.id)}`, colour);
    const labels =
      subject.kind === 'Plan' ? labelsOf(products, subject.id.split('/', 1)[0] ?? '') : undefined;
    const lines = memberLines(before ?? {}, after ?? {}, labels);
    return [head, ...lines.map((line) => `    ${printable(line)}`)];
  });
}

const labelsOf = (products: readonly ChangedProduct[], slug: string) =>
  products.find((product) => product.slug === slug)?.labels;

function signOf(action: string): readonly ['+' | '~' | '-', 'green' | 'yellow' | 'red'] {
  if (/\.(added|created|published)$/.test(action)) return ['+', 'green'];
  return /\.(removed|archived)$/.test(action) ? ['-', 'red'] : ['~', 'yellow'];
}

function memberLines(
  before: Members,
  after: Members,
  labels: ProductLabels | undefined,
  parent = '',
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const own = parent === 'capabilities' || parent === 'limits' ? labels?.[parent] : undefined;
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const path = parent === '' ? name : `${parent}.${name}`;
    if (isDeepStrictEqual(was, is)) return [];
    // Capabilities and limits are many: only those that differ are shown.
    if (isPlain(was) && isPlain(is)) return memberLines(was, is, labels, path);
    const label: LimitLabel | undefined = own && Object.hasOwn(own, name) ? own[name] : undefined;
    const key = labelledKey(path, label);
    if (own && parent === 'limits') return [`${key}: ${limitOf(was, label)} → ${limitOf(is, label)}`];
    if (was === undefined) return [`${key}: ${JSON.stringify(is)}`];
    return [`${key}: ${JSON.stringify(was)} → ${is === undefined ? 'Not set' : JSON.stringify(is)}`];
  });
}

const limitOf = (value: unknown, label: LimitLabel | undefined) =>
  limitText(typeof value === 'number' ? value : null, label);

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function impactLines(impact: CatalogueImpact): string[] {
  const { answers, isComplete, capabilities, limits, meters, examples, products } = impact;
  const more = isComplete ? '' : ' There are more than a preview compares.';
  const named = (product: string) => (key: string) =>
    labelledKey(key, labelsOf(products, product)?.capabilities[key]);
  const shown = examples.slice(0, 10).map(({ organisation, tenantId, product, gained, lost, members }) => {
    const parts = [
      ...(gained.length > 0 ? [`gains ${gained.map(named(product)).join(', ')}`] : []),
      ...(lost.length > 0 ? [`loses ${lost.map(named(product)).join(', ')}`] : []),
    ];
    return `  ${organisation ?? tenantId}, ${product}: ${parts.length > 0 ? parts.join('; ') : `another ${members.join(', ')}`}`;
  });
  return [
    `Impact: ${answers.changed} of ${answers.compared} entitlements would change.${more}`,
    ...capabilities.map(
      ({ capability, gained, lost }) =>
        `  ${namesOf(products, capability)}: ${gained} gain it, ${lost} lose it`,
    ),
    ...limits.map(({ product, plan, limit, before, after, tenants }) => {
      const label = labelsOf(products, product)?.limits[limit];
      const values = `${limitText(before, label)} → ${limitText(after, label)}`;
      return `  limit ${labelledKey(limit, label)} of ${product}/${plan}: ${values}, for ${counted(tenants, 'tenant')}`;
    }),
    ...meters.map(
      ({ product, plan, dimension, subscriptions }) =>
        `  meter ${dimension} of ${product}/${plan} changes how it is fed, for ${counted(subscriptions, 'subscription')}`,
    ),
    ...shown,
    ...(answers.changed > shown.length && shown.length > 0
      ? [`  and ${answers.changed - shown.length} more`]
      : []),
  ].map(printable);
}

/** Products may have different names for the same key. */
function namesOf(products: readonly ChangedProduct[], capability: string): string {
  const names = products.flatMap(({ labels }) => labels.capabilities[capability]?.name ?? []);
  return labelledKey(capability, { name: [...new Set(names)].join(' / ') });
}
