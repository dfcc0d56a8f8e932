import type { Selectable } from 'kysely';
import { endByTime, trialEndingAt } from '../../core/subscriptions/clock.ts';
import type {
  Subscription,
  SubscriptionSource,
  SubscriptionStatus,
} from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import type { Subscriptions } from '../schema/tables.generated.ts';
import { violatesUnique } from '../schema/violated-constraint.ts';

/** A subscription with its revision, the number of its newest history row. */
export interface StoredSubscription {
  readonly subscription: Subscription;
  readonly revision: number;
}

/** One recorded change of a subscription. */
export interface HistoryEntry {
  readonly move: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly recordedAt: Date;
}

export async function insertSubscription(
  database: Database,
  subscription: Subscription,
  entry: HistoryEntry,
): Promise<void> {
  await database
    .insertInto('subscriptions')
    .values({
      workspace_id: subscription.workspaceId,
      subscription_id: subscription.subscriptionId,
      tenant_id: subscription.tenantId,
      product_id: subscription.productId,
      source: subscription.source,
      marketplace_subscription_id: subscription.marketplaceSubscriptionId,
      created_at: subscription.createdAt,
      revision: 1,
      ...changingColumns(subscription),
    })
    .execute();
  await insertHistory(database, subscription, 1, entry);
}

/** Whether an insert failed because another subscription has the marketplace subscription id. */
export function isMarketplaceIdTaken(error: unknown): boolean {
  return violatesUnique(error, 'subscriptions_by_marketplace_id');
}

export async function updateSubscription(
  database: Database,
  { subscription, revision }: StoredSubscription,
  entry: HistoryEntry,
): Promise<void> {
  await database
    .updateTable('subscriptions')
    .set({ revision: revision + 1, ...changingColumns(subscription) })
    .where('workspace_id', '=', subscription.workspaceId)
    .where('subscription_id', '=', subscription.subscriptionId)
    .execute();
  await insertHistory(database, subscription, revision + 1, entry);
}

/** Locks the subscription until the transaction ends. */
export async function lockSubscription(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<StoredSubscription | undefined> {
  const row = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst();
  return row && { subscription: subscriptionFrom(row), revision: row.revision };
}

export async function findSubscription(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<Subscription | undefined> {
  const row = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && subscriptionFrom(row);
}

export async function findSubscriptionByMarketplaceId(
  database: Database,
  workspaceId: string,
  marketplaceSubscriptionId: string,
): Promise<Subscription | undefined> {
  const row = await database
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('marketplace_subscription_id', '=', marketplaceSubscriptionId)
    .executeTakeFirst();
  return row && subscriptionFrom(row);
}

/** The revision of the subscription; undefined when it does not exist. */
export async function findSubscriptionRevision(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('subscriptions')
    .select('revision')
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.revision;
}

function changingColumns(subscription: Subscription) {
  return {
    plan_id: subscription.planId,
    status: subscription.status,
    quantity: subscription.quantity,
    is_trial: subscription.isTrial,
    trial_ends_at: subscription.trialEndsAt,
    valid_until: subscription.validUntil,
    renews_itself: subscription.renewsItself,
    activated_at: subscription.activatedAt,
    suspended_at: subscription.suspendedAt,
    cancelled_at: subscription.cancelledAt,
    ended_at: subscription.endedAt,
    changed_at: subscription.changedAt,
    next_change_at: endByTime(subscription)?.at ?? null,
    trial_ending_at: trialEndingAt(subscription),
  };
}

async function insertHistory(
  database: Database,
  subscription: Subscription,
  revision: number,
  { move, actor, reason, recordedAt }: HistoryEntry,
): Promise<void> {
  await database
    .insertInto('subscription_history')
    .values({
      workspace_id: subscription.workspaceId,
      subscription_id: subscription.subscriptionId,
      revision,
      recorded_at: recordedAt,
      move,
      actor,
      reason,
      state: JSON.stringify(subscription),
    })
    .execute();
}

export function subscriptionFrom(row: Selectable<Subscriptions>): Subscription {
  return {
    workspaceId: row.workspace_id,
    subscriptionId: row.subscription_id,
    tenantId: row.tenant_id,
    productId: row.product_id,
    planId: row.plan_id,
    source: row.source as SubscriptionSource,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    status: row.status as SubscriptionStatus,
    quantity: row.quantity,
    isTrial: row.is_trial,
    trialEndsAt: row.trial_ends_at,
    validUntil: row.valid_until,
    renewsItself: row.renews_itself,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    suspendedAt: row.suspended_at,
    cancelledAt: row.cancelled_at,
    endedAt: row.ended_at,
    changedAt: row.changed_at,
  };
}

/** Parses the JSON of a history row or an aggregate, in which instants are text. */
export function subscriptionFromState(stored: unknown): Subscription {
  const state = stored as StoredState;
  return {
    workspaceId: state.workspaceId,
    subscriptionId: state.subscriptionId,
    tenantId: state.tenantId,
    productId: state.productId,
    planId: state.planId,
    source: state.source,
    marketplaceSubscriptionId: state.marketplaceSubscriptionId,
    status: state.status,
    quantity: state.quantity,
    isTrial: state.isTrial,
    trialEndsAt: instantOf(state.trialEndsAt),
    validUntil: instantOf(state.validUntil),
    renewsItself: state.renewsItself,
    createdAt: new Date(state.createdAt),
    activatedAt: instantOf(state.activatedAt),
    suspendedAt: instantOf(state.suspendedAt),
    cancelledAt: instantOf(state.cancelledAt),
    endedAt: instantOf(state.endedAt),
    changedAt: new Date(state.changedAt),
  };
}

/** JSON has no date type. */
type StoredState = {
  readonly [Member in keyof Subscription]: Subscription[Member] extends Date
    ? string
    : Subscription[Member] extends Date | null
      ? string | null
      : Subscription[Member];
};

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
