import { sql } from 'kysely';
import { maxWrongAccounts } from '../../core/marketplace/purchases/pending-purchase.ts';
import type { Database } from '../database.ts';

/** In place of the object id of a personal account. */
const nobody = '00000000-0000-0000-0000-000000000000';

export interface PurchaseVisit {
  readonly workspaceId: string;
  readonly marketplaceSubscriptionId: string;
  readonly tenantId: string;
  /** Null: a personal account, of which only the tenant is stored. */
  readonly user: { readonly objectId: string; readonly username: string } | null;
}

/** Saves the latest visit of a user who may not confirm the purchase, if the purchase is stored. */
export async function savePurchaseVisit(
  database: Database,
  { workspaceId, marketplaceSubscriptionId, tenantId, user }: PurchaseVisit,
  now: Date,
): Promise<void> {
  await sql`
    insert into purchase_visits (workspace_id, marketplace_subscription_id, tenant_id, object_id, username, visited_at)
    select workspace_id, marketplace_subscription_id, ${tenantId}::uuid, ${user?.objectId ?? nobody}::uuid,
      ${user?.username.slice(0, 254) ?? null}::text, ${now}::timestamptz
    from marketplace_purchases
    where workspace_id = ${workspaceId} and marketplace_subscription_id = ${marketplaceSubscriptionId}
    on conflict (workspace_id, marketplace_subscription_id, tenant_id, object_id) do update set
      username = excluded.username, visited_at = excluded.visited_at`.execute(database);
  await sql`
    delete from purchase_visits
    where workspace_id = ${workspaceId} and marketplace_subscription_id = ${marketplaceSubscriptionId}
      and (tenant_id, object_id) not in (
        select tenant_id, object_id from purchase_visits
        where workspace_id = ${workspaceId} and marketplace_subscription_id = ${marketplaceSubscriptionId}
        order by visited_at desc
        limit ${maxWrongAccounts}
      )`.execute(database);
}

/** Deletes the visits of purchases that are no longer stored. */
export async function deleteStrayVisits(database: Database, workspaceId: string): Promise<void> {
  await sql`
    delete from purchase_visits as visit
    where visit.workspace_id = ${workspaceId} and not exists (
      select from marketplace_purchases as purchase
      where purchase.workspace_id = ${workspaceId}
        and purchase.marketplace_subscription_id = visit.marketplace_subscription_id
    )`.execute(database);
}
