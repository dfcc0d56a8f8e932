import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from '../subscriptions/customer-joins.ts';

export interface UsageCustomer {
  /** The organisation's name, or the tenant id. */
  readonly customer: string;
  readonly product: string;
}

/** Customers by subscription id. */
export async function loadUsageCustomers(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, UsageCustomer>> {
  const { rows } = await sql<{ subscription_id: string } & UsageCustomer>`
    select subscription.subscription_id, product.slug as product,
      coalesce(organisation.name, subscription.tenant_id::text) as customer
    from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    join tenants as tenant on ${isTenantOfSubscription}
    left join organisations as organisation on ${isOrganisationOfTenant}
    where subscription.workspace_id = ${workspaceId}
      and subscription.subscription_id = any(${subscriptionIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ subscription_id, ...customer }) => [subscription_id, customer]));
}
