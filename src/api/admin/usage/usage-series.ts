import { meterIn } from '../../../core/catalogue/meter-switch.ts';
import { type DayRange, daysIn } from '../../../core/usage/day-range.ts';
import {
  type Allowance,
  allowanceOf,
  comparedPer,
  noAllowance,
  periodStarts,
  type UsedDay,
  type UsedPart,
  usageLimitsOf,
  usedDays,
} from '../../../core/usage/days.ts';
import { type DimensionLabel, dimensionKey } from '../../../core/usage/dimension-label.ts';
import type { QuantitySum } from '../../../core/usage/events/quantity-sum.ts';
import { termsOf } from '../../../core/usage/period.ts';
import { usageHourOf } from '../../../core/usage/reports/window.ts';
import type { Database } from '../../../storage/database.ts';
import { listCustomerLimits } from '../../../storage/usage/customer-limits.ts';
import { loadProductDays, loadSubscriptionDays } from '../../../storage/usage/days.ts';
import { loadDimensionLabels, loadUsageSubscriptions } from '../../../storage/usage/labels.ts';
import type { ReportScope } from '../../../storage/usage/leases.ts';
import { listMeters } from '../../../storage/usage/meters.ts';
import { loadHistories } from '../../../storage/usage/summaries.ts';

/** The usage of one dimension of a product, by day. */
export interface UsageSeries extends Allowance {
  /** A slug; empty: the subscription is unknown. */
  readonly product: string;
  readonly productName: string;
  readonly dimension: string;
  /** The id of a dimension that no plan of the product has. */
  readonly name: string;
  readonly unit: string | null;
  /** How many subscriptions used it. */
  readonly subscriptions: number;
  readonly total: QuantitySum;
  readonly days: readonly UsedDay[];
}

/** More dimensions than the plans of one customer have. */
const maxMeters = 1_000;

/** The usage by day of each dimension, the one that the most subscriptions use first. */
export async function loadUsageSeries(
  database: Database,
  workspaceId: string,
  scope: ReportScope,
  range: DayRange,
  now: Date,
): Promise<readonly UsageSeries[]> {
  const isOfCustomer = scope.subscriptionId !== undefined || scope.tenantId !== undefined;
  const series = isOfCustomer
    ? await ofSubscriptions(database, workspaceId, scope, range, now)
    : await ofProducts(database, workspaceId, scope, range);
  return series.sort(
    (one, other) =>
      other.subscriptions - one.subscriptions ||
      one.productName.localeCompare(other.productName, 'en') ||
      one.name.localeCompare(other.name, 'en'),
  );
}

async function ofProducts(
  database: Database,
  workspaceId: string,
  scope: ReportScope,
  range: DayRange,
): Promise<UsageSeries[]> {
  const { days, uses } = await loadProductDays(database, workspaceId, scope, range);
  const labels = await loadDimensionLabels(
    database,
    workspaceId,
    uses.map(({ dimension }) => dimension),
  );
  const parts = grouped(days, ({ product, dimension }) => dimensionKey(product, dimension));
  return uses.map((use) => {
    const key = dimensionKey(use.product, use.dimension);
    return { ...use, ...labelOf(use.dimension, labels.get(key)), ...filled(range, parts.get(key) ?? []) };
  });
}

/** A subscription's dimension with what its usage is compared with. */
interface ComparedMeter {
  readonly allowance: Allowance;
  readonly starts: readonly Date[];
}

async function ofSubscriptions(
  database: Database,
  workspaceId: string,
  scope: ReportScope,
  range: DayRange,
  now: Date,
): Promise<UsageSeries[]> {
  const found = await loadUsageSubscriptions(database, workspaceId, scope);
  const subscriptions = new Map(found.map((one) => [one.subscriptionId, one]));
  const subscriptionIds = [...subscriptions.keys()];
  const isAsked = ({ dimension }: { dimension: string }) =>
    scope.dimension === undefined || scope.dimension === dimension;
  const listed = await listMeters(database, workspaceId, { subscriptionIds, limit: maxMeters });
  const meters = listed.filter(isAsked);
  const histories = await loadHistories(database, workspaceId, subscriptionIds);
  const [one] = found;
  // A subscription has one tenant.
  const own = one ? await listCustomerLimits(database, workspaceId, { tenantId: one.tenantId }) : [];
  const compared = new Map<string, ComparedMeter>();
  for (const { subscriptionId, productId, dimension, meter } of meters) {
    const limit = subscriptions.get(subscriptionId)?.limits[dimension] ?? null;
    const ownLimits = own.filter((each) => each.productId === productId && each.dimension === dimension);
    const present = meterIn(meter, usageHourOf(now));
    const usageLimits = usageLimitsOf(present, ownLimits, now);
    const allowance = { ...allowanceOf(present, limit), usageLimits };
    const per = comparedPer(allowance);
    const starts = per && periodStarts(termsOf(histories.get(subscriptionId) ?? []), per, range);
    compared.set(dimensionKey(subscriptionId, dimension), { allowance, starts: starts ?? [] });
  }
  const starts = [...compared.values()].flatMap((meter) => meter.starts.map((start) => start.getTime()));
  const parts = await loadSubscriptionDays(
    database,
    workspaceId,
    {
      subscriptionIds,
      dimension: scope.dimension,
      starts: [...new Set(starts)].sort((one, other) => one - other).map((start) => new Date(start)),
    },
    range,
  );
  const labels = await loadDimensionLabels(
    database,
    workspaceId,
    parts.map(({ dimension }) => dimension),
  );
  const keyOf = ({ subscriptionId, dimension }: { subscriptionId: string; dimension: string }) =>
    dimensionKey(subscriptions.get(subscriptionId)?.product ?? '', dimension);
  const metersOf = grouped(meters, keyOf);
  const partsOf = grouped(parts, keyOf);
  const [first = ''] = daysIn(range);
  return [...new Set([...metersOf.keys(), ...partsOf.keys()])].flatMap((key) => {
    const own = partsOf.get(key) ?? [];
    const members = new Set([...(metersOf.get(key) ?? []), ...own].map((one) => one.subscriptionId));
    const [member = ''] = members;
    const [{ dimension } = { dimension: '' }] = [...(metersOf.get(key) ?? []), ...own];
    // Of several subscriptions, each has periods of its own.
    const meter = members.size === 1 ? compared.get(dimensionKey(member, dimension)) : undefined;
    const users = own.filter(({ day, quantity }) => day >= first && quantity > 0n);
    return {
      product: subscriptions.get(member)?.product ?? '',
      productName: subscriptions.get(member)?.productName ?? '',
      dimension,
      ...labelOf(dimension, metersOf.get(key)?.[0] ?? labels.get(key)),
      subscriptions: new Set(users.map((part) => part.subscriptionId)).size,
      ...filled(range, own, meter),
    };
  });
}

function filled(range: DayRange, parts: readonly UsedPart[], meter?: ComparedMeter) {
  const days = usedDays(range, parts, meter?.starts ?? []);
  const total = days.reduce((sum, { quantity }) => sum + quantity, 0n);
  return { days, total, ...(meter?.allowance ?? noAllowance) };
}

function labelOf(dimension: string, label: DimensionLabel | undefined) {
  return { name: label?.name ?? dimension, unit: label?.unit ?? null };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
