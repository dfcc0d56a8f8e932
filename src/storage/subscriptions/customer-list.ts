import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../core/identifiers.ts';
import { type RiskKind, riskMoments } from '../../core/subscriptions/at-risk.ts';
import type { SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import { isDescending, sortKey } from '../../core/values/list-order.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { type CustomerView, selectCustomers, statusRanks } from './customer-views.ts';
import { tenantsAtRisk } from './customers-at-risk.ts';

const tenantId = {
  column: sql`tenant.tenant_id`,
  type: 'uuid',
  of: ({ tenantId }: CustomerView) => tenantId,
} as const;

export const customerOrder = new ListOrder({
  id: [tenantId],
  columns: {
    name: {
      column: sql`organisation.name`,
      type: 'text',
      isNullable: true,
      of: ({ organisation }) => organisation?.name ?? null,
      ties: [
        {
          column: sql`organisation.organisation_id`,
          type: 'uuid',
          isNullable: true,
          of: ({ organisation }) => organisation?.organisationId ?? null,
        },
      ],
    },
    createdAt: {
      column: sql`tenant.created_at`,
      type: 'timestamptz',
      of: ({ createdAt }) => createdAt.toISOString(),
    },
    usage: {
      column: sql`coalesce(usage.percent, -1)`,
      type: 'numeric',
      of: ({ usagePercent }) => String(usagePercent ?? -1),
    },
    lastCallAt: {
      column: sql`coalesce(call.last_call_at, '-infinity')`,
      type: 'timestamptz',
      of: ({ lastCallAt }) => lastCallAt?.toISOString() ?? '-infinity',
    },
  },
  standard: 'name',
});

/** Customers without a name, by their id. */
const unnamedOrder = new ListOrder({ id: [tenantId], idKey: 'name', columns: {}, standard: 'name' });

type CustomerSort = (typeof customerOrder.sorts)[number];
const isByName = (sort: CustomerSort): sort is 'name' | '-name' => sortKey(sort) === 'name';

export interface CustomerFilter {
  /** A tenant id, part of an organisation's name, prefix of a member's e-mail address, or marketplace subscription id. */
  readonly search?: string | undefined;
  /** Of its best subscription. */
  readonly status?: SubscriptionStatus | undefined;
  /** Slugs; of a subscription that has not ended. */
  readonly product?: string | undefined;
  readonly plan?: string | undefined;
  readonly atRisk?: RiskKind | 'Any' | undefined;
}

interface CustomerPage extends CustomerFilter, SortedPage<CustomerSort> {}

/**
 * A page of the workspace's customers, by the name of their organisation unless another order is asked for. Customers
 * without a name are last, in both directions.
 */
export async function listCustomerViews(
  database: Database,
  workspaceId: string,
  { sort = customerOrder.standard, after, limit, ...filter }: CustomerPage,
  now: Date,
): Promise<readonly CustomerView[]> {
  const matches = matchesOf(workspaceId, filter, now);
  const select = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, count: number) =>
    selectCustomers(database, workspaceId, {
      condition: sql`${matches} and ${condition}`,
      order,
      limit: count,
      now,
    });
  const listed = customerOrder.select({ sort, after });
  if (!isByName(sort)) return select(listed.isAfter, listed.order, limit);
  const isPastNames = after !== undefined && after[0] === null;
  const named = isPastNames
    ? []
    : await select(
        // Repeats the workspace, so that the planner walks the organisations' index.
        sql`organisation.workspace_id = ${workspaceId} and ${listed.isAfter}`,
        listed.order,
        limit,
      );
  if (named.length === limit) return named;
  const { isAfter, order } = unnamedOrder.select({ sort, after: isPastNames ? after.slice(-1) : undefined });
  const direction = isDescending(sort) ? sql`desc` : sql`asc`;
  const unnamed = await select(
    sql`tenant.organisation_id is null and ${isAfter}`,
    // The organisation is always null here; naming it lets the index give the order.
    sql`tenant.organisation_id ${direction}, ${order}`,
    limit - named.length,
  );
  return [...named, ...unnamed];
}

export function loadCustomerTotal(
  database: Database,
  workspaceId: string,
  filter: CustomerFilter,
  now: Date,
): Promise<Total> {
  const matches = matchesOf(workspaceId, filter, now);
  return loadTotal(
    database,
    sql`select from tenants as tenant where tenant.workspace_id = ${workspaceId} and ${matches}`,
  );
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
export const containing = (text: string) => `%${escapeLike(text)}%`;
const beginning = (text: string) => `${escapeLike(text)}%`;

/** For a query of `tenants as tenant`. */
function matchesOf(
  workspaceId: string,
  { search, status, product, plan, atRisk }: CustomerFilter,
  now: Date,
): RawBuilder<unknown> {
  const conditions = [sql`true`];
  const isAmong = (tenants: RawBuilder<unknown>) => conditions.push(sql`tenant.tenant_id in (${tenants})`);
  if (search !== undefined) isAmong(matchingTenants(workspaceId, search));
  if (status !== undefined) {
    const better = statusRanks.slice(0, statusRanks.indexOf(status));
    isAmong(
      sql`select tenant_id from subscriptions where workspace_id = ${workspaceId} and status = ${status}`,
    );
    conditions.push(sql`not exists (
      select from subscriptions as subscription
      where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
        and subscription.status = any(${better}::text[])
    )`);
  }
  if (product !== undefined || plan !== undefined) {
    isAmong(sql`
      select subscription.tenant_id from subscriptions as subscription
      join products as product on product.workspace_id = subscription.workspace_id
        and product.product_id = subscription.product_id
      join plans as plan on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
      where subscription.workspace_id = ${workspaceId} and subscription.ended_at is null
        and ${product === undefined ? sql`true` : sql`product.slug = ${product}`}
        and ${plan === undefined ? sql`true` : sql`plan.slug = ${plan}`}`);
  }
  if (atRisk !== undefined) isAmong(tenantsAtRisk(workspaceId, riskMoments(now), atRisk));
  return sql.join(conditions, sql` and `);
}

/**
 * A union instead of one `or`, so that each search uses its index. A text that is no id is not compared with ids: Citus
 * refuses a condition that is always false beside an outer join.
 */
function matchingTenants(workspaceId: string, search: string) {
  const byId = isUuid(search)
    ? sql`select tenant_id from tenants where workspace_id = ${workspaceId} and tenant_id = ${search}::uuid union`
    : sql``;
  // People group the digits of an account number by blanks or hyphens.
  const account = search.replaceAll(/[\s-]/g, '');
  const byAccount = /^\d{12}$/.test(account)
    ? sql`union select tenant_id from marketplace_licences
        where workspace_id = ${workspaceId} and account = ${account} and tenant_id is not null`
    : sql``;
  return sql`
    ${byId}
    select tenant.tenant_id from organisations as organisation
      join tenants as tenant using (workspace_id, organisation_id)
      where organisation.workspace_id = ${workspaceId} and organisation.name ilike ${containing(search)}
    union
    select tenant_id from members where workspace_id = ${workspaceId} and lower(email) like lower(${beginning(search)})
    union
    select tenant_id from subscriptions
      where workspace_id = ${workspaceId} and marketplace_subscription_id = ${search}
    ${byAccount}`;
}
