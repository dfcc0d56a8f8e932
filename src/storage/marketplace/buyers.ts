import { sql } from 'kysely';
import type { Buyer } from '../../core/marketplace/purchases/account.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';

export interface Purchase extends Pick<Subscription, 'workspaceId' | 'subscriptionId'> {
  readonly buyers: readonly Buyer[];
}

const key = ['workspace_id', 'subscription_id', 'role'] as const;

/** Adds or replaces the buyers of the given roles; equal ones are not written. */
export async function saveBuyers(database: Database, purchase: Purchase, now: Date): Promise<void> {
  const rows = rowsOf(purchase, now);
  if (rows.length === 0) return;
  await database
    .insertInto('subscription_buyers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(key)
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

/** Adds buyers of roles that have none. Erased ones stay erased. */
export async function addMissingBuyers(
  database: Database,
  purchases: readonly Purchase[],
  now: Date,
): Promise<void> {
  const rows = purchases.flatMap((purchase) => rowsOf(purchase, now));
  if (rows.length === 0) return;
  await database
    .insertInto('subscription_buyers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(key).doNothing())
    .execute();
}

function rowsOf({ workspaceId, subscriptionId, buyers }: Purchase, now: Date) {
  return buyers.map(({ role, tenantId, objectId }) => ({
    workspace_id: workspaceId,
    subscription_id: subscriptionId,
    role,
    tenant_id: tenantId,
    object_id: objectId,
    recorded_at: now,
  }));
}
