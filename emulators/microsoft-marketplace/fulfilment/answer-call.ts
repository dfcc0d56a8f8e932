import type { EmulatorResponse } from '../../shell/response.ts';
import type { Failure } from '../failure.ts';
import { answerActivate, answerResolve } from './activation-calls.ts';
import { answerChange, answerDelete } from './change-calls.ts';
import type { Fulfilment } from './fulfilment.ts';
import { answerAcknowledge, answerGetOperation, answerListOperations } from './operation-calls.ts';
import type { FulfilmentRequest } from './request.ts';
import { answerAvailablePlans, answerGet, answerList } from './subscription-calls.ts';

export function answerFulfilmentCall(
  request: FulfilmentRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const answer = route(request, fulfilment);
  if ('failure' in answer || fulfilment.dialect.get().contentType === 'json') return answer;
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' } };
}

function route(request: FulfilmentRequest, fulfilment: Fulfilment): EmulatorResponse | Failure {
  const { call, subscriptionId } = request.route;
  const { dialect, register } = fulfilment;
  if (call === undefined) return { failure: 'wrongMethod', subject: '' };
  if (call === 'resolve') return answerResolve(request, fulfilment);
  if (call === 'listSubscriptions') return answerList(request, fulfilment);

  const subscription = register.findSubscription(subscriptionId);
  if (!subscription) {
    if (dialect.get().unknownIds === 'not-found') return { failure: 'notFound', subject: subscriptionId };
    if (call === 'listOperations') return answerListOperations([], fulfilment);
    return { failure: 'badArgument', subject: subscriptionId, target: 'subscriptionId' };
  }
  if (subscription.publisherId !== request.publisher.id) {
    return { failure: 'forbidden', subject: 'The subscription is another publisher’s.' };
  }
  const own = { ...request, subscription };
  switch (call) {
    case 'activate':
      return answerActivate(own, fulfilment);
    case 'getSubscription':
      return answerGet(own, fulfilment);
    case 'listAvailablePlans':
      return answerAvailablePlans(own, fulfilment);
    case 'changeSubscription':
      return answerChange(own, fulfilment);
    case 'deleteSubscription':
      return answerDelete(own, fulfilment);
    case 'listOperations':
      return answerListOperations(fulfilment.operations.of(subscription.id), fulfilment);
    case 'getOperation':
      return answerGetOperation(own, fulfilment);
    case 'acknowledge':
      return answerAcknowledge(own, fulfilment);
  }
}
