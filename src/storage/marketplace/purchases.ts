import { sql } from 'kysely';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { Buyer } from '../../core/marketplace/purchases/account.ts';
import {
  type PurchaseFailureCause,
  type SeenPurchase,
  unlistedText,
} from '../../core/marketplace/purchases/pending-purchase.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { deleteStrayVisits } from './purchase-visits.ts';

/**
 * Saves purchases as the marketplace lists them now. The progress of the buyer and the last failure stay, but a purchase
 * that is listed is no longer unknown there.
 */
export async function saveSeenPurchases(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  purchases: readonly SeenPurchase[],
  now: Date,
): Promise<void> {
  if (purchases.length === 0) return;
  const keepsFailure = sql`purchase.failure_cause is distinct from 'UnknownAtMarketplace'`;
  await sql`
    insert into marketplace_purchases as purchase (workspace_id, marketplace_subscription_id, source_name, offer_id,
      plan_id, quantity, tenant_id, buyer_email, bought_at, compared_at)
    select distinct on (id) ${workspaceId}::uuid, id, ${sourceName}, offer_id, plan_id, quantity, tenant_id, buyer_email,
      coalesce(bought_at, ${now}), ${now}
    from ${unnestRows('seen', purchases, {
      id: ['text', ({ marketplaceSubscriptionId }) => marketplaceSubscriptionId],
      offer_id: 'text',
      plan_id: 'text',
      quantity: 'integer',
      tenant_id: 'uuid',
      buyer_email: 'text',
      bought_at: 'timestamptz',
    })}
    order by id
    on conflict (workspace_id, marketplace_subscription_id) do update set
      source_name = excluded.source_name, offer_id = excluded.offer_id, plan_id = excluded.plan_id,
      quantity = excluded.quantity, tenant_id = excluded.tenant_id, buyer_email = excluded.buyer_email,
      bought_at = least(purchase.bought_at, excluded.bought_at), compared_at = excluded.compared_at,
      failure_cause = case when ${keepsFailure} then purchase.failure_cause end,
      failure = case when ${keepsFailure} then purchase.failure end,
      failed_at = case when ${keepsFailure} then purchase.failed_at end`.execute(database);
}

interface PurchaseKey {
  readonly workspaceId: string;
  readonly marketplaceSubscriptionId: string;
}

/** Records the first visit of the landing page by the buyer. */
export async function savePurchaseOpened(
  database: Database,
  { workspaceId, marketplaceSubscriptionId }: PurchaseKey,
  now: Date,
): Promise<void> {
  await database
    .updateTable('marketplace_purchases')
    .set({ opened_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('marketplace_subscription_id', '=', marketplaceSubscriptionId)
    .where('opened_at', 'is', null)
    .execute();
}

/**
 * Records a refusal of the marketplace. A confirmed purchase may not have been listed yet: its row is added, and its offer
 * and plan at the marketplace are unknown.
 */
export async function savePurchaseFailure(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  marketplaceSubscriptionId: string,
  failure: { readonly cause: PurchaseFailureCause; readonly reason: string; readonly at: Date },
): Promise<void> {
  const { cause, reason, at } = failure;
  await sql`
    insert into marketplace_purchases (workspace_id, marketplace_subscription_id, source_name, bought_at,
      compared_at, failure_cause, failure, failed_at)
    values (${workspaceId}, ${marketplaceSubscriptionId}, ${sourceName}, ${at}, ${at}, ${cause},
      ${reason.slice(0, 1_000)}, ${at})
    on conflict (workspace_id, marketplace_subscription_id) do update set
      failure_cause = excluded.failure_cause, failure = excluded.failure, failed_at = excluded.failed_at`.execute(
    database,
  );
}

/** Records that support has got a notice, so that no second one follows when the notice is deleted. */
export async function savePurchasesNoticed(
  database: Database,
  workspaceId: string,
  marketplaceSubscriptionIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update marketplace_purchases set noticed_at = ${now}
    where workspace_id = ${workspaceId}
      and marketplace_subscription_id = any(${marketplaceSubscriptionIds}::text[])`.execute(database);
}

export async function deletePurchase(
  database: Database,
  { workspaceId, marketplaceSubscriptionId }: PurchaseKey,
): Promise<void> {
  await database
    .deleteFrom('marketplace_purchases')
    .where('workspace_id', '=', workspaceId)
    .where('marketplace_subscription_id', '=', marketplaceSubscriptionId)
    .execute();
}

/**
 * Ends a comparison: purchases that the marketplace has not listed since the moment are deleted, or marked as unknown
 * there if the buyer has confirmed them.
 */
export async function settleUnlistedPurchases(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  since: Date,
  now: Date,
): Promise<void> {
  const unlisted = sql`workspace_id = ${workspaceId} and source_name = ${sourceName} and compared_at < ${since}`;
  const isConfirmed = sql`exists (
    select from subscriptions as subscription
    where subscription.workspace_id = ${workspaceId} and subscription.status = 'Pending'
      and subscription.marketplace_subscription_id = marketplace_purchases.marketplace_subscription_id
  )`;
  await sql`delete from marketplace_purchases where ${unlisted} and not ${isConfirmed}`.execute(database);
  await sql`
    update marketplace_purchases
    set failure_cause = 'UnknownAtMarketplace', failure = ${unlistedText}, failed_at = ${now}
    where ${unlisted} and failure_cause is distinct from 'UnknownAtMarketplace'`.execute(database);
  await deleteStrayVisits(database, workspaceId);
}

/** For a connection that is removed. */
export async function deletePurchasesOfSource(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
): Promise<void> {
  await database
    .deleteFrom('marketplace_purchases')
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .execute();
  await deleteStrayVisits(database, workspaceId);
}

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

/**
 * Adds buyers of roles that have none. Erased buyers stay erased. Subscriptions that another transaction has locked are
 * skipped: it may insert the same buyers, and waiting for it could deadlock. The next comparison adds theirs.
 */
export async function addMissingBuyers(
  transaction: Database,
  workspaceId: string,
  purchases: readonly Omit<Purchase, 'workspaceId'>[],
  now: Date,
): Promise<void> {
  const buyers = purchases.flatMap((purchase) => rowsOf({ workspaceId, ...purchase }, now));
  const named = (column: 'subscription_id' | 'role') => buyers.map((buyer) => buyer[column]);
  const { rows } = await sql<{ id: string }>`
    select subscription_id as id
    from subscriptions
    where workspace_id = ${workspaceId} and subscription_id in (
      select named.id
      from unnest(${named('subscription_id')}::uuid[], ${named('role')}::text[]) as named (id, role)
      where not exists (
        select from subscription_buyers as buyer
        where buyer.workspace_id = ${workspaceId} and buyer.subscription_id = named.id and buyer.role = named.role
      )
    )
    for key share skip locked`.execute(transaction);
  const unlocked = new Set(rows.map(({ id }) => id));
  const missing = buyers.filter((buyer) => unlocked.has(buyer.subscription_id));
  if (missing.length === 0) return;
  await transaction
    .insertInto('subscription_buyers')
    .values(missing)
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
