import { isDeepStrictEqual } from 'node:util';
import { type Paint, printable } from '../terminal.ts';

type Members = Readonly<Record<string, unknown>>;

/** As the admin API has it. */
export interface CatalogueChange {
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before: Members | null;
  readonly after: Members | null;
}

export interface CatalogueImpact {
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
 */
export function changeLines(changes: readonly CatalogueChange[], paint: Paint): string[] {
  return changes.flatMap(({ action, subject, before, after }) => {
    const [sign, colour] = signOf(action);
    const head = paint(`${sign} ${action} ${printable(subject.id)}`, colour);
    return [head, ...memberLines(before ?? {}, after ?? {}).map((line) => `    ${printable(line)}`)];
  });
}

function signOf(action: string): readonly ['+' | '~' | '-', 'green' | 'yellow' | 'red'] {
  if (/\.(added|created|published)$/.test(action)) return ['+', 'green'];
  return /\.(removed|archived)$/.test(action) ? ['-', 'red'] : ['~', 'yellow'];
}

function memberLines(before: Members, after: Members, path = ''): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    // Capabilities and limits are many: only those that differ are shown.
    if (isPlain(was) && isPlain(is)) return memberLines(was, is, `${path}${name}.`);
    if (was === undefined) return [`${path}${name}: ${JSON.stringify(is)}`];
    return [`${path}${name}: ${JSON.stringify(was)} → ${is === undefined ? 'nothing' : JSON.stringify(is)}`];
  });
}

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function impactLines(impact: CatalogueImpact): string[] {
  const { answers, isComplete, capabilities, limits, meters, examples } = impact;
  const more = isComplete ? '' : ' There are more than a preview compares.';
  const shown = examples.slice(0, 10).map(({ organisation, tenantId, product, gained, lost, members }) => {
    const parts = [
      ...(gained.length > 0 ? [`gains ${gained.join(', ')}`] : []),
      ...(lost.length > 0 ? [`loses ${lost.join(', ')}`] : []),
    ];
    return `  ${organisation ?? tenantId}, ${product}: ${parts.length > 0 ? parts.join('; ') : `another ${members.join(', ')}`}`;
  });
  return [
    `Impact: ${answers.changed} of ${answers.compared} entitlements would change.${more}`,
    ...capabilities.map(
      ({ capability, gained, lost }) => `  ${capability}: ${gained} gain it, ${lost} lose it`,
    ),
    ...limits.map(
      ({ product, plan, limit, before, after, tenants }) =>
        `  limit ${limit} of ${product}/${plan}: ${before ?? 'none'} → ${after ?? 'none'}, for ${tenants} tenants`,
    ),
    ...meters.map(
      ({ product, plan, dimension, subscriptions }) =>
        `  meter ${dimension} of ${product}/${plan} is fed in another way, for ${subscriptions} subscriptions`,
    ),
    ...shown,
    ...(answers.changed > shown.length && shown.length > 0
      ? [`  and ${answers.changed - shown.length} more`]
      : []),
  ].map(printable);
}
