import type { FinalNotificationState } from '../../core/marketplace/received-notification.ts';
import { notificationRetryPolicy, pauseAfter } from '../../core/retry.ts';
import {
  type StoredNotification,
  updateLeasedNotification,
} from '../../storage/marketplace/notifications.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

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
    const facts = { sourceName, operationId, marketplaceSubscriptionId, action, detail: detail ?? '' };
    const key = `${sourceName} ${operationId}`;
    await insertNotices(
      transaction,
      notification.workspaceId,
      [{ kind: 'MarketplaceCallNotApplied', key, facts }],
      {
        now,
        randomBytes,
      },
    );
  });
}
