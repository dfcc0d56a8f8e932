import { randomUUID } from 'node:crypto';
import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { followMarketplace } from '../../actions/marketplace/follow-subscription.ts';
import {
  confirmOperation,
  leaseNotifications,
  type NotificationOutcome,
  settleNotification,
} from '../../actions/marketplace/notifications.ts';
import { recordSeenPurchase } from '../../actions/marketplace/record-purchase.ts';
import { concurrently } from '../../async/concurrently.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentService,
  MarketplaceOperation,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import { expectedAfter } from '../../core/marketplace/notifications/action-effect.ts';
import { appliedDetail, obstacleText } from '../../core/marketplace/notifications/alignment.ts';
import {
  type ConfirmedChange,
  isBehind,
  type ReadingStep,
  showsExpected,
  stepAfterReading,
} from '../../core/marketplace/notifications/lag.ts';
import {
  type NotificationStep,
  type ReceivedNotification,
  readReceivedNotification,
  rejectionReason,
  stepAfter,
} from '../../core/marketplace/notifications/notification.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { loadChangeFacts, loadConfirmedChanges } from '../../storage/marketplace/confirmed-changes.ts';
import type { StoredNotification } from '../../storage/marketplace/notifications.ts';
import { followLicenceEvent } from './follow-licence-event.ts';
import { ended, retryLater, unknownSubscription, withoutResponse } from './notification-outcomes.ts';

