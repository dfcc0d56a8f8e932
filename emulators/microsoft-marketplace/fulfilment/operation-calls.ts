import { parseObject } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Failure } from '../failure.ts';
import type { Fulfilment } from './fulfilment.ts';
import { nothingResponse } from './nothing.ts';
import type { Operation } from './operation.ts';
import type { SubscriptionRequest } from './request.ts';
import { operationShape } from './shapes.ts';

/** Only operations in progress. */
export function answerListOperations(
  operations: readonly Operation[],
  { dialect }: Fulfilment,
): EmulatorResponse {
  const waiting = operations.filter(({ status }) => status === 'InProgress');
  if (waiting.length === 0) return nothingResponse('operations', dialect.get());
  const shown = waiting.map((one) => operationShape(one, dialect.get()));
  return { status: 200, body: dialect.get().operations === 'bare' ? shown : { operations: shown } };
}

export function answerGetOperation(
  request: SubscriptionRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const operation = findOperation(request, fulfilment);
  if ('failure' in operation) return operation;
  return {
    status: 200,
    body: operationShape(operation, fulfilment.dialect.get()),
    ...(fulfilment.dialect.get().operationIdHeader === 'present'
      ? { headers: { 'operation-id': operation.id } }
      : {}),
  };
}

/** The publisher accepts or refuses the customer's change. */
export function answerAcknowledge(
  request: SubscriptionRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const { acknowledgement, ownOperations } = fulfilment.dialect.get();
  const operation = findOperation(request, fulfilment);
  if ('failure' in operation) return operation;
  const { status } = parseObject(request.body) ?? {};
  if (acknowledgement === 'checked' && status !== 'Success' && status !== 'Failure') {
    return { failure: 'badArgument', subject: 'It must be Success or Failure.', target: 'status' };
  }
  if (operation.source === 'Partner' && ownOperations === 'failing')
    return { failure: 'failing', subject: '' };
  return fulfilment.lifecycle.acknowledge(operation, status !== 'Failure')
    ? { status: 200 }
    : { failure: 'conflict', subject: 'The operation has been settled, or a newer one has.' };
}

function findOperation(
  { subscription, route }: SubscriptionRequest,
  { operations, dialect }: Fulfilment,
): Operation | Failure {
  const operation = operations.find(subscription.id, route.operationId);
  if (operation) return operation;
  return dialect.get().unknownIds === 'not-found'
    ? { failure: 'notFound', subject: route.operationId }
    : { failure: 'badArgument', subject: route.operationId, target: 'operationId' };
}
