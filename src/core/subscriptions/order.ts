import { type Refusal, refuseInvalid } from '../refusal.ts';
import { personalTenantIssues } from '../workspaces/personal-accounts.ts';
import type { Subscription } from './subscription.ts';
import { quantityIssues, termIssues } from './term.ts';
import type { Transition } from './transition.ts';

/** The data of a new subscription, from a resolved purchase or from the partner. */
export type SubscriptionOrder = Pick<
  Subscription,
  | 'workspaceId'
  | 'subscriptionId'
  | 'productId'
  | 'planId'
  | 'tenantId'
  | 'source'
  | 'marketplaceSubscriptionId'
  | 'quantity'
  | 'validUntil'
  | 'renewsItself'
  | 'isTrial'
  | 'trialEndsAt'
>;

/**
 * Every subscription starts as Pending with valid seats and dates. A trial without a term is valid until the trial ends.
 */
export function createSubscription(order: SubscriptionOrder, now: Date): Transition | Refusal {
  const issues = [
    ...personalTenantIssues('tenantId', order.tenantId),
    ...quantityIssues(order),
    ...termIssues(order, now),
  ];
  if (issues.length > 0) return refuseInvalid(issues);
  const subscription: Subscription = {
    workspaceId: order.workspaceId,
    subscriptionId: order.subscriptionId,
    productId: order.productId,
    planId: order.planId,
    tenantId: order.tenantId,
    source: order.source,
    marketplaceSubscriptionId: order.marketplaceSubscriptionId,
    status: 'Pending',
    quantity: order.quantity,
    validUntil: order.validUntil ?? order.trialEndsAt,
    renewsItself: order.renewsItself,
    isTrial: order.isTrial,
    trialEndsAt: order.trialEndsAt,
    createdAt: now,
    activatedAt: null,
    suspendedAt: null,
    cancelledAt: null,
    endedAt: null,
    changedAt: now,
  };
  return { subscription, events: [{ type: 'subscription.created', occurredAt: now }] };
}