export interface ApplyNotificationsOptions {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Applies stored notifications: reads the operation from the marketplace, acknowledges it where the marketplace waits
 * for that, and aligns the subscription as soon as a read shows the change. A notification whose read lags returns to the
 * queue. Leased notifications are applied in parallel, so that a slow one does not use up the ten seconds of another.
 */
export function applyNotifications(options: ApplyNotificationsOptions): () => Promise<boolean> {
  const { context, onFailure } = options;
  const holder = randomUUID();
  return async () => {
    const notifications = await leaseNotifications(context(), holder);
    const apply = async (notification: StoredNotification) => {
      const outcome = await applyNotification(options, notification).catch((error: unknown) => {
        onFailure(error);
        return retryLater('Applying it failed in this service.');
      });
      await settleNotification(context(), notification, outcome);
    };
    // All of them end before the next pass, which takes again what could not be settled.
    await concurrently(notifications.length, notifications, apply);
    return notifications.length > 0;
  };
}

async function applyNotification(
  options: ApplyNotificationsOptions,
  notification: StoredNotification,
): Promise<NotificationOutcome> {
  const connection = await openConnection(options.context().database, notification, options.encryptionKey);
  if (!traitsOf(connection).namesCustomer) return followLicenceEvent(options, notification, connection);
  const received = readReceivedNotification(notification.body);
  if (isRefusal(received)) return ended('Ignored', received.detail, true);
  // The operation is already confirmed; only the read of the subscription lags.
  if (notification.confirmed) return followNotification(options, notification, connection);
  const task = { ...options, notification, received, connection };
  const first = await readOperation(task);
  const isAwaited = !('state' in first) && first.step === 'acknowledge';
  if (!isAwaited || !traitsOf(connection).acknowledgesChanges) return takeStep(task, first);
  const outcome = await acknowledge(task, first.operation);
  return outcome ?? takeStep(task, await readOperation(task));
}

interface Task extends ApplyNotificationsOptions {
  readonly notification: StoredNotification;
  readonly received: ReceivedNotification;
  readonly connection: MarketplaceConnection;
}

type NextStep = (NotificationStep & { readonly operation: MarketplaceOperation }) | NotificationOutcome;

async function readOperation({ fulfilment, notification, received, connection }: Task): Promise<NextStep> {
  const { marketplaceSubscriptionId, operationId } = notification;
  const found = await fulfilment.getOperation(connection, marketplaceSubscriptionId, operationId);
  if (found.outcome !== 'answered')
    return withoutResponse(found, 'The marketplace does not know the operation');
  const operation = found.value;
  return {
    ...stepAfter({ ...received, requestedBy: notification.requestedBy ?? received.requestedBy }, operation),
    operation,
  };
}

async function takeStep(task: Task, next: NextStep): Promise<NotificationOutcome> {
  if ('state' in next) return next;
  switch (next.step) {
    case 'ignore':
      return ended('Ignored', next.detail, next.raisesNotice);
    case 'wait':
      return retryLater('The operation is still in progress at the marketplace.');
    case 'acknowledge':
      return followOpenOperation(task, next.operation);
    case 'align': {
      const { context, notification, received, connection } = task;
      const isDone = next.operation.status === 'Succeeded';
      const known = isDone
        ? await confirmOperation(context(), notification, received, next.operation)
        : notification;
      return followNotification(task, known, connection);
    }
  }
}

/** An acknowledged operation that is still open counts as succeeded once the subscription shows the change. */
async function followOpenOperation(
  task: Task,
  operation: MarketplaceOperation,
): Promise<NotificationOutcome> {
  const { context, fulfilment, notification, received, connection } = task;
  const read = await fulfilment.getSubscription(connection, notification.marketplaceSubscriptionId);
  if (read.outcome !== 'answered') return withoutResponse(read, unknownSubscription);
  if (!showsExpected(read.value, expectedAfter(operation, received, null))) {
    return retryLater('The operation is acknowledged and still in progress at the marketplace.');
  }
  return followNotification(
    task,
    await confirmOperation(context(), notification, received, operation),
    connection,
  );
}

/** Accepts or rejects the change. Undefined: accepted, or decided without us; read the operation again. */
async function acknowledge(
  { context, fulfilment, notification, connection }: Task,
  operation: MarketplaceOperation,
): Promise<NotificationOutcome | undefined> {
  const facts = await loadChangeFacts(context().database, notification, operation);
  const reason = rejectionReason(operation, facts);
  const verdict = reason === null ? 'success' : 'failure';
  const acknowledged = await fulfilment.acknowledgeOperation(
    connection,
    notification.marketplaceSubscriptionId,
    notification.operationId,
    verdict,
  );
  if (acknowledged.outcome === 'unavailable') {
    return retryLater(acknowledged.reason, acknowledged.retryAfterSeconds);
  }
  // The operation ended without the acknowledgement: its timeout expired, or a newer change replaced it.
  if (acknowledged.outcome === 'refused') return undefined;
  return reason === null ? undefined : ended('Refused', reason, true);
}

/** Aligns the subscription with the marketplace, or retries later while the read lags behind the operation. */
async function followNotification(
  { context, fulfilment }: ApplyNotificationsOptions,
  notification: StoredNotification,
  connection: MarketplaceConnection,
): Promise<NotificationOutcome> {
  const { marketplaceSubscriptionId, confirmed, followedAt } = notification;
  const followed = await followMarketplace(context, {
    fulfilment,
    connection,
    source: notification,
    marketplaceSubscriptionId,
    reason: `${notification.action} ${notification.operationId}`,
    hasEnded: confirmed?.expected.hasEnded ?? false,
  });
  if (followed.outcome !== 'followed') return withoutResponse(followed, unknownSubscription);
  const { aligned, remote } = followed;
  if (isRefusal(aligned)) return ended('Failed', aligned.detail, true);
  if (confirmed) {
    const isShown = !aligned.isBehind && (await isChangeShown(context(), notification, confirmed, remote));
    const { confirmedAt } = confirmed;
    const next = stepAfterReading({ isShown, confirmedAt, followedAt }, context().now);
    if (next.step !== 'end') return readAgain(next);
  } else if (aligned.isBehind) {
    return retryLater('The subscription does not show an earlier change yet.');
  }
  if (aligned.obstacle) return ended('Failed', obstacleText(aligned.obstacle), true);
  if (!aligned.subscription) {
    await recordSeenPurchase(context(), notification, remote);
    return ended('Ignored', 'The customer has not opened the landing page yet.', false);
  }
  return ended('Applied', appliedDetail(aligned.moves), false);
}

/** Whether the read shows this change. A newer change of the same member replaces it. */
async function isChangeShown(
  { database, now }: ActionContext,
  notification: StoredNotification,
  { confirmedAt }: ConfirmedChange,
  remote: MarketplaceSubscription,
): Promise<boolean> {
  const changes = await loadConfirmedChanges(
    database,
    notification,
    notification.marketplaceSubscriptionId,
    now,
  );
  return !isBehind(remote, changes, new Date(confirmedAt.getTime() - 1));
}

function readAgain({ step, at }: Exclude<ReadingStep, { readonly step: 'end' }>): NotificationOutcome {
  const isFollowed = step === 'compareAgain';
  const detail = isFollowed
    ? 'The subscription never showed the change of the operation. Its state was applied and will be compared once more.'
    : 'The operation has succeeded, but the subscription does not show it yet.';
  return { state: 'Received', detail, readAgainAt: at, isFollowed };
}
