import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { type MarketplaceOperation, marketplaceActions } from './fulfilment.ts';

/** A call of the marketplace, as far as it is understood. What it says is not believed before it is confirmed. */
export interface ReceivedNotification {
  readonly operationId: string;
  readonly marketplaceSubscriptionId: string;
  /** As it is written. */
  readonly action: string;
  /** What it changes to; null where it does not say. */
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly requestedBy: 'Marketplace' | 'Publisher' | null;
}

export const notificationStates = ['Received', 'Applied', 'Refused', 'Ignored', 'Failed'] as const;
export type NotificationState = (typeof notificationStates)[number];
/** What became of a call that was applied, and of one that never will be. */
export type FinalNotificationState = Exclude<NotificationState, 'Received'>;

export const longestId = 100;

/** Reads what a call is about, and passes over all that it says besides: its schema grows. */
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
    action: textOf(members.action).slice(0, longestId),
    planId: textOf(members.planId) || null,
    quantity: Number.isInteger(quantity) ? quantity : null,
    requestedBy: readRequester(
      textOf(members.operationRequestSource) || textOf(members.operationRequestedSource),
    ),
  };
}

/** The marketplace has others now and then: those change nothing, and people look at them. */
export function isKnownAction(action: string): boolean {
  return marketplaceActions.some((known) => isSameWord(known, action));
}

function idIssues(path: string, id: string): readonly ValidationIssue[] {
  if (id.length >= 1 && id.length <= longestId) return [];
  return [{ path, rule: 'id', message: `must be a text of 1 to ${longestId} characters` }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function readRequester(source: string): ReceivedNotification['requestedBy'] {
  if (isSameWord(source, 'Partner')) return 'Publisher';
  return isSameWord(source, 'Azure') ? 'Marketplace' : null;
}

function isSameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What is to be done about a call, now that the marketplace has been asked for its operation. */
export type NotificationStep =
  /** Nothing: it was not the marketplace's, or it came to nothing there. */
  | { readonly step: 'ignore'; readonly detail: string; readonly isTold: boolean }
  /** The marketplace waits for our word, and changes the subscription after it. */
  | { readonly step: 'answer' }
  /** The marketplace is still at it, and does not ask us. */
  | { readonly step: 'wait' }
  /** It is done: make ours say what the subscription says there. */
  | { readonly step: 'align' };

const answeredActions: readonly (string | null)[] = ['ChangePlan', 'ChangeQuantity', 'Reinstate'];

/**
 * The operation, as the marketplace tells it when it is asked, decides; the call has only woken us. One that says
 * otherwise than the call changes nothing, and neither does an action that we do not know: people look at those.
 */
export function stepAfter(call: ReceivedNotification, operation: MarketplaceOperation): NotificationStep {
  const difference = differenceOf(call, operation);
  if (difference) return { step: 'ignore', detail: difference, isTold: true };
  const { action, status } = operation;
  if (action === null) {
    const known = marketplaceActions.join(', ');
    return {
      step: 'ignore',
      detail: `The action ${operation.actionName || '(none)'} is none of ${known}.`,
      isTold: true,
    };
  }
  if (status === 'Failed') {
    const detail = operation.failure ?? 'The operation has failed at the marketplace.';
    return { step: 'ignore', detail, isTold: false };
  }
  const isOpen = status === 'InProgress' || status === 'NotStarted';
  if (isOpen && answeredActions.includes(action)) {
    const isOwn = (operation.requestedBy ?? call.requestedBy) === 'Publisher';
    return { step: isOwn ? 'wait' : 'answer' };
  }
  if (isOpen) return { step: 'wait' };
  return { step: 'align' };
}

function differenceOf(call: ReceivedNotification, operation: MarketplaceOperation): string | null {
  const differs = (name: string, ours: unknown, theirs: unknown) =>
    `The call says ${name} ${ours}, the operation ${theirs}.`;
  if (!isSameWord(call.action, operation.actionName)) {
    return differs('action', call.action, operation.actionName);
  }
  const { action, planId, quantity } = operation;
  if (action === 'ChangePlan' && call.planId !== null && planId !== null && planId !== call.planId) {
    return differs('planId', call.planId, planId);
  }
  if (
    action === 'ChangeQuantity' &&
    call.quantity !== null &&
    quantity !== null &&
    quantity !== call.quantity
  ) {
    return differs('quantity', call.quantity, quantity);
  }
  return null;
}

/** What our word on a change goes by. */
export interface ChangeFacts {
  /** Whether the plan to be leads to one of ours, of the same product. */
  readonly isPlanMapped: boolean;
  readonly seatsAssigned: number;
  readonly acceptsFewerSeats: boolean;
}

/** Why a change is refused; null when it is accepted. A plan must be one of ours, and nobody loses a seat unasked. */
export function reasonAgainst(operation: MarketplaceOperation, facts: ChangeFacts): string | null {
  const { action, planId, quantity } = operation;
  if (action === 'ChangePlan' && !facts.isPlanMapped) {
    return `The marketplace plan ${planId ?? '(none)'} leads to no plan of the product.`;
  }
  if (
    action === 'ChangeQuantity' &&
    quantity !== null &&
    quantity < facts.seatsAssigned &&
    !facts.acceptsFewerSeats
  ) {
    return `${facts.seatsAssigned} seats are assigned, more than the ${quantity} asked for.`;
  }
  return null;
}
