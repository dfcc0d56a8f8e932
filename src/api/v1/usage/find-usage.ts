import type { ApiClient } from '../../../core/clients/api-client.ts';
import { nextEntitlementChangeAt } from '../../../core/entitlements/entitlement.ts';
import { accessAt } from '../../../core/entitlements/in-force.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { dimensionOf, metersOf } from '../../../core/usage/current-dimensions.ts';
import { loadLimits } from '../../../storage/usage/limits.ts';
import { loadPeriodUse } from '../../../storage/usage/period-counts.ts';
import { loadDimensionNames } from '../../../storage/usage/summaries.ts';
import type { ApiContext } from '../../context.ts';
import { checkProduct, findSnapshot, type SnapshotContext } from '../entitlements/find-snapshot.ts';
import { type EntitlementSnapshot, snapshotKey } from '../entitlements/snapshots.ts';
import { type UsageResponse, usageResponse, usageUrl } from './tenant-usage.ts';

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

function earliest(instants: readonly (Date | null)[], now: Date): Date | null {
  const coming = instants.flatMap((instant) => (instant && instant > now ? [instant.getTime()] : []));
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}
