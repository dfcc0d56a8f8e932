import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Members } from '../schema/tables.generated.ts';
import { containsText } from '../sql/text-search.ts';

/** A tenant with its organisation and counts, for the portal. */
export interface CustomerView {
  readonly tenantId: string;
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
  readonly subscriptionCount: number;
  readonly memberCount: number;
  readonly createdAt: Date;
}

export async function findCustomerView(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<CustomerView | undefined> {
  const [customer] = await selectCustomers(database, workspaceId, {
    condition: sql`tenant.tenant_id = ${tenantId}::uuid`,
    order: sql`tenant.tenant_id`,
    limit: 1,
  });
  return customer;
}

/** Organisation names by tenant id; tenants without an organisation are absent. */
export async function loadOrganisationNames(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('tenants as tenant')
    .innerJoin('organisations as organisation', (join) => join.on(isOrganisationOfTenant))
    .select(['tenant.tenant_id', 'organisation.name'])
    .where('tenant.workspace_id', '=', workspaceId)
    .where('tenant.tenant_id', 'in', tenantIds)
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.name]));
}

interface CustomerQuestion {
  readonly condition: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
}

export async function selectCustomers(
  database: Database,
  workspaceId: string,
  { condition, order, limit }: CustomerQuestion,
): Promise<readonly CustomerView[]> {
  const { rows } = await sql<{
    tenant_id: string;
    created_at: Date;
    organisation_id: string | null;
    organisation_name: string | null;
    subscription_count: number;
    member_count: number;
  }>`
    select tenant.tenant_id, tenant.created_at, organisation.organisation_id, organisation.name as organisation_name,
      (select count(*)::integer from subscriptions as subscription
        where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
      ) as subscription_count,
      (select count(*)::integer from members as member
        where member.workspace_id = tenant.workspace_id and member.tenant_id = tenant.tenant_id) as member_count
    from tenants as tenant
    left join organisations as organisation on ${isOrganisationOfTenant}
    where tenant.workspace_id = ${workspaceId} and ${condition}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    organisation:
      row.organisation_id !== null && row.organisation_name !== null
        ? { organisationId: row.organisation_id, name: row.organisation_name }
        : null,
    subscriptionCount: row.subscription_count,
    memberCount: row.member_count,
    createdAt: row.created_at,
  }));
}

export interface CustomerMemberView {
  readonly memberId: string;
  readonly objectId: string;
  readonly email: string | null;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  readonly createdAt: Date;
}

export async function findCustomerMemberView(
  database: Database,
  workspaceId: string,
  memberId: string,
): Promise<CustomerMemberView | undefined> {
  const row = await database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && memberViewFrom(row);
}

export async function findCustomerMemberViewByObjectId(
  database: Database,
  workspaceId: string,
  { tenantId, objectId }: { readonly tenantId: string; readonly objectId: string },
): Promise<CustomerMemberView | undefined> {
  const row = await database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row && memberViewFrom(row);
}

export function memberViewFrom(row: Selectable<Members>): CustomerMemberView {
  return {
    memberId: row.member_id,
    objectId: row.object_id,
    email: row.email,
    isActive: row.active,
    isAdministrator: row.is_administrator,
    createdAt: row.created_at,
  };
}

/** The join conditions from a subscription to its customer, for tables under these aliases. */

export const isTenantOfSubscription = sql<boolean>`
  tenant.workspace_id = subscription.workspace_id and tenant.tenant_id = subscription.tenant_id`;

/** A left join: a tenant may have no organisation. */
export const isOrganisationOfTenant = sql<boolean>`
  organisation.workspace_id = tenant.workspace_id and organisation.organisation_id = tenant.organisation_id`;

export interface PersonFilter {
  /** Part of the e-mail address or of the object id. */
  readonly search?: string | undefined;
}

/** For a query of `members as member`. */
export function isPerson({ search }: PersonFilter): RawBuilder<boolean> {
  return containsText(search, sql`member.email`, sql`member.object_id::text`);
}
