import { type MarketplaceOperation, marketplaceActions } from './fulfilment-service.ts';
import { equalsIgnoringCase, type ReceivedNotification } from './received-notification.ts';

/** The next step for a notification, after its operation was read from the marketplace. */
export type NotificationStep =
  /** The operation contradicts the notification, is unknown or has failed. */
  | { readonly step: 'ignore'; readonly detail: string; readonly raisesNotice: boolean }
  /** The marketplace waits for accept or reject before it changes the subscription. */
  | { readonly step: 'acknowledge' }
  /** The operation is in progress and needs no acknowledgement. */
  | { readonly step: 'wait' }
  /** The operation has ended: align the subscription with the marketplace. */
  | { readonly step: 'align' };

const acknowledgedActions: readonly (string | null)[] = ['ChangePlan', 'ChangeQuantity', 'Reinstate'];

/**
 * The operation decides, not the notification. If they differ, or the action is unknown, nothing is changed and a notice
 * is raised.
 */
export function stepAfter(
  notification: ReceivedNotification,
  operation: MarketplaceOperation,
): NotificationStep {
  const difference = differenceOf(notification, operation);
  if (difference) return { step: 'ignore', detail: difference, raisesNotice: true };
  const { action, status } = operation;
  if (action === null) {
    const actions = marketplaceActions.join(', ');
    return {
      step: 'ignore',
      detail: `The action ${operation.actionName || '(none)'} is none of ${actions}.`,
      raisesNotice: true,
    };
  }
  if (status === 'Failed') {
    const detail = operation.failure ?? 'The operation has failed at the marketplace.';
    return { step: 'ignore', detail, raisesNotice: false };
  }
  const isOpen = status === 'InProgress' || status === 'NotStarted';
  if (isOpen && acknowledgedActions.includes(action)) {
    const isOwn = (operation.requestedBy ?? notification.requestedBy) === 'Publisher';
    return { step: isOwn ? 'wait' : 'acknowledge' };
  }
  if (isOpen) return { step: 'wait' };
  return { step: 'align' };
}

function differenceOf(notification: ReceivedNotification, operation: MarketplaceOperation): string | null {
  const differs = (name: string, received: unknown, actual: unknown) =>
    `The notification has ${name} ${received}, the operation ${actual}.`;
  if (!equalsIgnoringCase(notification.action, operation.actionName)) {
    return differs('action', notification.action, operation.actionName);
  }
  const { action, planId, quantity } = operation;
  if (
    action === 'ChangePlan' &&
    notification.planId !== null &&
    planId !== null &&
    planId !== notification.planId
  ) {
    return differs('planId', notification.planId, planId);
  }
  if (
    action === 'ChangeQuantity' &&
    notification.quantity !== null &&
    quantity !== null &&
    quantity !== notification.quantity
  ) {
    return differs('quantity', notification.quantity, quantity);
  }
  return null;
}

export interface ChangeFacts {
  /** Whether the new plan is mapped to a plan of the same product. */
  readonly isPlanMapped: boolean;
  readonly seatsAssigned: number;
  readonly acceptsFewerSeats: boolean;
}

/** Why a change is rejected; null: accepted. The plan must be mapped, and no assigned seat is lost without consent. */
export function rejectionReason(operation: MarketplaceOperation, facts: ChangeFacts): string | null {
  const { action, planId, quantity } = operation;
  if (action === 'ChangePlan' && !facts.isPlanMapped) {
    return `The marketplace plan ${planId ?? '(none)'} is not mapped to a plan of the product.`;
  }
  if (
    action === 'ChangeQuantity' &&
    quantity !== null &&
    quantity < facts.seatsAssigned &&
    !facts.acceptsFewerSeats
  ) {
    return `${facts.seatsAssigned} seats are assigned, more than the requested ${quantity}.`;
  }
  return null;
}
