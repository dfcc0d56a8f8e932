import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../core/identifiers.ts';
import type { CustomerSort } from '../../core/subscriptions/list-order.ts';
import type { Total } from '../../core/total.ts';
import type { Database } from '../database.ts';
import { loadTotal } from '../load-total.ts';
import { type CustomerView, selectCustomers } from './customer-views.ts';

/** The place of a customer in every sort order. */
export type CustomerKey = Pick<CustomerView, 'tenantId' | 'organisation' | 'createdAt'>;

export interface CustomerFilter {
  /** A tenant id, part of an organisation's name, prefix of a member's e-mail address, or marketplace subscription id. */
  readonly search?: string | undefined;
}

interface CustomerPage extends CustomerFilter {
  /** Customers without a name are last, in both directions. */
  readonly sort?: CustomerSort | undefined;
  /** The last customer of the previous page. */
  readonly after?: CustomerKey | undefined;
  readonly limit: number;
}

/** A page of the workspace's customers, by the name of their organisation unless another order is asked for. */
export async function listCustomerViews(
  database: Database,
  workspaceId: string,
  { search, sort = 'name', after, limit }: CustomerPage,
): Promise<readonly CustomerView[]> {
  const matches = matchesOf(workspaceId, search);
  const direction = sort.startsWith('-') ? descending : ascending;
  const select = (condition: RawBuilder<unknown>, order: readonly RawBuilder<unknown>[], count: number) =>
    selectCustomers(database, workspaceId, {
      condition: sql`${matches} and ${condition}`,
      order: sql.join(order.map((key) => sql`${key} ${direction.order}`)),
      limit: count,
    });
  if (sort === 'createdAt' || sort === '-createdAt') {
    return select(isAfterInTime(after, direction), [sql`tenant.created_at`, sql`tenant.tenant_id`], limit);
  }
  const isPastNames = after !== undefined && after.organisation === null;
  const named = isPastNames
    ? []
    : await select(
        // Repeats the workspace, so that the planner walks the organisations' index.
        sql`organisation.workspace_id = ${workspaceId} and ${isAfterByName(after, direction)}`,
        [sql`lower(organisation.name)`, sql`organisation.organisation_id`, sql`tenant.tenant_id`],
        limit,
      );
  if (named.length === limit) return named;
  const isLater = isPastNames ? sql`tenant.tenant_id ${direction.after} ${after.tenantId}::uuid` : sql`true`;
  const unnamed = await select(
    sql`tenant.organisation_id is null and ${isLater}`,
    // The organisation is always null here; naming it lets the index give the order.
    [sql`tenant.organisation_id`, sql`tenant.tenant_id`],
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

interface Direction {
  readonly order: RawBuilder<unknown>;
  readonly after: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
}
const ascending: Direction = { order: sql`asc`, after: sql`>`, from: sql`>=` };
const descending: Direction = { order: sql`desc`, after: sql`<`, from: sql`<=` };

function isAfterInTime(after: CustomerKey | undefined, direction: Direction) {
  if (after === undefined) return sql`true`;
  return sql`(tenant.created_at, tenant.tenant_id) ${direction.after}
    (${after.createdAt}::timestamptz, ${after.tenantId}::uuid)`;
}

/** The first comparison is the index's; the second, over two tables, only filters the last organisation's tenants. */
function isAfterByName(after: CustomerKey | undefined, direction: Direction) {
  if (!after?.organisation) return sql`true`;
  const { name, organisationId } = after.organisation;
  return sql`(lower(organisation.name), organisation.organisation_id) ${direction.from}
      (lower(${name}::text), ${organisationId}::uuid)
    and (lower(organisation.name), organisation.organisation_id, tenant.tenant_id) ${direction.after}
      (lower(${name}::text), ${organisationId}::uuid, ${after.tenantId}::uuid)`;
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
