import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { erasedAccount } from '../../core/marketplace/licences/licence-address.ts';
import type {
  Subscription,
  SubscriptionSource,
  SubscriptionStatus,
} from '../../core/subscriptions/subscription.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from './customer-views.ts';
import { type HistoryEntry, subscriptionFrom, subscriptionFromState } from './subscriptions.ts';

/** A subscription with the names of its product, plan and organisation. */
export interface SubscriptionView {
  readonly subscription: Subscription;
  readonly revision: number;
  readonly product: { readonly slug: string; readonly name: string };
  readonly plan: { readonly slug: string; readonly name: string };
  /** The buyer's account number, where the marketplace names the buyer by that alone. */
  readonly account: string | null;
  /** The tenant's organisation; null when none is assigned. */
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
}

const selectSubscriptionViews = (database: Database, workspaceId: string) =>
  database
    .selectFrom('subscriptions as subscription')
    .innerJoin('products as product', (join) =>
      join.on(sameInWorkspace('product', 'subscription', 'product_id')),
    )
    .innerJoin('plans as plan', (join) => join.on(sameInWorkspace('plan', 'subscription', 'plan_id')))
    .innerJoin('tenants as tenant', (join) => join.on(isTenantOfSubscription))
    .leftJoin('organisations as organisation', (join) => join.on(isOrganisationOfTenant))
    .leftJoin('marketplace_licences as licence', (join) =>
      join
        .onRef('licence.workspace_id', '=', 'subscription.workspace_id')
        .onRef('licence.licence', '=', 'subscription.marketplace_subscription_id'),
    )
    .selectAll('subscription')
    .select([
      'product.slug as product_slug',
      'product.name as product_name',
      'plan.slug as plan_slug',
      'plan.name as plan_name',
      'organisation.organisation_id',
      'organisation.name as organisation_name',
    ])
    .select(sql<string | null>`nullif(licence.account, ${erasedAccount})`.as('account'))
    .where('subscription.workspace_id', '=', workspaceId);

type Row =
  ReturnType<typeof selectSubscriptionViews> extends SelectQueryBuilder<infer _, infer __, infer Found>
    ? Found
    : never;

export async function findSubscriptionView(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<SubscriptionView | undefined> {
  const row = await selectSubscriptionViews(database, workspaceId)
    .where('subscription.subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && subscriptionViewFrom(row);
}

function subscriptionViewFrom(row: Row): SubscriptionView {
  const { organisation_id: organisationId, organisation_name: name } = row;
  return {
    subscription: subscriptionFrom(row),
    revision: row.revision,
    product: { slug: row.product_slug, name: row.product_name },
    plan: { slug: row.plan_slug, name: row.plan_name },
    account: row.account,
    organisation: organisationId !== null && name !== null ? { organisationId, name } : null,
  };
}

/** One history entry with the subscription's state after it. */
export interface HistoryEntryView extends HistoryEntry {
  readonly revision: number;
  readonly plan: string;
  readonly state: Subscription;
}

/** Newest first. */
export async function listSubscriptionHistory(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<readonly HistoryEntryView[]> {
  const { rows } = await sql<{
    revision: number;
    recorded_at: Date;
    move: string;
    actor: string;
    reason: string | null;
    state: unknown;
    plan: string;
  }>`
    select history.revision, history.recorded_at, history.move, history.actor, history.reason, history.state,
      plan.slug as plan
    from subscription_history as history
    join plans as plan
      on plan.workspace_id = history.workspace_id and plan.plan_id = (history.state ->> 'planId')::uuid
    where history.workspace_id = ${workspaceId} and history.subscription_id = ${subscriptionId}
    order by history.revision desc`.execute(database);
  return rows.map(({ recorded_at, state, ...row }) => ({
    ...row,
    recordedAt: recorded_at,
    state: subscriptionFromState(state),
  }));
}

export interface SubscriptionFilter {
  readonly status?: SubscriptionStatus | undefined;
  readonly source?: SubscriptionSource | undefined;
  readonly product?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly marketplaceSubscriptionId?: string | undefined;
  /** The buyer's account number. */
  readonly account?: string | undefined;
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
  page: SubscriptionPage,
): Promise<readonly SubscriptionView[]> {
  const query = selectSubscriptionViews(database, workspaceId).where(conditionOf(workspaceId, page));
  const rows = await subscriptionOrder.pageOf(query, page);
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
  const { status, source, product, tenantId, marketplaceSubscriptionId, account } = filter;
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
  if (account !== undefined) {
    conditions.push(sql`subscription.marketplace_subscription_id in (
      select licence from marketplace_licences where workspace_id = ${workspaceId} and account = ${account})`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** How many marketplace subscriptions to each plan have not ended, by plan id. */
export async function loadMarketplaceCounts(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (planIds.length === 0) return new Map();
  const { rows } = await sql<{ plan_id: string; count: number }>`
    select plan_id, count(*)::integer as count from subscriptions
    where workspace_id = ${workspaceId} and plan_id = any(${planIds}::uuid[])
      and source = 'Marketplace' and ended_at is null
    group by plan_id`.execute(database);
  return new Map(rows.map(({ plan_id, count }) => [plan_id, count]));
}
