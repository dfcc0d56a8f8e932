import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionSort } from '../../core/subscriptions/list-order.ts';
import type { SubscriptionSource, SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import type { Total } from '../../core/total.ts';
import type { Database } from '../database.ts';
import { loadTotal } from '../load-total.ts';
import {
  type SubscriptionView,
  selectSubscriptionViews,
  subscriptionViewFrom,
} from './subscription-views.ts';

export interface SubscriptionFilter {
  readonly status?: SubscriptionStatus | undefined;
  readonly source?: SubscriptionSource | undefined;
  readonly product?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly marketplaceSubscriptionId?: string | undefined;
}

/** The place of a subscription: its id begins with the time of its creation. */
export interface SubscriptionKey {
  readonly subscriptionId: string;
  /** For the sort by `changedAt`. */
  readonly changedAt?: Date;
}

interface SubscriptionPage extends SubscriptionFilter {
  readonly sort?: SubscriptionSort | undefined;
  /** The last subscription of the previous page. */
  readonly after?: SubscriptionKey | undefined;
  readonly limit: number;
}

/** A page of the workspace's subscriptions, newest first unless another order is asked for. */
export async function listSubscriptionViews(
  database: Database,
  workspaceId: string,
  { sort = '-createdAt', after, limit, ...filter }: SubscriptionPage,
): Promise<readonly SubscriptionView[]> {
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? 'desc' : 'asc';
  const comparison = isDescending ? sql`<` : sql`>`;
  let query = selectSubscriptionViews(database, workspaceId).where(conditionOf(workspaceId, filter));
  if (sort === 'changedAt' || sort === '-changedAt') {
    query = query.orderBy('subscription.changed_at', direction);
    if (after !== undefined) {
      query = query.where(sql<boolean>`(subscription.changed_at, subscription.subscription_id) ${comparison}
        (${after.changedAt}::timestamptz, ${after.subscriptionId}::uuid)`);
    }
  } else if (after !== undefined) {
    query = query.where(
      sql<boolean>`subscription.subscription_id ${comparison} ${after.subscriptionId}::uuid`,
    );
  }
  const rows = await query.orderBy('subscription.subscription_id', direction).limit(limit).execute();
  return rows.map(subscriptionViewFrom);
}

export function loadSubscriptionTotal(
  database: Database,
  workspaceId: string,
  filter: SubscriptionFilter,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from subscriptions as subscription
      where subscription.workspace_id = ${workspaceId} and ${conditionOf(workspaceId, filter)}`,
  );
}

function conditionOf(workspaceId: string, filter: SubscriptionFilter): RawBuilder<boolean> {
  const { status, source, product, tenantId, marketplaceSubscriptionId } = filter;
  const conditions = [sql`true`];
  if (status !== undefined) conditions.push(sql`subscription.status = ${status}`);
  if (source !== undefined) conditions.push(sql`subscription.source = ${source}`);
  if (product !== undefined) {
    conditions.push(sql`subscription.product_id =
      (select product_id from products where workspace_id = ${workspaceId} and slug = ${product})`);
  }
  if (tenantId !== undefined) conditions.push(sql`subscription.tenant_id = ${tenantId}::uuid`);
  if (marketplaceSubscriptionId !== undefined) {
    conditions.push(sql`subscription.marketplace_subscription_id = ${marketplaceSubscriptionId}`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
