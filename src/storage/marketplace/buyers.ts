import { sql } from 'kysely';
import type { Buyer } from '../../core/marketplace/account-access.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';

/** Adds or replaces the buyers of the given roles; equal ones are not written. */
export async function saveBuyers(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>,
  buyers: readonly Buyer[],
  now: Date,
): Promise<void> {
  if (buyers.length === 0) return;
  await database
    .insertInto('subscription_buyers')
    .values(
      buyers.map(({ role, tenantId, objectId }) => ({
        workspace_id: workspaceId,
        subscription_id: subscriptionId,
        role,
        tenant_id: tenantId,
        object_id: objectId,
        recorded_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'subscription_id', 'role'])
        .doUpdateSet({
          tenant_id: sql`excluded.tenant_id`,
          object_id: sql`excluded.object_id`,
          recorded_at: sql`excluded.recorded_at`,
        })
        .where(
          sql<boolean>`(subscription_buyers.tenant_id, subscription_buyers.object_id)
            is distinct from (excluded.tenant_id, excluded.object_id)`,
        ),
    )
    .execute();
}
