import { sql } from 'kysely';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { subscriptionFrom } from '../subscriptions/subscriptions.ts';

/** Our subscriptions, by marketplace subscription id. */
export async function loadByMarketplaceIds(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('marketplace_subscription_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.marketplace_subscription_id ?? '', subscriptionFrom(row)]));
}

/** The marketplace subscription ids with a notification that is still to be applied. */
export async function findIdsWithWaitingNotifications(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  ids: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('marketplace_notifications')
    .select('marketplace_subscription_id')
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('state', '=', 'Received')
    .where('received_at', '>', since)
    .where('marketplace_subscription_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.marketplace_subscription_id));
}

/** Live subscriptions sold through the source whose term has ended without a known renewal. */
export async function loadLateSubscriptions(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  now: Date,
): Promise<readonly Subscription[]> {
  const rows = await database
    .selectFrom('subscriptions as subscription')
    .selectAll('subscription')
    .where('subscription.workspace_id', '=', workspaceId)
    .where('subscription.source', '=', 'Marketplace')
    .where('subscription.renews_itself', '=', true)
    .where('subscription.marketplace_subscription_id', 'is not', null)
    .where((row) =>
      row.or([
        row.and([
          row('subscription.status', '=', 'Active'),
          row.or([row('subscription.valid_until', '<=', now), row('subscription.trial_ends_at', '<=', now)]),
        ]),
        row.and([row('subscription.status', '=', 'Suspended'), row('subscription.suspended_at', '<=', now)]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('marketplace_mappings as mapping')
          .select(sql`1`.as('one'))
          .whereRef('mapping.workspace_id', '=', 'subscription.workspace_id')
          .whereRef('mapping.plan_id', '=', 'subscription.plan_id')
          .where('mapping.source_name', '=', sourceName),
      ),
    )
    .execute();
  return rows.map(subscriptionFrom);
}
