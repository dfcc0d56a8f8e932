import type { ActionContext } from '../../actions/context.ts';
import { followMarketplace } from '../../actions/marketplace/follow-subscription.ts';
import {
  continueSubscription,
  endOfAgreement,
  recordLicence,
} from '../../actions/marketplace/licence-events.ts';
import type { NotificationOutcome } from '../../actions/marketplace/notifications.ts';
import { raiseUnrepairedNotice } from '../../actions/marketplace/reconciliation.ts';
import { recordSeenPurchase } from '../../actions/marketplace/record-purchase.ts';
import type { FulfilmentService } from '../../core/marketplace/fulfilment-service.ts';
import { waitsForPredecessor, waitsForSuccessor } from '../../core/marketplace/licences/licence-end.ts';
import { type LicenceEvent, readLicenceEvent } from '../../core/marketplace/licences/licence-event.ts';
import type { Licence } from '../../core/marketplace/licences/licence-subscription.ts';
import { appliedDetail, obstacleText } from '../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { isRefusal } from '../../core/refusal.ts';
import { findLicence, findLicenceOfAgreement } from '../../storage/marketplace/licences.ts';
import type { StoredNotification } from '../../storage/marketplace/notifications.ts';
import { ended, retryLater, unknownSubscription, withoutResponse } from './notification-outcomes.ts';

interface Options {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
}

interface Task extends Options {
  readonly notification: StoredNotification;
  readonly connection: MarketplaceConnection;
  readonly event: LicenceEvent;
}

/**
 * Follows an event about an agreement or its licence. Only the events of licences change something; those of agreements tell
 * which licence continues another. What an event tells is stored with the licence, so order and doubles do not matter.
 */
export async function followLicenceEvent(
  options: Options,
  notification: StoredNotification,
  connection: MarketplaceConnection,
): Promise<NotificationOutcome> {
  const event = readLicenceEvent(notification.body);
  if (isRefusal(event)) return ended('Ignored', event.detail, true);
  const task = { ...options, notification, connection, event };
  switch (event.type) {
    case null:
      return ended('Ignored', `The type ${event.typeName || '(none)'} is unknown.`, false);
    case 'AgreementCreated':
      return followSuccession(task);
    case 'AgreementAmended':
    case 'AgreementEnded':
      return ended('Applied', 'The event of the licence tells what changes.', false);
    case 'LicenceUpdated':
      return followUpdate(task);
    case 'LicenceDeprovisioned':
      return followEnd(task);
  }
}

async function followSuccession(task: Task): Promise<NotificationOutcome> {
  const { context, notification, event } = task;
  if (event.agreementId === null || event.previousAgreementId === null) {
    return ended('Applied', 'The event of the licence tells what changes.', false);
  }
  const { database, now } = context();
  const before = await findLicenceOfAgreement(database, notification, event.previousAgreementId);
  if (!before && waitsForPredecessor(notification.receivedAt, now)) {
    return retryLater('The agreement continues an unknown one; its events are awaited.', 5);
  }
  const next = await continueSubscription(context(), notification, event.agreementId);
  return next
    ? followLicence(task, next.licence)
    : ended(
        'Applied',
        'The agreement continues another one; the event of its licence tells what changes.',
        false,
      );
}

async function followUpdate(task: Task): Promise<NotificationOutcome> {
  const { context, fulfilment, connection, notification, event } = task;
  const seen = seenLicence(task, { activeAt: event.at ?? notification.receivedAt });
  if (!seen) return incomplete;
  const recorded = await recordLicence(context(), notification, seen);
  if (typeof recorded === 'string') return ended('Failed', recorded, true);
  if (event.agreementId !== null) await continueSubscription(context(), notification, event.agreementId);
  const read = await fulfilment.getSubscription(connection, recorded.licence);
  const hasEnded = read.outcome === 'answered' && read.value.status === 'Unsubscribed';
  return (hasEnded && (await awaitSuccessor(task, recorded))) || followLicence(task, recorded.licence);
}

/** The licence of a renewed or replaced agreement ends too: its subscription goes on with the next licence. */
async function followEnd(task: Task): Promise<NotificationOutcome> {
  const { context, notification, event } = task;
  const seen = seenLicence(task, { endedAt: event.at ?? notification.receivedAt });
  if (!seen) return incomplete;
  const known = await findLicence(context().database, notification, seen.licence);
  const awaited = known && (await awaitSuccessor(task, known));
  if (awaited) return awaited;
  const recorded = await recordLicence(context(), notification, seen);
  if (typeof recorded === 'string') return ended('Failed', recorded, true);
  return followLicence(task, recorded.licence);
}

/** Of a licence without content. Undefined: no licence continues it. */
async function awaitSuccessor(
  { context, notification, event }: Task,
  { tenantId, endedAt, succeededBy }: Licence,
): Promise<NotificationOutcome | undefined> {
  if (succeededBy) return ended('Applied', `The subscription goes on with ${succeededBy}.`, false);
  if (tenantId === null || endedAt !== null) return undefined;
  const end = await endOfAgreement(context(), notification, event.agreementId);
  return waitsForSuccessor(end, notification.receivedAt, context().now)
    ? retryLater('Another agreement may continue this one; its events are awaited.', 5)
    : undefined;
}

function seenLicence({ event }: Task, moment: { readonly activeAt: Date } | { readonly endedAt: Date }) {
  const { licence, productCode, account, agreementId } = event;
  if (licence === null || productCode === null || account === null) return undefined;
  const texts = [licence, productCode, agreementId ?? ''];
  if (texts.some((text) => text.length > maxIdLength)) return undefined;
  return { licence, productCode, account, agreementId, ...moment };
}

const maxIdLength = 100;

const incomplete = ended(
  'Failed',
  'The event lacks its licence, its product or the account of the buyer, or has one that is too long.',
  true,
);

async function followLicence(task: Task, licence: string): Promise<NotificationOutcome> {
  const { context, fulfilment, notification, connection } = task;
  const followed = await followMarketplace(context, {
    fulfilment,
    connection,
    source: notification,
    marketplaceSubscriptionId: licence,
    reason: `${notification.action} ${notification.operationId}`,
  });
  if (followed.outcome !== 'followed') return withoutResponse(followed, unknownSubscription);
  const { aligned, remote } = followed;
  if (isRefusal(aligned)) return ended('Failed', aligned.detail, true);
  if (aligned.obstacle) return ended('Failed', obstacleText(aligned.obstacle), true);
  await recordSeenPurchase(context(), notification, remote);
  const { unmapped = [], offerId } = remote;
  if (aligned.subscription && unmapped.length > 0) {
    const reason = `Bought, and mapped to no plan of the product ${offerId}: ${unmapped.join(', ')}.`;
    await raiseUnrepairedNotice(context(), notification, remote, reason, 'dimensions');
  }
  return aligned.subscription
    ? ended('Applied', appliedDetail(aligned.moves), false)
    : ended('Ignored', 'Nobody has confirmed the purchase yet.', false);
}
