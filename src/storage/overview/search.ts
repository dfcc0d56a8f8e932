import { sql } from 'kysely';
import type { PublicationStatus } from '../../core/catalogue/catalogue.ts';
import { isUuid } from '../../core/identifiers.ts';
import { readAccountNumber } from '../../core/marketplace/licences/licence-address.ts';
import type { SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { Database } from '../database.ts';
import { containing } from '../subscriptions/customer-list.ts';

export interface FoundProduct {
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
}

/** By part of the slug or the name. */
export async function findProductsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`
    select slug, name, status from products
    where workspace_id = ${workspaceId} and (slug ilike ${containing(text)} or name ilike ${containing(text)})
    order by slug
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundApiClient {
  readonly apiClientId: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** By part of the name, by id, by the visible part of a key, or by part of a key's name. */
export async function findApiClientsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundApiClient[]> {
  const { rows } = await sql<FoundApiClient>`
    select api_client_id as "apiClientId", name, enabled from api_clients
    where workspace_id = ${workspaceId} and (
      name ilike ${containing(text)} or api_client_id = ${isUuid(text) ? text : null}::uuid
      or api_client_id in (
        select api_client_id from api_keys
        where workspace_id = ${workspaceId} and (key_id = ${text} or name ilike ${containing(text)})
      )
    )
    order by name, api_client_id
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundSubscription {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly organisation: string | null;
  readonly product: string;
  readonly status: SubscriptionStatus;
}

/** By id, by the marketplace's id, by the buyer's account number, or by part of the organisation's name; newest first. */
export async function findSubscriptionsOf(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundSubscription[]> {
  const { rows } = await sql<FoundSubscription>`
    select subscription.subscription_id as "subscriptionId", subscription.tenant_id as "tenantId",
      organisation.name as organisation, product.name as product, subscription.status
    from subscriptions as subscription
    join products as product
      on product.workspace_id = ${workspaceId} and product.product_id = subscription.product_id
    join tenants as tenant on tenant.workspace_id = ${workspaceId} and tenant.tenant_id = subscription.tenant_id
    left join organisations as organisation
      on organisation.workspace_id = ${workspaceId} and organisation.organisation_id = tenant.organisation_id
    where subscription.workspace_id = ${workspaceId} and subscription.subscription_id in (
      select subscription_id from subscriptions
        where workspace_id = ${workspaceId} and subscription_id = ${isUuid(text) ? text : null}::uuid
      union
      select subscription_id from subscriptions
        where workspace_id = ${workspaceId} and marketplace_subscription_id = ${text}
      union
      select sold.subscription_id from marketplace_licences as licence
        join subscriptions as sold
          on sold.workspace_id = ${workspaceId} and sold.marketplace_subscription_id = licence.licence
        where licence.workspace_id = ${workspaceId} and licence.account = ${readAccountNumber(text) ?? null}
      union
      select found.subscription_id from organisations as named
        join tenants as buyer on buyer.workspace_id = ${workspaceId} and buyer.organisation_id = named.organisation_id
        join subscriptions as found on found.workspace_id = ${workspaceId} and found.tenant_id = buyer.tenant_id
        where named.workspace_id = ${workspaceId} and named.name ilike ${containing(text)}
    )
    order by subscription.subscription_id desc
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly description: string;
}

/** By part of the description or the address, or by id. */
export async function findEndpointsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundEndpoint[]> {
  const { rows } = await sql<FoundEndpoint>`
    select endpoint_id as "endpointId", url, description from webhook_endpoints
    where workspace_id = ${workspaceId} and removed_at is null and (
      description ilike ${containing(text)} or url ilike ${containing(text)}
      or endpoint_id = ${isUuid(text) ? text : null}::uuid
    )
    order by description, endpoint_id
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundServiceAccount {
  readonly serviceAccountId: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** By part of the name, by id, by the visible part of a key, or by part of a key's name. */
export async function findServiceAccountsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundServiceAccount[]> {
  const { rows } = await sql<FoundServiceAccount>`
    select service_account_id as "serviceAccountId", name, role from service_accounts
    where workspace_id = ${workspaceId} and (
      name ilike ${containing(text)} or service_account_id = ${isUuid(text) ? text : null}::uuid
      or service_account_id in (
        select service_account_id from api_keys
        where workspace_id = ${workspaceId} and (key_id = ${text} or name ilike ${containing(text)})
      )
    )
    order by name, service_account_id
    limit ${limit}`.execute(database);
  return rows;
}
