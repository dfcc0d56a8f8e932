import { type BearerToken, type CheckToken, readBearerToken } from '../shell/bearer-token.ts';
import type { Random } from '../shell/random.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import type { MarketplaceRegister } from './directory.ts';
import type { Failure } from './failure.ts';
import type { MarketplaceFaultKind } from './faults.ts';
import { answerFulfilmentCall } from './fulfilment/answer-call.ts';
import type { Fulfilment } from './fulfilment/fulfilment.ts';
import { type FulfilmentRoute, findFulfilmentRoute } from './fulfilment/routes.ts';
import { answerRecordedUsage } from './metering/recorded-usage.ts';
import { answerBatch, answerUsageEvent } from './metering/sent-usage.ts';
import type { Metering } from './metering/verdict.ts';

export type Operation = 'usageEvent' | 'batchUsageEvent' | 'usageEvents';

export interface OperationRequest {
  readonly operation: Operation | FulfilmentRoute | undefined;
  readonly method: string;
  /** Keyed by lower-case name: the marketplace ignores case. */
  readonly query: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
  readonly purchaseToken: string | undefined;
  readonly body: string;
  readonly faultKind: MarketplaceFaultKind | undefined;
}

export interface OperationContext {
  readonly metering: Metering;
  readonly fulfilment: Fulfilment;
  readonly checkToken: CheckToken;
  readonly random: Random;
  readonly now: Date;
}

const operations = new Map<string, Operation>([
  ['/api/usageevent', 'usageEvent'],
  ['/api/batchusageevent', 'batchUsageEvent'],
  ['/api/usageevents', 'usageEvents'],
]);

const apiVersion = '2018-08-31';

export function findOperation(method: string, path: string): Operation | FulfilmentRoute | undefined {
  return operations.get(path.toLowerCase()) ?? findFulfilmentRoute(method, path);
}

export async function answerOperation(
  request: OperationRequest,
  { metering, fulfilment, checkToken, random, now }: OperationContext,
): Promise<EmulatorResponse | Failure> {
  const { operation, method, query, body, faultKind } = request;
  if (!operation) return { failure: 'unknownPath', subject: '' };
  const isMetering = typeof operation === 'string';
  if (isMetering && method !== (operation === 'usageEvents' ? 'GET' : 'POST')) {
    return { failure: 'wrongMethod', subject: method };
  }
  const checked = await checkToken(request.authorization);
  if ('problem' in checked) {
    return { failure: checked.problem === 'token' ? 'forbidden' : 'failing', subject: checked.reason };
  }
  const publisher = publisherOf(checked, metering.register);
  if (!publisher) return { failure: 'forbidden', subject: 'No offer names this tenant and application.' };
  if (query.get('api-version') !== apiVersion) {
    return { failure: 'badArgument', subject: `It must be ${apiVersion}.`, target: 'api-version' };
  }
  if (!isMetering) {
    const { purchaseToken } = request;
    return answerFulfilmentCall({ route: operation, publisher, query, purchaseToken, body, now }, fulfilment);
  }
  if (operation === 'usageEvents') return answerRecordedUsage(query, publisher, metering, now);
  const context = { publisher, metering, now, faultKind, random };
  return operation === 'usageEvent' ? answerUsageEvent(body, context) : answerBatch(body, context);
}

/** The publisher that the unverified token names: for faults and the log. */
export function claimedPublisher(
  authorization: string | undefined,
  register: MarketplaceRegister,
): string | undefined {
  const token = readBearerToken(authorization);
  return token && publisherOf(token, register)?.id;
}

function publisherOf({ tenantId, claims }: BearerToken, register: MarketplaceRegister) {
  return register.findPublisherOf(tenantId, String(claims.appid).toLowerCase());
}
