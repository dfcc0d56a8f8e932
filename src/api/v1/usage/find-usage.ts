import { meterIn } from '../../../core/catalogue/meter-switch.ts';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { nextEntitlementChangeAt } from '../../../core/entitlements/entitlement.ts';
import { accessAt } from '../../../core/entitlements/in-force.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { quantitySumToNumber } from '../../../core/usage/events/quantity-sum.ts';
import {
  type LimitState,
  limitPeriodsOf,
  remainingOf,
  tightestLimit,
} from '../../../core/usage/limits/limit.ts';
import { type MeteredCandidate, meterOfDimension } from '../../../core/usage/meter-mapping.ts';
import { periodOf } from '../../../core/usage/period.ts';
import { remainingUse } from '../../../core/usage/remaining.ts';
import { isBilled } from '../../../core/usage/reports/target.ts';
import { usageHourOf } from '../../../core/usage/reports/window.ts';
import { readQuantity } from '../../../core/values/quantity.ts';
import { loadLimits } from '../../../storage/usage/limits.ts';
import { loadPeriodUse } from '../../../storage/usage/period-counts.ts';
import { type DimensionName, loadDimensionNames } from '../../../storage/usage/summaries.ts';
import type { ApiContext } from '../../context.ts';
import { checkProduct, findSnapshot, type SnapshotContext } from '../entitlements/find-snapshot.ts';
import { type EntitlementSnapshot, snapshotKey } from '../entitlements/snapshots.ts';
import { type MeterUse, type UsageResponse, usageResponse, usageUrl } from './tenant-usage.ts';

export type UsageContext = SnapshotContext &
  Pick<ApiContext, 'clock' | 'database' | 'databaseClock' | 'tenantUsages' | 'usageFacts'>;

interface Question {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
}

/** The usage of a tenant and product, from the cache if nothing has changed. */
export async function findUsage(
  context: UsageContext,
  client: ApiClient,
  question: Question,
): Promise<UsageResponse | Refusal> {
  const { tenantUsages } = context;
  const { workspaceId } = client;
  const { tenantId, product } = question;
  const read = () => findSnapshot(context, client, snapshotKey(product, tenantId));
  const found = checkProduct(await read(), client, product);
  if (isRefusal(found)) return found;
  const url = usageUrl(product, tenantId);
  const cached = tenantUsages.peek(workspaceId, url, context.clock.now());
  if (cached) return cached;
  const made = await tenantUsages.make(workspaceId, url, async () => {
    // Read again: a change that comes from now on invalidates the response.
    const snapshot = await read();
    return snapshot && makeResponse(context, workspaceId, question, snapshot);
  });
  return made ?? refuse('product.not_found', { product });
}

async function makeResponse(
  { database, databaseClock, usageFacts, tenantUsages, clock }: UsageContext,
  workspaceId: string,
  question: Question,
  { customer, stored }: EntitlementSnapshot,
): Promise<UsageResponse> {
  const now = clock.now();
  const { facts } = stored;
  const inForce = new Set(
    accessAt(facts, now).inForce.map(({ subscription }) => subscription.subscriptionId),
  );
  const [candidates = []] = await usageFacts.candidates(database, workspaceId, [question]);
  const metered = candidates.filter(({ subscription }) => inForce.has(subscription.subscriptionId));
  const names = await loadDimensionNames(database, workspaceId, [
    ...new Set(metered.map(({ subscription }) => subscription.planId)),
  ]);
  const meters = metered.flatMap((candidate) => metersOf(candidate, names, now));
  const uses = await tenantUsages.read(
    workspaceId,
    new Map(
      metered.map(({ subscription: { subscriptionId } }) => [
        subscriptionId,
        meters.filter((meter) => meter.subscriptionId === subscriptionId),
      ]),
    ),
    async (periods) => {
      const uses = await loadPeriodUse(database, workspaceId, periods, now);
      const limits = await loadLimits(
        database,
        workspaceId,
        periods.map((meter) => ({ ...meter, subject: '', periods: meter.limitPeriods })),
        databaseClock.now(),
      );
      return uses.map((use, index) => ({ ...use, limits: limits.filter(({ meter }) => meter === index) }));
    },
  );
  const dimensions = meters.map((meter) => {
    const own = uses.get(meter.subscriptionId);
    const index = own?.periods.findIndex(({ dimension }) => dimension === meter.dimension) ?? -1;
    return dimensionOf(meter, own?.uses[index]);
  });
  const ends = meters.flatMap(({ end, switchesAt }) => [end, switchesAt]);
  const until = earliest([nextEntitlementChangeAt(facts, now), ...ends], now);
  const { tenantId, product } = question;
  return usageResponse({ tenantId, product, dimensions }, { customer, stored, uses, until });
}

type Meter = ReturnType<typeof metersOf>[number];

/** The dimensions of a subscription in force, each with its present period. */
function metersOf(
  { subscription, plan, mappings, terms }: MeteredCandidate,
  names: readonly DimensionName[],
  now: Date,
) {
  const present = usageHourOf(now);
  if (terms.length === 0) return [];
  return names.flatMap(({ dimension, name, unit, planId }) => {
    const mapping = mappings.find(({ dimensions }) => dimensions.includes(dimension));
    // A plan that changed between two reads names dimensions that the cached one does not have.
    if (planId !== subscription.planId || !mapping) return [];
    const switched = meterOfDimension(mapping, dimension);
    const { intake, aggregation, included } = meterIn(switched, present);
    const period = periodOf(terms, included?.per ?? 'Month', present);
    const { subscriptionId } = subscription;
    const switchesAt = switched.previous?.until ?? null;
    return [
      {
        subscriptionId,
        plan: plan.slug,
        dimension,
        name,
        unit,
        intake,
        aggregation,
        included,
        ...period,
        limitPeriods: limitPeriodsOf(terms, present),
        sourceName: mapping.sourceName,
        switchesAt,
        isBilled: isBilled(subscription),
      },
    ];
  });
}

function dimensionOf(
  { start, end, included, isBilled, switchesAt: _, limitPeriods: __, sourceName: ___, ...meter }: Meter,
  { limits, ...use }: MeterUse = { used: 0n, reported: 0n, accepted: 0n, limits: [] },
) {
  const quantity = included && BigInt(Number(readQuantity(included.quantity)));
  const remaining = remainingUse({ ...use, included: quantity, isBilled });
  return {
    ...meter,
    period: { start, end },
    used: quantitySumToNumber(remaining.used),
    included: included?.quantity ?? null,
    remaining: remaining.remaining === null ? null : quantitySumToNumber(remaining.remaining),
    overage: quantitySumToNumber(remaining.overage),
    pending: quantitySumToNumber(remaining.pending),
    reported: quantitySumToNumber(remaining.reported),
    accepted: quantitySumToNumber(remaining.accepted),
    ...limitView(tightestLimit(limits)),
  };
}

/** The limit that is reached first. */
function limitView(limit: LimitState | undefined) {
  return {
    limit: limit ? quantitySumToNumber(limit.quantity) : null,
    limitPer: limit?.per ?? null,
    limitAction: limit?.action ?? null,
    limitUsed: limit ? quantitySumToNumber(limit.used) : null,
    reserved: limit ? quantitySumToNumber(limit.reserved) : null,
    limitRemaining: limit ? quantitySumToNumber(remainingOf(limit)) : null,
    resetsAt: limit?.end ?? null,
    setBy: limit?.setBy ?? null,
  };
}

function earliest(instants: readonly (Date | null)[], now: Date): Date | null {
  const coming = instants.flatMap((instant) => (instant && instant > now ? [instant.getTime()] : []));
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}
