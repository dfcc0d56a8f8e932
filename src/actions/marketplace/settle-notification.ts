import type { FinalNotificationState } from '../../core/marketplace/received-notification.ts';
import { notificationRetryPolicy, pauseAfter } from '../../core/retry.ts';
import {
  type StoredNotification,
  updateLeasedNotification,
} from '../../storage/marketplace/notifications.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** Reconciliation has had its turn many times by then. */
const patienceMilliseconds = 24 * 3_600_000;

export type NotificationOutcome =
  | { readonly state: FinalNotificationState; readonly detail: string | null; readonly isTold: boolean }
  /** Nothing is known yet, or the marketplace is still at it: try again. */
  | { readonly state: 'Received'; readonly detail: string; readonly retryAfterSeconds: number | null }
  /** The change is made, and the subscription is read again then: it was behind, or was followed all the same. */
  | {
      readonly state: 'Received';
      readonly detail: string;
      readonly readAgainAt: Date;
      readonly isFollowed: boolean;
    };

/**
 * Writes what became of a leased notification, where its lease still counts. One that has been tried for a day has
 * failed. Support is told of what needs a look, in the same transaction.
 */
export async function settleNotification(
  { database, now, randomBytes }: ActionContext,
  call: StoredNotification,
  outcome: NotificationOutcome,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if ('readAgainAt' in outcome) {
      const { state, detail, readAgainAt, isFollowed } = outcome;
      const followed = isFollowed ? { followedAt: now } : {};
      await updateLeasedNotification(transaction, call, { state, detail, dueAt: readAgainAt, ...followed });
      return;
    }
    const isTooLate = now.getTime() - call.receivedAt.getTime() >= patienceMilliseconds;
    if (outcome.state === 'Received' && !isTooLate) {
      const asked = outcome.retryAfterSeconds === null ? null : outcome.retryAfterSeconds * 1_000;
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const pause = pauseAfter(call.attempts, chance, notificationRetryPolicy, asked);
      const dueAt = new Date(now.getTime() + pause);
      await updateLeasedNotification(transaction, call, { state: 'Received', dueAt, detail: outcome.detail });
      return;
    }
    const state = outcome.state === 'Received' ? 'Failed' : outcome.state;
    const { detail } = outcome;
    const isCurrent = await updateLeasedNotification(transaction, call, { state, decidedAt: now, detail });
    if (!isCurrent || (outcome.state !== 'Received' && !outcome.isTold)) return;
    const { sourceName, operationId, marketplaceSubscriptionId, action } = call;
    const facts = { sourceName, operationId, marketplaceSubscriptionId, action, detail: detail ?? '' };
    const key = `${sourceName} ${operationId}`;
    await insertNotices(transaction, call.workspaceId, [{ kind: 'MarketplaceCallNotApplied', key, facts }], {
      now,
      randomBytes,
    });
  });
}
