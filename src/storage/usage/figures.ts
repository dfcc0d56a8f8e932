import { sql } from 'kysely';
import type { HourRange } from '../../core/usage/reports/hour-range.ts';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { Database } from '../database.ts';
import { inScope, type ReportScope } from './leases.ts';
import { reportState, reportsUnderLease } from './queue.ts';

/** The reports of an hour, state, product and dimension. */
export interface StateCount {
  readonly hour: Date;
  readonly state: UsageState;
  /** A slug; empty: the subscription is unknown. */
  readonly product: string;
  readonly dimension: string;
  /** Exact decimal text. */
  readonly quantity: string;
  readonly count: number;
  readonly failing: number;
}

/** Reports per hour and state; failing are undecided reports whose last attempt failed. */
export async function loadReportCounts(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  holder: ReportScope,
  now: Date,
): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    with counted as (
      select hour, ${reportState(now)} as state, subscription_id, dimension, count(*) as count,
        count(*) filter (where status = 'Pending' and reason_code is not null) as failing, sum(quantity) as quantity
      from ${reportsUnderLease} as report
      where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until}
        and ${inScope(workspaceId, holder)}
      group by 1, 2, 3, 4
    )
    select counted.hour, counted.state, coalesce(product.slug, '') as product, counted.dimension,
      sum(counted.count)::integer as count, sum(counted.failing)::integer as failing, sum(counted.quantity)::text as quantity
    from counted
    left join subscriptions as subscription
      on subscription.workspace_id = ${workspaceId} and subscription.subscription_id = counted.subscription_id
    left join products as product
      on product.workspace_id = ${workspaceId} and product.product_id = subscription.product_id
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`.execute(database);
  return rows;
}

export interface UsageSummaryKey {
  readonly subscriptionId: string;
  readonly dimension: string;
}
