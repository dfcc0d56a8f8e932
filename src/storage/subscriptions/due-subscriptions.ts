import { sql } from 'kysely';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { type StoredSubscription, subscriptionFrom } from './subscriptions.ts';

interface SubscriptionKey {
  readonly workspaceId: string;
  readonly subscriptionId: string;
}

const keyColumns = ['workspace_id as workspaceId', 'subscription_id as subscriptionId'] as const;

/** Some subscriptions of any workspace with a due date that has passed, the longest due first. */
export async function findDueSubscriptions(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly SubscriptionKey[]> {
  return database
    .selectFrom('subscriptions')
    .select(keyColumns)
    .where('next_change_at', '<=', now)
    .orderBy('next_change_at')
    .limit(limit)
    .execute();
}

/**
 * Locks those of a workspace's subscriptions that are still due, and skips rows that another worker has locked. Ordered
 * by entitlement, so that workers that end several subscriptions of a tenant cannot deadlock.
 */
export async function lockDueSubscriptions(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<readonly StoredSubscription[]> {
  const rows = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', sql<string>`any(${subscriptionIds}::uuid[])`)
    .where('next_change_at', '<=', now)
    .orderBy('product_id')
    .orderBy('tenant_id')
    .orderBy('subscription_id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({ subscription: subscriptionFrom(row), revision: row.revision }));
}

/** Some trials of any workspace whose end is due to be announced. */
export async function findEndingTrials(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly SubscriptionKey[]> {
  return database
    .selectFrom('subscriptions')
    .select(keyColumns)
    .where('trial_ending_at', '<=', now)
    .where('trial_ending_told', '=', false)
    .orderBy('trial_ending_at')
    .limit(limit)
    .execute();
}

/** Locks those of a workspace's trials that are still to be announced, and skips rows that another worker has locked. */
export async function lockEndingTrials(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<readonly Subscription[]> {
  const rows = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', sql<string>`any(${subscriptionIds}::uuid[])`)
    .where('trial_ending_told', '=', false)
    .orderBy('subscription_id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(subscriptionFrom);
}

/** Prevents a second announcement, whatever happens to the subscription later. */
export async function markTrialEndingAnnounced(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>,
): Promise<void> {
  await database
    .updateTable('subscriptions')
    .set({ trial_ending_told: true })
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .execute();
}
