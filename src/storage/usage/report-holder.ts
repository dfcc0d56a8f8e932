import { type RawBuilder, sql } from 'kysely';

/** Whose reports, of which product and dimension. */
export interface ReportHolder {
  readonly subscriptionId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** A slug. */
  readonly product?: string | undefined;
  readonly dimension?: string | undefined;
}

/** The condition on `subscription_id` and `dimension` of a report of the workspace. */
export function heldBy(
  workspaceId: string,
  { subscriptionId, tenantId, product, dimension }: ReportHolder,
): RawBuilder<boolean> {
  const own = [
    ...(subscriptionId === undefined ? [] : [sql`subscription_id = ${subscriptionId}`]),
    ...(dimension === undefined ? [] : [sql`dimension = ${dimension}`]),
  ];
  const ofReport = own.length === 0 ? sql`true` : sql.join(own, sql` and `);
  const customer = [
    ...(tenantId === undefined ? [] : [sql`subscription.tenant_id = ${tenantId}`]),
    ...(product === undefined ? [] : [sql`product.slug = ${product}`]),
  ];
  if (customer.length === 0) return sql<boolean>`(${ofReport})`;
  return sql<boolean>`(${ofReport} and subscription_id in (
    select subscription.subscription_id from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = ${workspaceId} and ${sql.join(customer, sql` and `)}
  ))`;
}
