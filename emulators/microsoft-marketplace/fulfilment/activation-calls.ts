import { parseObject } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Failure } from '../failure.ts';
import type { Fulfilment } from './fulfilment.ts';
import type { FulfilmentRequest, SubscriptionRequest } from './request.ts';
import { quantityShape, subscriptionShape } from './shapes.ts';

/** The subscription of a purchase token, in every state. */
export function answerResolve(
  { purchaseToken, publisher, now }: FulfilmentRequest,
  { purchaseTokens, register, subscriptions, dialect }: Fulfilment,
): EmulatorResponse | Failure {
  const target = 'x-ms-marketplace-token';
  if (!purchaseToken) return { failure: 'badArgument', subject: 'The token is missing.', target };
  const found = purchaseTokens.find(purchaseToken, now);
  const stored = found && register.findSubscription(found.subscriptionId);
  if (!stored) return { failure: 'badArgument', subject: 'The token is unknown or expired.', target };
  if (stored.publisherId !== publisher.id) {
    return { failure: 'forbidden', subject: 'The purchase is another publisher’s.' };
  }
  const subscription = subscriptions.shown(stored);
  const { id, name, offerId, planId, quantity } = subscription;
  return {
    status: 200,
    body: {
      id,
      subscriptionName: name,
      offerId,
      planId,
      quantity: quantityShape(quantity, dialect.get()),
      subscription: subscriptionShape(subscription, dialect.get()),
    },
  };
}

/** 200 acknowledges the request; the subscription's status shows when it is active. */
export function answerActivate(
  { subscription, body }: SubscriptionRequest,
  { lifecycle, dialect }: Fulfilment,
): EmulatorResponse | Failure {
  const { activationPlan, activationResponse, activatedTwice } = dialect.get();
  const bad = (target: string, subject: string): Failure => ({ failure: 'badArgument', subject, target });
  const { planId, quantity } = parseObject(body) ?? {};
  if (activationPlan !== 'ignored') {
    const isMissing = planId === undefined || planId === null;
    if (isMissing && activationPlan === 'required') return bad('planId', 'The plan is missing.');
    if (!isMissing && planId !== subscription.planId) return bad('planId', 'Another plan was bought.');
    const isCounted = quantity !== undefined && quantity !== null && quantity !== '';
    if (isCounted && Number(quantity) !== (subscription.quantity ?? 0)) {
      return bad('quantity', 'Another quantity was bought.');
    }
  }
  if (subscription.state === 'Unsubscribed') return { failure: 'notFound', subject: subscription.id };
  if (subscription.state === 'Suspended') return bad('subscriptionId', 'The subscription is Suspended.');
  if (subscription.state === 'Subscribed' && activatedTwice === 'refused') {
    return bad('subscriptionId', 'The subscription is active.');
  }
  lifecycle.activate(subscription);
  switch (activationResponse) {
    case 'empty':
      return { status: 200 };
    case 'text':
      return {
        status: 200,
        text: 'Activation has begun.',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      };
    case 'json':
      return { status: 200, body: { id: subscription.id } };
  }
}
