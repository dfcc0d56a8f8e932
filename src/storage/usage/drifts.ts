import { type RawBuilder, sql } from 'kysely';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { EarlierDrift, ReportedDay, UsageDay, UsageDrift } from '../../core/usage/drift.ts';
import { quantitySumToText, readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from '../subscriptions/customer-views.ts';
import { inScope, type ReportScope } from './leases.ts';

/** A stored difference. */
export interface StoredDrift extends UsageDrift {
  readonly sourceName: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Null while both sides still differ. */
  readonly resolvedAt: Date | null;
}

/** Sums of a connection's reports by subscription, dimension and day, from the first day on. */
export async function loadReportedUsage(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  firstDay: string,
): Promise<readonly ReportedDay[]> {
  const { rows } = await sql<Omit<ReportedDay, 'accepted'> & { accepted: string }>`
    select lower(marketplace_subscription_id) as "marketplaceSubscriptionId", dimension,
      to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day,
      coalesce(sum(quantity) filter (where status = 'Accepted'), 0)::text as accepted,
      bool_or(status = 'Pending') as "isUndecided",
      max(decided_at) as "lastDecidedAt",
      bool_or(status = 'QuantityMismatch') as "hasMismatch"
    from usage_reports
    where workspace_id = ${workspaceId} and source_name = ${sourceName} and status <> 'NotBilled'
      and hour >= (${firstDay}::date)::timestamp at time zone 'UTC'
    group by 1, 2, 3`.execute(database);
  return rows.map((row) => ({ ...row, accepted: readQuantitySum(row.accepted) }));
}

/**
 * Our subscriptions by marketplace subscription id (lower case), and whether their plans are sold through the source.
 */
export async function findMarketplaceSubscriptions(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  marketplaceSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly subscriptionId: string; readonly isSoldThroughSource: boolean }>> {
  const { rows } = await sql<{ id: string; subscriptionId: string; isSoldThroughSource: boolean }>`
    select asked.id, subscription.subscription_id as "subscriptionId",
      exists (
        select from marketplace_mappings as mapping
        where mapping.workspace_id = ${workspaceId} and mapping.plan_id = subscription.plan_id
          and mapping.source_name = ${sourceName}
      ) as "isSoldThroughSource"
    from unnest(${marketplaceSubscriptionIds}::text[]) as asked (id)
    cross join lateral (
      -- Without the limit the planner expects many rows for each id, and reads the whole table.
      select subscription_id, plan_id from subscriptions
      where workspace_id = ${workspaceId} and lower(marketplace_subscription_id) = asked.id
      limit 1
    ) as subscription`.execute(database);
  return new Map(rows.map(({ id, ...subscription }) => [id, subscription]));
}

/** Drifts of a connection, from the first day on. */
export async function loadEarlierDrifts(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  firstDay: string,
): Promise<readonly EarlierDrift[]> {
  const { rows } = await sql<EarlierDrift>`
    select marketplace_subscription_id as "marketplaceSubscriptionId", dimension, day::text as day,
      resolved_at is not null as "isResolved"
    from usage_drifts
    where workspace_id = ${workspaceId} and source_name = ${sourceName} and day >= ${firstDay}`.execute(
    database,
  );
  return rows;
}

/** Inserts new drifts; marks known ones as seen now and unresolved. */
export async function saveDrifts(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  drifts: readonly UsageDrift[],
  now: Date,
): Promise<void> {
  if (drifts.length === 0) return;
  await sql`
    insert into usage_drifts (
      workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity, marketplace_quantity,
      first_seen_at, last_seen_at
    )
    select ${workspaceId}, ${sourceName}, marketplace_subscription_id, dimension, day, held_quantity,
      marketplace_quantity, ${now}, ${now}
    from ${unnestRows('new', drifts, {
      marketplace_subscription_id: 'text',
      dimension: 'text',
      day: 'date',
      held_quantity: ['numeric', ({ held }) => quantitySumToText(held)],
      marketplace_quantity: ['numeric', ({ marketplace }) => quantitySumToText(marketplace)],
    })}
    on conflict (workspace_id, source_name, marketplace_subscription_id, dimension, day) do update
    set held_quantity = excluded.held_quantity, marketplace_quantity = excluded.marketplace_quantity,
      last_seen_at = excluded.last_seen_at, resolved_at = null`.execute(database);
}

export async function resolveDrifts(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  resolved: readonly UsageDay[],
  now: Date,
): Promise<void> {
  if (resolved.length === 0) return;
  await sql`
    update usage_drifts as drift set resolved_at = ${now}
    from ${unnestRows('gone', resolved, { marketplace_subscription_id: 'text', dimension: 'text', day: 'date' })}
    where drift.workspace_id = ${workspaceId} and drift.source_name = ${sourceName}
      and drift.marketplace_subscription_id = gone.marketplace_subscription_id
      and drift.dimension = gone.dimension and drift.day = gone.day`.execute(database);
}

export interface DriftFilter extends Omit<ReportScope, 'subscriptionId'> {
  /** Both when undefined. */
  readonly isResolved?: boolean | undefined;
}

/** A drift with what it is sorted by. */
export interface DriftView extends StoredDrift {
  /** The organisation's name, or the tenant id; empty if the subscription is unknown. */
  readonly customer: string;
  /** Exact decimal text, never negative. */
  readonly difference: string;
}

const customerOfDrift = sql`coalesce((
  select coalesce(organisation.name, subscription.tenant_id::text)
  from subscriptions as subscription
  join tenants as tenant on ${isTenantOfSubscription}
  left join organisations as organisation on ${isOrganisationOfTenant}
  where subscription.workspace_id = drift.workspace_id
    and lower(subscription.marketplace_subscription_id) = drift.marketplace_subscription_id
  limit 1
), '')`;
const difference = sql`abs(drift.marketplace_quantity - drift.held_quantity)`;

/** A drift has no id: its place is its whole key. */
export const driftOrder = new ListOrder({
  id: [
    { column: sql`drift.day`, type: 'date', of: ({ day }: DriftView) => day },
    { column: sql`drift.source_name`, type: 'text', of: ({ sourceName }) => sourceName },
    {
      column: sql`drift.marketplace_subscription_id`,
      type: 'text',
      of: ({ marketplaceSubscriptionId }) => marketplaceSubscriptionId,
    },
    { column: sql`drift.dimension`, type: 'text', of: ({ dimension }) => dimension },
  ],
  idKey: 'day',
  columns: {
    customer: { column: customerOfDrift, type: 'text', of: ({ customer }) => customer },
    difference: { column: difference, type: 'numeric', of: ({ difference }) => difference },
    firstSeenAt: {
      column: sql`drift.first_seen_at`,
      type: 'timestamptz',
      of: ({ firstSeenAt }) => firstSeenAt.toISOString(),
    },
  },
  standard: '-day',
});

/** Drifts of a workspace, newest days first unless another order is asked for. */
export async function listDrifts(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: DriftFilter & SortedPage<(typeof driftOrder.sorts)[number]>,
): Promise<readonly DriftView[]> {
  const { isAfter, order } = driftOrder.select({ sort, after });
  const { rows } = await sql<Omit<DriftView, 'held' | 'marketplace'> & { held: string; marketplace: string }>`
    select source_name as "sourceName", marketplace_subscription_id as "marketplaceSubscriptionId", dimension,
      drift.day::text as day, held_quantity::text as held, marketplace_quantity::text as marketplace,
      first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", resolved_at as "resolvedAt",
      ${customerOfDrift} as customer, ${difference}::text as difference
    from usage_drifts as drift
    where ${conditionOf(workspaceId, filter)} and ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map((row) => ({
    ...row,
    held: readQuantitySum(row.held),
    marketplace: readQuantitySum(row.marketplace),
  }));
}

export function loadDriftTotal(database: Database, workspaceId: string, filter: DriftFilter): Promise<Total> {
  return loadTotal(
    database,
    sql`select from usage_drifts as drift where ${conditionOf(workspaceId, filter)}`,
  );
}

function conditionOf(
  workspaceId: string,
  { isResolved, tenantId, product, dimension }: DriftFilter,
): RawBuilder<unknown> {
  const conditions = [sql`drift.workspace_id = ${workspaceId}`];
  if (isResolved !== undefined) conditions.push(sql`(drift.resolved_at is not null) = ${isResolved}`);
  if (dimension !== undefined) conditions.push(sql`drift.dimension = ${dimension}`);
  if (tenantId !== undefined || product !== undefined) {
    conditions.push(sql`drift.marketplace_subscription_id in (
      select lower(marketplace_subscription_id) from subscriptions
      where workspace_id = ${workspaceId} and ${inScope(workspaceId, { tenantId, product })})`);
  }
  return sql.join(conditions, sql` and `);
}
