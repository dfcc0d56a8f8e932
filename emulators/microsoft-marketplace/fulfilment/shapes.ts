import type { Dialect } from '../dialect.ts';
import type { Plan, StoredSubscription } from '../directory.ts';
import type { Operation } from './operation.ts';

const unknownMember = { anotherMember: { of: 'a later version' } };

/** A subscription's JSON, in answers and in webhooks. */
export function subscriptionShape(subscription: StoredSubscription, dialect: Dialect): object {
  const { term, state } = subscription;
  const startDate = dateShape(term.startDate);
  return {
    id: subscription.id,
    name: subscription.name,
    publisherId: subscription.publisherId,
    offerId: subscription.offerId,
    planId: subscription.planId,
    quantity: quantityShape(subscription.quantity, dialect),
    beneficiary: subscription.beneficiary,
    purchaser: subscription.purchaser,
    term: {
      startDate,
      endDate: dialect.terms === 'start-equals-end' ? startDate : dateShape(term.endDate),
      termUnit: term.termUnit,
      chargeDuration: null,
    },
    autoRenew: subscription.autoRenew ?? true,
    isTest: subscription.isTest ?? false,
    ...(subscription.isFreeTrial ? { isFreeTrial: true } : {}),
    allowedCustomerOperations: subscription.allowedCustomerOperations,
    sandboxType: 'None',
    sessionMode: 'None',
    created: subscription.created.toISOString(),
    lastModified: subscription.lastModified.toISOString(),
    saasSubscriptionStatus: dialect.status === 'padded' ? ` ${state} ` : state,
    ...(dialect.extraMembers === 'some' ? unknownMember : {}),
  };
}

export function quantityShape(quantity: number | undefined, dialect: Dialect): number | string | null {
  if (quantity === undefined) return dialect.quantity === 'number' ? null : '';
  return dialect.quantity === 'text' ? String(quantity) : quantity;
}

export function planShape(plan: Plan, isAskedFor: boolean): object {
  return {
    planId: plan.id,
    displayName: plan.name ?? plan.id,
    description: plan.description ?? '',
    isPrivate: plan.isPrivate ?? false,
    ...(plan.isPricePerSeat ? { minQuantity: plan.minQuantity ?? 1 } : {}),
    ...(plan.isPricePerSeat && plan.maxQuantity !== undefined ? { maxQuantity: plan.maxQuantity } : {}),
    hasFreeTrials: plan.hasFreeTrials ?? false,
    isPricePerSeat: plan.isPricePerSeat ?? false,
    isStopSell: plan.isStopSell ?? false,
    market: 'US',
    planComponents: {
      recurrentBillingTerms: [
        {
          currency: 'USD',
          price: plan.price ?? 0,
          termUnit: 'P1M',
          termDescription: 'One month',
          meteredQuantityIncluded: plan.dimensions.map((dimensionId) => ({ dimensionId, units: '0' })),
        },
      ],
      meteringDimensions: plan.dimensions.map((id) => ({
        id,
        currency: 'USD',
        pricePerUnit: 1,
        unitOfMeasure: id,
        displayName: id,
      })),
    },
    ...(plan.isPrivate && isAskedFor ? { sourceOffers: [{ externalId: `private-${plan.id}` }] } : {}),
  };
}

export function operationShape(operation: Operation, dialect: Dialect): object {
  return {
    id: operation.id,
    activityId: operation.activityId,
    subscriptionId: operation.subscriptionId,
    offerId: operation.offerId,
    publisherId: operation.publisherId,
    planId: operation.planId,
    quantity: quantityShape(operation.quantity, dialect),
    action: operation.action,
    timeStamp: operation.timeStamp,
    status: operation.status,
    errorStatusCode: operation.errorStatusCode,
    errorMessage: operation.errorMessage,
    ...(dialect.extraMembers === 'some' ? unknownMember : {}),
  };
}

/** The body of a webhook. During a change in progress, the subscription is still the old one. */
export function notificationShape(
  operation: Operation,
  subscription: StoredSubscription,
  dialect: Dialect,
): object {
  return {
    id: operation.id,
    activityId: operation.activityId,
    publisherId: operation.publisherId,
    offerId: operation.offerId,
    planId: operation.planId,
    quantity: quantityShape(operation.quantity, dialect),
    subscriptionId: operation.subscriptionId,
    timeStamp: operation.timeStamp,
    action: operation.action,
    status: operation.status,
    [dialect.requestSource]: operation.source,
    subscription: subscriptionShape(subscription, dialect),
    purchaseToken: null,
    ...(dialect.extraMembers === 'some' ? unknownMember : {}),
  };
}

function dateShape(date: Date | null): string | null {
  return date === null ? null : date.toISOString().replace('.000Z', 'Z');
}
