import { type RawBuilder, sql } from 'kysely';

/** Whose reports, and of which product. */
export interface ReportHolder {
  readonly subscriptionId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** A slug. */
  readonly product?: string | undefined;
}

/** The condition on `subscription_id` of a report of the workspace. */
export function heldBy(
  workspaceId: string,
  { subscriptionId, tenantId, product }: ReportHolder,
): RawBuilder<boolean> {
  const ofSubscription = subscriptionId === undefined ? sql`true` : sql`subscription_id = ${subscriptionId}`;
  const customer = [
    ...(tenantId === undefined ? [] : [sql`subscription.tenant_id = ${tenantId}`]),
    ...(product === undefined ? [] : [sql`product.slug = ${product}`]),
  ];
  if (customer.length === 0) return sql<boolean>`${ofSubscription}`;
  return sql<boolean>`(${ofSubscription} and subscription_id in (
    select subscription.subscription_id from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = ${workspaceId} and ${sql.join(customer, sql` and `)}
  ))`;
}
