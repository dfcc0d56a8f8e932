import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionSource, SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../list-order.ts';
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

export const subscriptionOrder = new ListOrder({
  id: [
    {
      column: sql`subscription.subscription_id`,
      type: 'uuid',
      of: ({ subscription }: SubscriptionView) => subscription.subscriptionId,
    },
  ],
  idKey: 'createdAt',
  columns: {
    changedAt: {
      column: sql`subscription.changed_at`,
      type: 'timestamptz',
      of: ({ subscription }) => subscription.changedAt.toISOString(),
    },
  },
  standard: '-createdAt',
});

interface SubscriptionPage extends SubscriptionFilter, SortedPage<(typeof subscriptionOrder.sorts)[number]> {}

/** A page of the workspace's subscriptions, newest first unless another order is asked for. */
export async function listSubscriptionViews(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: SubscriptionPage,
): Promise<readonly SubscriptionView[]> {
  const { isAfter, order } = subscriptionOrder.select({ sort, after });
  const rows = await selectSubscriptionViews(database, workspaceId)
    .where(conditionOf(workspaceId, filter))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .execute();
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
