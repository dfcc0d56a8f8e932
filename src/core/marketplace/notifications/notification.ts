import type { ClaimedIdentity, VerifiedToken } from '../../clients/ports.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../../refusal.ts';
import type { ApplicationAccount } from '../connections/kinds.ts';
import { type MarketplaceOperation, marketplaceActions } from '../fulfilment-service.ts';
import { isKnownEvent } from '../licences/licence-event.ts';

/**
 * The parsed body of a marketplace notification. It is applied only after the marketplace has confirmed its operation.
 * Members and paths of the admin API say "call".
 */
export interface ReceivedNotification {
  readonly operationId: string;
  readonly marketplaceSubscriptionId: string;
  /** The raw name; the marketplace adds new ones. */
  readonly action: string;
  /** The new plan and quantity; null if omitted. */
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly requestedBy: 'Marketplace' | 'Publisher' | null;
}

export const notificationStates = ['Received', 'Applied', 'Refused', 'Ignored', 'Failed'] as const;
export type NotificationState = (typeof notificationStates)[number];
export type FinalNotificationState = Exclude<NotificationState, 'Received'>;

export const maxIdLength = 100;

/** Parses the needed members and ignores the others: the marketplace's schema grows. */
export function readReceivedNotification(body: unknown): ReceivedNotification | Refusal {
  const members = (typeof body === 'object' && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >;
  const operationId = textOf(members.id);
  const marketplaceSubscriptionId = textOf(members.subscriptionId);
  const issues = [...idIssues('id', operationId), ...idIssues('subscriptionId', marketplaceSubscriptionId)];
  if (issues.length > 0) return refuseInvalid(issues);
  const quantity = Number(textOf(members.quantity) || Number.NaN);
  return {
    operationId,
    marketplaceSubscriptionId,
    action: textOf(members.action).slice(0, maxIdLength),
    planId: textOf(members.planId) || null,
    quantity: Number.isInteger(quantity) ? quantity : null,
    requestedBy: readRequester(
      textOf(members.operationRequestSource) || textOf(members.operationRequestedSource),
    ),
  };
}

/** Unknown actions change nothing and raise a notice. */
export function isKnownAction(action: string): boolean {
  return marketplaceActions.some((known) => equalsIgnoringCase(known, action)) || isKnownEvent(action);
}

function equalsIgnoringCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function idIssues(path: string, id: string): readonly ValidationIssue[] {
  if (id.length >= 1 && id.length <= maxIdLength) return [];
  return [{ path, rule: 'id', message: `must be a text of 1 to ${maxIdLength} characters` }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function readRequester(source: string): ReceivedNotification['requestedBy'] {
  if (equalsIgnoringCase(source, 'Partner')) return 'Publisher';
  return equalsIgnoringCase(source, 'Azure') ? 'Marketplace' : null;
}

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
      detail: `The action ${operation.actionName || '(none)'} is not one of ${actions}.`,
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

/** The application id of the marketplace: the scope of tokens for it, and the sender of its notifications. */
export const marketplaceApplicationId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

/** The application and tenant that an offer names, and the identity provider that signs for them. */
export type NotificationAudience = Pick<ApplicationAccount, 'authUrl' | 'clientId' | 'tenantId'>;

export type NotificationVerification =
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'invalid' }
  /** The identity provider's keys are not known and cannot be fetched now. */
  | { readonly outcome: 'unavailable' };

/** Verifies the bearer token of a marketplace notification. */
export interface NotificationVerifier {
  verify(token: string, audience: NotificationAudience): Promise<NotificationVerification>;
}

/** Whether the unverified token claims to be the marketplace's, in the tenant of the audience. */
export function claimsToBeMarketplace(
  { applicationId, tenantId }: ClaimedIdentity,
  audience: NotificationAudience,
): boolean {
  return applicationId === marketplaceApplicationId && tenantId === audience.tenantId.trim().toLowerCase();
}

/** A verified token is the marketplace's if it is not a user's. */
export function isMarketplaceNotification(token: VerifiedToken, audience: NotificationAudience): boolean {
  return claimsToBeMarketplace(token, audience) && !token.isDelegated;
}
