import { type RawBuilder, sql } from 'kysely';
import { erasedAccount } from '../../core/marketplace/licences/licence-address.ts';
import type { CustomerProfile } from '../../core/subscriptions/customer-profile.ts';
import type { SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { containsText } from '../sql/text-search.ts';
import { isPresentPeriod, periodUse } from './customers-at-risk.ts';

/** A tenant with its organisation, counts and what the partner notes about it, for the portal. */
export interface CustomerView extends CustomerProfile {
  readonly tenantId: string;
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
  /** The best of its subscriptions; null: it has none. */
  readonly status: SubscriptionStatus | null;
  /** Of the dimension nearest to its included quantity; null: nothing is included. */
  readonly usagePercent: number | null;
  /** Of any product; null: none is stored. */
  readonly lastCallAt: Date | null;
  /** The numbers of its accounts at marketplaces that name the buyer by that alone. */
  readonly accounts: readonly string[];
  readonly owner: { readonly memberId: string; readonly name: string | null; readonly email: string } | null;
  readonly subscriptionCount: number;
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly revision: number;
}

export async function findCustomerView(
  database: Database,
  workspaceId: string,
  tenantId: string,
  now: Date,
): Promise<CustomerView | undefined> {
  const [customer] = await selectCustomers(database, workspaceId, {
    condition: sql`tenant.tenant_id = ${tenantId}::uuid`,
    order: sql`tenant.tenant_id`,
    limit: 1,
    now,
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
  readonly now: Date;
}

interface CustomerRow extends Omit<CustomerView, 'organisation' | 'usagePercent' | 'owner'> {
  readonly organisationId: string | null;
  readonly organisationName: string | null;
  readonly ownerName: string | null;
  readonly ownerEmail: string | null;
  readonly percent: string | null;
}

/** A customer has the status of its best subscription, in this order. */
export const statusRanks = ['Active', 'Suspended', 'Pending', 'Cancelled', 'Expired'] as const;

/** Its columns can be sorted by: `usage.percent` and `call.last_call_at`. */
export async function selectCustomers(
  database: Database,
  workspaceId: string,
  { condition, order, limit, now }: CustomerQuestion,
): Promise<readonly CustomerView[]> {
  const { rows } = await sql<CustomerRow>`
    select tenant.tenant_id as "tenantId", tenant.created_at as "createdAt", tenant.contact_name as "contactName",
      tenant.contact_email as "contactEmail", tenant.contact_phone as "contactPhone", tenant.notes, tenant.revision,
      organisation.organisation_id as "organisationId", organisation.name as "organisationName",
      owner.member_id as "ownerId", owner.name as "ownerName", owner.email as "ownerEmail",
      usage.percent, call.last_call_at as "lastCallAt",
      (select subscription.status from subscriptions as subscription
        where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
        order by array_position(${statusRanks}::text[], subscription.status)
        limit 1) as status,
      array(select distinct licence.account from subscriptions as subscription
        join marketplace_licences as licence on licence.workspace_id = subscription.workspace_id
          and licence.licence = subscription.marketplace_subscription_id and licence.account <> ${erasedAccount}
        where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
        order by licence.account
      ) as accounts,
      (select count(*)::integer from subscriptions as subscription
        where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
      ) as "subscriptionCount",
      (select count(*)::integer from members as member
        where member.workspace_id = tenant.workspace_id and member.tenant_id = tenant.tenant_id) as "memberCount"
    from tenants as tenant
    left join organisations as organisation on ${isOrganisationOfTenant}
    left join workspace_members as owner on owner.workspace_id = tenant.workspace_id
      and owner.member_id = tenant.owner_id and owner.removed_at is null
    left join lateral (
      select max(floor(${periodUse} * 100 / period.included_quantity)) as percent
      from subscriptions as subscription
      join usage_periods as period on period.workspace_id = subscription.workspace_id
        and period.subscription_id = subscription.subscription_id
      where subscription.workspace_id = tenant.workspace_id and subscription.tenant_id = tenant.tenant_id
        and subscription.ended_at is null and ${isPresentPeriod(now)}
    ) as usage on true
    left join lateral (
      select max(last_call_at) as last_call_at from customer_calls
      where customer_calls.workspace_id = tenant.workspace_id and customer_calls.tenant_id = tenant.tenant_id
    ) as call on true
    where tenant.workspace_id = ${workspaceId} and ${condition}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map(({ organisationId, organisationName, ownerName, ownerEmail, percent, ...customer }) => ({
    ...customer,
    organisation:
      organisationId !== null && organisationName !== null
        ? { organisationId, name: organisationName }
        : null,
    usagePercent: percent === null ? null : Number(percent),
    owner:
      customer.ownerId !== null && ownerEmail !== null
        ? { memberId: customer.ownerId, name: ownerName, email: ownerEmail }
        : null,
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

export const memberColumns = [
  'member_id as memberId',
  'object_id as objectId',
  'email',
  'active as isActive',
  'is_administrator as isAdministrator',
  'created_at as createdAt',
] as const;

export function findCustomerMemberView(
  database: Database,
  workspaceId: string,
  memberId: string,
): Promise<CustomerMemberView | undefined> {
  return database
    .selectFrom('members')
    .select(memberColumns)
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export function findCustomerMemberViewByObjectId(
  database: Database,
  workspaceId: string,
  { tenantId, objectId }: { readonly tenantId: string; readonly objectId: string },
): Promise<CustomerMemberView | undefined> {
  return database
    .selectFrom('members')
    .select(memberColumns)
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
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
