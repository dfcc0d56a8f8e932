import { sql } from 'kysely';
import type { SubscriptionStatus } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';

/** One history entry of a tenant's subscription: a moment at which its entitlement may have changed. */
export interface TenantMoment {
  readonly recordedAt: Date;
  readonly subscriptionId: string;
  readonly revision: number;
  readonly product: string;
  readonly plan: string;
  readonly move: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly status: SubscriptionStatus;
  readonly quantity: number | null;
  readonly validUntil: Date | null;
}

export type MomentKey = Pick<TenantMoment, 'recordedAt' | 'subscriptionId' | 'revision'>;

/** A page of history entries of the tenant's subscriptions, newest first; of one product, if given. */
export async function listTenantMoments(
  database: Database,
  workspaceId: string,
  tenantId: string,
  {
    product,
    after,
    limit,
  }: {
    readonly product?: string | undefined;
    readonly after?: MomentKey | undefined;
    readonly limit: number;
  },
): Promise<readonly TenantMoment[]> {
  const ofProduct = product === undefined ? sql`true` : sql`product.slug = ${product}`;
  const further =
    after === undefined
      ? sql`true`
      : sql`(history.recorded_at, history.subscription_id, history.revision)
          < (${after.recordedAt}::timestamptz, ${after.subscriptionId}::uuid, ${after.revision}::integer)`;
  const { rows } = await sql<TenantMoment>`
    select history.recorded_at as "recordedAt", history.subscription_id as "subscriptionId", history.revision,
      product.slug as product, plan.slug as plan, history.move, history.actor, history.reason,
      history.state ->> 'status' as status, (history.state ->> 'quantity')::integer as quantity,
      (history.state ->> 'validUntil')::timestamptz as "validUntil"
    from subscriptions as subscription
    join subscription_history as history using (workspace_id, subscription_id)
    join products as product using (workspace_id, product_id)
    join plans as plan
      on plan.workspace_id = subscription.workspace_id and plan.plan_id = (history.state ->> 'planId')::uuid
    where subscription.workspace_id = ${workspaceId} and subscription.tenant_id = ${tenantId}
      and ${ofProduct} and ${further}
    order by history.recorded_at desc, history.subscription_id desc, history.revision desc
    limit ${limit}`.execute(database);
  return rows;
}

/** The other tenants of this tenant's organisation. */
export async function listSisterTenants(
  database: Database,
  workspaceId: string,
  tenantId: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select sister.tenant_id from tenants as tenant
    join tenants as sister using (workspace_id, organisation_id)
    where tenant.workspace_id = ${workspaceId} and tenant.tenant_id = ${tenantId}
      and sister.tenant_id <> tenant.tenant_id
    order by sister.tenant_id
    limit ${limit}`.execute(database);
  return rows.map(({ tenant_id }) => tenant_id);
}
