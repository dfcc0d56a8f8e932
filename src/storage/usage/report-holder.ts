import { type RawBuilder, sql } from 'kysely';

/** Whose reports, and of which product. */
export interface ReportHolder {
  readonly subscriptionId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** A slug. */
  readonly product?: string | undefined;
}

/** The condition on `workspace_id` and `subscription_id` of a report. */
export function heldBy(
  workspaceId: string,
  { subscriptionId, tenantId, product }: ReportHolder,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  if (subscriptionId !== undefined) conditions.push(sql`subscription_id = ${subscriptionId}`);
  if (tenantId !== undefined || product !== undefined) {
    conditions.push(sql`subscription_id in (
      select subscription.subscription_id from subscriptions as subscription
      join products as product using (workspace_id, product_id)
      where subscription.workspace_id = ${workspaceId}
        and (${tenantId ?? null}::uuid is null or subscription.tenant_id = ${tenantId ?? null}::uuid)
        and (${product ?? null}::text is null or product.slug = ${product ?? null})
    )`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
