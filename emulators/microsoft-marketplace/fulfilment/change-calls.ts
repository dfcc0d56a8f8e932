import { parseObject } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Failure } from '../failure.ts';
import { refusalOf } from './change-refusal.ts';
import type { Fulfilment } from './fulfilment.ts';
import { linkAddress } from './link-address.ts';
import type { Operation } from './operation.ts';
import type { SubscriptionRequest } from './request.ts';

/** Begins an operation that changes the plan or the quantity; the caller polls it. */
export function answerChange(
  { subscription, body }: SubscriptionRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const bad = (target: string, subject: string): Failure => ({ failure: 'badArgument', subject, target });
  const { planId, quantity } = parseObject(body) ?? {};
  const hasPlan = planId !== undefined && planId !== null && planId !== '';
  const hasQuantity = quantity !== undefined && quantity !== null && quantity !== '';
  if (hasPlan === hasQuantity) return bad('planId', 'Either the plan or the quantity can be changed.');
  if (subscription.state !== 'Subscribed') {
    return bad('subscriptionId', `The subscription is ${subscription.state}.`);
  }
  if (!subscription.allowedCustomerOperations.includes('Update')) {
    return bad('subscriptionId', 'The subscription cannot be updated.');
  }
  const change = hasPlan ? { planId: String(planId) } : { quantity: Number(quantity) };
  const refusal = refusalOf(change, subscription, fulfilment.register);
  if (refusal) return bad(refusal.target, refusal.message);
  return underWay(fulfilment.lifecycle.change(subscription.id, change, 'Partner'), fulfilment);
}

/** Ends the subscription; a publisher refuses a reinstatement this way too. */
export function answerDelete(
  { subscription }: SubscriptionRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const { id, state, allowedCustomerOperations } = subscription;
  if (state === 'Unsubscribed') return { status: 200 };
  if (!allowedCustomerOperations.includes('Delete')) {
    return {
      failure: 'badArgument',
      subject: 'The subscription cannot be deleted.',
      target: 'subscriptionId',
    };
  }
  const isLocked = fulfilment.operations
    .of(id)
    .some(({ status, action }) => status === 'InProgress' && action !== 'Reinstate');
  if (isLocked) return { failure: 'conflict', subject: 'Another operation is in progress.' };
  return underWay(fulfilment.lifecycle.unsubscribe(id, 'Partner'), fulfilment);
}

function underWay({ id, subscriptionId }: Operation, fulfilment: Fulfilment): EmulatorResponse {
  const location = `${linkAddress(fulfilment)}/api/saas/subscriptions/${subscriptionId}/operations/${id}?api-version=2018-08-31`;
  return {
    status: 202,
    headers: {
      'operation-location': location,
      ...(fulfilment.dialect.get().operationIdHeader === 'present' ? { 'operation-id': id } : {}),
    },
  };
}
