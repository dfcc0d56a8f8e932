import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../core/identifiers.ts';
import { isDescending, sortKey } from '../../core/values/list-order.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { type CustomerView, selectCustomers } from './customer-views.ts';

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
}

interface CustomerPage extends CustomerFilter, SortedPage<CustomerSort> {}

/**
 * A page of the workspace's customers, by the name of their organisation unless another order is asked for. Customers
 * without a name are last, in both directions.
 */
export async function listCustomerViews(
  database: Database,
  workspaceId: string,
  { search, sort = customerOrder.standard, after, limit }: CustomerPage,
): Promise<readonly CustomerView[]> {
  const matches = matchesOf(workspaceId, search);
  const select = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>, count: number) =>
    selectCustomers(database, workspaceId, {
      condition: sql`${matches} and ${condition}`,
      order,
      limit: count,
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
  { search }: CustomerFilter,
): Promise<Total> {
  const matches = matchesOf(workspaceId, search);
  return loadTotal(
    database,
    sql`select from tenants as tenant where tenant.workspace_id = ${workspaceId} and ${matches}`,
  );
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
export const containing = (text: string) => `%${escapeLike(text)}%`;
const beginning = (text: string) => `${escapeLike(text)}%`;

function matchesOf(workspaceId: string, search: string | undefined) {
  return search === undefined
    ? sql`true`
    : sql`tenant.tenant_id in (${matchingTenants(workspaceId, search)})`;
}

/**
 * A union instead of one `or`, so that each search uses its index. A text that is no id is not compared with ids: Citus
 * refuses a condition that is always false beside an outer join.
 */
function matchingTenants(workspaceId: string, search: string) {
  const byId = isUuid(search)
    ? sql`select tenant_id from tenants where workspace_id = ${workspaceId} and tenant_id = ${search}::uuid union`
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
      where workspace_id = ${workspaceId} and marketplace_subscription_id = ${search}`;
}
