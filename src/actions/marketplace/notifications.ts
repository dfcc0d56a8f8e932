import { timeOrderedId } from '../../core/identifiers.ts';
import { leaseTerms } from '../../core/lease.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceOperation } from '../../core/marketplace/fulfilment-service.ts';
import { expectedAfter } from '../../core/marketplace/notifications/action-effect.ts';
import type { ConfirmedChange } from '../../core/marketplace/notifications/lag.ts';
import type {
  FinalNotificationState,
  ReceivedNotification,
} from '../../core/marketplace/notifications/notification.ts';
import { notificationRetryPolicy, pauseAfter } from '../../core/retry.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { updateConfirmation } from '../../storage/marketplace/confirmed-changes.ts';
import { updateCalledAt } from '../../storage/marketplace/connection-views.ts';
import {
  insertNotification,
  leaseDueNotifications,
  type StoredNotification,
  updateLeasedNotification,
} from '../../storage/marketplace/notifications.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import { loadUsageCustomers } from '../../storage/usage/summaries.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** Stores a marketplace notification once, and wakes the workers that apply notifications. */
export async function storeNotification(
  context: ActionContext,
  source: MarketplaceSource,
  notification: ReceivedNotification,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  return context.database.transaction().execute(async (database) => {
    const stored = await storeOperation({ ...context, database }, source, notification, body);
    await updateCalledAt(database, source, context.now);
    return stored;
  });
}

/**
 * Stores an operation of the marketplace or of this service to be applied, in the transaction of the caller.
 *
 * @param confirmed the change, if it has already succeeded: the operation is then not read from the marketplace.
 */
export async function storeOperation(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  notification: ReceivedNotification,
  body: unknown,
  confirmed: ConfirmedChange | null = null,
): Promise<{ readonly isNew: boolean }> {
  const { operationId, marketplaceSubscriptionId, action, requestedBy } = notification;
  const isNew = await insertNotification(database, {
    workspaceId,
    sourceName,
    operationId,
    notificationId: timeOrderedId(now, randomBytes),
    marketplaceSubscriptionId,
    action,
    requestedBy,
    body,
    receivedAt: now,
    confirmed,
  });
  if (isNew) await announceChanges(database, [{ kind: 'marketplace', workspaceId }]);
  return { isNew };
}

const maxBatch = 10;

/**
 * Leases due notifications; workers of several nodes never get the same one. A worker, by its random id, gets its own
 * leases again, so it must have ended all work on them.
 */
export async function leaseNotifications(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  holder: string,
): Promise<readonly StoredNotification[]> {
  return leaseDueNotifications(database, holder, leaseTerms('notification', now), maxBatch);
}

/**
 * Saves that the operation of a leased notification has succeeded, with the expected state of the subscription. Until the
 * allowed lag has passed, all nodes ignore reads that do not show it.
 */
export async function confirmOperation(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  notification: StoredNotification,
  received: ReceivedNotification,
  operation: MarketplaceOperation,
): Promise<StoredNotification & { readonly confirmed: ConfirmedChange }> {
  const { workspaceId, marketplaceSubscriptionId } = notification;
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  const confirmed = {
    expected: expectedAfter(operation, received, local ?? null),
    operationAt: operation.at ?? notification.receivedAt,
    confirmedAt: now,
  };
  await updateConfirmation(database, notification, confirmed);
  return { ...notification, confirmed };
}

/** By then reconciliation has compared the subscription many times. */
const maxRetryMilliseconds = 24 * 3_600_000;

export type NotificationOutcome =
  | { readonly state: FinalNotificationState; readonly detail: string | null; readonly raisesNotice: boolean }
  /** The marketplace did not answer, or the operation is still in progress: retry. */
  | { readonly state: 'Received'; readonly detail: string; readonly retryAfterSeconds: number | null }
  /** The operation has succeeded, but the read of the subscription lagged. `isFollowed`: it was applied nevertheless. */
  | {
      readonly state: 'Received';
      readonly detail: string;
      readonly readAgainAt: Date;
      readonly isFollowed: boolean;
    };

/**
 * Saves the outcome of a leased notification, if its lease is still valid. After a day of retries it has failed. A notice
 * for support is written in the same transaction.
 */
export async function settleNotification(
  { database, now, randomBytes }: ActionContext,
  notification: StoredNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if ('readAgainAt' in outcome) {
      const { state, detail, readAgainAt, isFollowed } = outcome;
      const followed = isFollowed ? { followedAt: now } : {};
      await updateLeasedNotification(transaction, notification, {
        state,
        detail,
        dueAt: readAgainAt,
        ...followed,
      });
      return;
    }
    const isTooLate = now.getTime() - notification.receivedAt.getTime() >= maxRetryMilliseconds;
    if (outcome.state === 'Received' && !isTooLate) {
      const retryAfter = outcome.retryAfterSeconds === null ? null : outcome.retryAfterSeconds * 1_000;
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const pause = pauseAfter(notification.attempts, chance, notificationRetryPolicy, retryAfter);
      const dueAt = new Date(now.getTime() + pause);
      await updateLeasedNotification(transaction, notification, {
        state: 'Received',
        dueAt,
        detail: outcome.detail,
      });
      return;
    }
    const state = outcome.state === 'Received' ? 'Failed' : outcome.state;
    const { detail } = outcome;
    const isCurrent = await updateLeasedNotification(transaction, notification, {
      state,
      decidedAt: now,
      detail,
    });
    if (!isCurrent || (outcome.state !== 'Received' && !outcome.raisesNotice)) return;
    const { sourceName, operationId, marketplaceSubscriptionId, action } = notification;
    const { workspaceId } = notification;
    const known = await findSubscriptionByMarketplaceId(transaction, workspaceId, marketplaceSubscriptionId);
    const subscriptionIds = known ? [known.subscriptionId] : [];
    const [customer] = (await loadUsageCustomers(transaction, workspaceId, subscriptionIds)).values();
    const facts = {
      sourceName,
      operationId,
      marketplaceSubscriptionId,
      action,
      detail: detail ?? '',
      customer: customer?.customer ?? '',
    };
    const key = `${sourceName} ${operationId}`;
    await insertNotices(transaction, workspaceId, [{ kind: 'MarketplaceCallNotApplied', key, facts }], {
      now,
      randomBytes,
    });
  });
}
