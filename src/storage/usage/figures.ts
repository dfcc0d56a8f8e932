import { sql } from 'kysely';
import type { UsageState } from '../../core/usage/state.ts';
import type { Database } from '../database.ts';
import { reportState, reportsUnderLease } from './queue.ts';
import { heldBy, type ReportHolder } from './report-holder.ts';

export interface HourRange {
  readonly from: Date;
  readonly until: Date;
}

export interface StateCount {
  readonly hour: Date;
  readonly state: UsageState;
  readonly count: number;
  readonly failing: number;
}

/** Reports per hour and status; failing are undecided reports whose last attempt failed. */
export async function loadReportCounts(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  holder: ReportHolder,
  now: Date,
): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    select hour, ${reportState(now)} as state,
      count(*)::integer as count,
      count(*) filter (where status = 'Pending' and reason_code is not null)::integer as failing
    from ${reportsUnderLease} as report
    where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until}
      and ${heldBy(workspaceId, holder)}
    group by 1, 2
    order by 1, 2`.execute(database);
  return rows;
}

export interface UsageSummaryKey {
  readonly subscriptionId: string;
  readonly dimension: string;
}

/** Usage of one subscription and dimension on both sides. Quantities are sums, as decimal text. */
export interface UsageSummary extends UsageSummaryKey {
  readonly marketplaceSubscriptionId: string;
  readonly reports: number;
  /** Everything that applications reported. */
  readonly reported: string;
  /** The part that was ever sent. */
  readonly sent: string;
  readonly accepted: string;
  /** The part that will never be billed: Rejected, Expired, QuantityMismatch. */
  readonly lost: string;
  /** The marketplace's quantity of the compared days; null when none has been compared. */
  readonly processed: string | null;
  /** Days on which the marketplace's quantity differs from the Accepted one. */
  readonly differingDays: number;
  readonly comparedAt: Date | null;
}

/**
 * By subscription and dimension. A day counts as compared when all its reports were decided an hour before the
 * connection's last comparison: then the marketplace has the Accepted quantity, unless there is a drift.
 */
export async function loadUsageSummaries(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  {
    subscriptionId,
    after,
    limit,
  }: {
    readonly subscriptionId?: string | undefined;
    readonly after?: UsageSummaryKey | undefined;
    readonly limit: number;
  },
): Promise<readonly UsageSummary[]> {
  const ofSubscription = subscriptionId === undefined ? sql`true` : sql`subscription_id = ${subscriptionId}`;
  const further =
    after === undefined
      ? sql`true`
      : sql`(subscription_id, dimension) > (${after.subscriptionId}::uuid, ${after.dimension})`;
  const { rows } = await sql<UsageSummary>`
    with days as (
      select subscription_id, dimension, source_name, marketplace_subscription_id,
        (hour at time zone 'UTC')::date as day,
        count(*)::integer as reports,
        sum(quantity) as reported,
        coalesce(sum(quantity) filter (where attempts > 0), 0) as sent,
        coalesce(sum(quantity) filter (where status = 'Accepted'), 0) as accepted,
        coalesce(sum(quantity) filter (where status in ('Rejected', 'Expired', 'QuantityMismatch')), 0) as lost,
        max(case when status = 'Pending' then 'infinity' else decided_at end) as settled_at
      from ${reportsUnderLease} as report
      where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until}
        and ${ofSubscription} and ${further}
      group by 1, 2, 3, 4, 5
    ), compared as (
      select days.*, connection.usage_reconciled_at as compared_at,
        coalesce(settled_at, '-infinity') <= connection.usage_reconciled_at - interval '1 hour' as is_compared,
        drift.marketplace_quantity as differing
      from days
      left join marketplace_connections as connection
        on connection.workspace_id = ${workspaceId} and connection.source_name = days.source_name
      left join usage_drifts as drift
        on drift.workspace_id = ${workspaceId} and drift.source_name = days.source_name
        and drift.marketplace_subscription_id = lower(days.marketplace_subscription_id)
        and drift.dimension = days.dimension and drift.day = days.day and drift.resolved_at is null
    )
    select subscription_id as "subscriptionId", dimension,
      max(marketplace_subscription_id) as "marketplaceSubscriptionId",
      sum(reports)::integer as reports, sum(reported)::text as reported, sum(sent)::text as sent,
      sum(accepted)::text as accepted, sum(lost)::text as lost,
      (sum(coalesce(differing, accepted)) filter (where is_compared))::text as processed,
      count(differing)::integer as "differingDays",
      max(compared_at) as "comparedAt"
    from compared
    group by subscription_id, dimension
    order by subscription_id, dimension
    limit ${limit}`.execute(database);
  return rows;
}
