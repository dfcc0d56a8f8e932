import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { marketplaceActions } from './fulfilment-service.ts';

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
  return marketplaceActions.some((known) => equalsIgnoringCase(known, action));
}

export function equalsIgnoringCase(one: string, other: string): boolean {
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
