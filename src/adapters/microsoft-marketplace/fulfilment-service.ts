import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceOperation,
  MarketplaceStatus,
} from '../../core/marketplace/fulfilment-service.ts';
import type { HttpResponse } from '../outgoing/http-call.ts';
import { publisherAccountOf } from './account.ts';
import { fromJson, readFulfilmentResponse, refused, unavailable } from './fulfilment-response.ts';
import { marketplaceAddress } from './marketplace-call.ts';
import {
  type CallerRequest,
  createMarketplaceCaller,
  type MarketplaceCallerOptions,
} from './marketplace-caller.ts';
import { isSameId, readOperation, readOperations, readStartedChange } from './read-operation.ts';
import {
  listSubscriptionPages,
  readPlans,
  readPurchase,
  readSubscription,
  readSubscriptionPage,
} from './read-subscription.ts';

export interface FulfilmentServiceOptions extends Omit<MarketplaceCallerOptions, 'budgetMilliseconds'> {
  /** For one call, including token and retry; for each page of a list. */
  readonly budgetMilliseconds?: number;
}

type Request = Pick<CallerRequest, 'method'> & Partial<CallerRequest>;
type Read<Value> = (answer: HttpResponse) => Value | undefined;

const collection = 'saas/subscriptions';
const limitBytes = 4 * 1024 * 1024;
const visibleCharacters = /^[\x21-\x7e]+$/;
const verdicts = {
  success: { acknowledgement: 'Success', status: 'Succeeded' },
  failure: { acknowledgement: 'Failure', status: 'Failed' },
} as const;

/**
 * A client of Microsoft's SaaS fulfilment API, version 2. Idempotent calls are retried once; changes and cancellations
 * are not, because the first attempt could cause a refusal of the second. Where a refusal may mean "already done", the
 * present state is read.
 */
export function createFulfilmentService(
  options: FulfilmentServiceOptions,
): FulfilmentService<ApplicationAccount> & { stop(): void } {
  const caller = createMarketplaceCaller({ budgetMilliseconds: 10_000, ...options });

  async function call<Value>(
    connection: ApplicationAccount,
    path: CallerRequest['path'],
    request: Request,
    read: Read<Value>,
  ): Promise<FulfilmentResponse<Value>> {
    const answer = await caller.call(connection, { limitBytes, isRepeatable: true, ...request, path });
    return readFulfilmentResponse(answer, read);
  }

  /** For paths of one subscription. */
  async function callForSubscription<Value>(
    connection: ApplicationAccount,
    names: readonly string[],
    request: Request,
    read: Read<Value>,
  ): Promise<FulfilmentResponse<Value>> {
    const segments = names.map((name) => name.trim());
    // Prevents path traversal.
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) return refused(404, 'The id is not valid.');
    return call(connection, [collection, ...segments.map(encodeURIComponent)].join('/'), request, read);
  }

  const getSubscription: FulfilmentService<ApplicationAccount>['getSubscription'] = async (
    connection,
    subscriptionId,
  ) => {
    const answer = await callForSubscription(
      connection,
      [subscriptionId],
      { method: 'GET' },
      fromJson((body) => {
        const subscription = readSubscription(body);
        return subscription && isSameId(subscription.id, subscriptionId) ? subscription : undefined;
      }),
    );
    return badIsMissing(answer);
  };

  async function isNow(
    status: MarketplaceStatus,
    connection: ApplicationAccount,
    subscriptionId: string,
  ): Promise<boolean> {
    const found = await getSubscription(connection, subscriptionId);
    return found.outcome === 'answered' && found.value.status === status;
  }

  const getOperation: FulfilmentService<ApplicationAccount>['getOperation'] = async (
    connection,
    subscriptionId,
    operationId,
  ) => {
    const answer = await callForSubscription(
      connection,
      [subscriptionId, 'operations', operationId],
      { method: 'GET' },
      fromJson((body) => readOperation(body, subscriptionId, operationId)),
    );
    return badIsMissing(answer);
  };

  async function hasEndedAs(
    status: MarketplaceOperation['status'],
    connection: ApplicationAccount,
    subscriptionId: string,
    operationId: string,
  ): Promise<boolean> {
    const found = await getOperation(connection, subscriptionId, operationId);
    return found.outcome === 'answered' && found.value.status === status;
  }

  const change = (connection: ApplicationAccount, subscriptionId: string, changes: object) =>
    callForSubscription(
      connection,
      [subscriptionId],
      { method: 'PATCH', body: JSON.stringify(changes), isRepeatable: false },
      readStartedChange,
    );

  return {
    async authenticate(connection) {
      const failure = await caller.authenticate(connection);
      return failure ? unavailable(failure) : { outcome: 'answered', value: null };
    },

    async resolve(connection, purchaseToken) {
      // Form decoding turns a plus sign into a blank; a token contains none.
      const token = purchaseToken.trim().replaceAll(' ', '+');
      if (!visibleCharacters.test(token)) return refused(400, 'The purchase token is not valid.');
      const request = { method: 'POST', headers: { 'x-ms-marketplace-token': token } } as const;
      return call(connection, `${collection}/resolve`, request, fromJson(readPurchase));
    },

    async activate(connection, { subscriptionId, planId, quantity }) {
      const body = JSON.stringify(quantity === null ? { planId } : { planId, quantity });
      const answer = await callForSubscription(
        connection,
        [subscriptionId, 'activate'],
        { method: 'POST', body },
        nothing,
      );
      if (answer.outcome !== 'refused' || answer.status !== 400) return answer;
      const isActive = await isNow('Subscribed', connection, subscriptionId);
      return isActive ? { outcome: 'answered', value: null } : answer;
    },

    async *listSubscriptions(connection) {
      const account = publisherAccountOf(connection);
      if (account.outcome === 'failure') {
        yield unavailable(account);
        return;
      }
      yield* listSubscriptionPages(marketplaceAddress(account, { path: collection }), (address) =>
        call(connection, new URL(address), { method: 'GET' }, fromJson(readSubscriptionPage)),
      );
    },

    getSubscription,

    listAvailablePlans: (connection, subscriptionId) =>
      callForSubscription(
        connection,
        [subscriptionId, 'listAvailablePlans'],
        { method: 'GET' },
        fromJson(readPlans),
      ),

    changePlan: (connection, subscriptionId, planId) => change(connection, subscriptionId, { planId }),
    changeQuantity: (connection, subscriptionId, quantity) =>
      change(connection, subscriptionId, { quantity }),

    async cancel(connection, subscriptionId) {
      const request = { method: 'DELETE', isRepeatable: false } as const;
      const answer = await callForSubscription(connection, [subscriptionId], request, readStartedChange);
      if (answer.outcome !== 'refused') return answer;
      const hasEnded = await isNow('Unsubscribed', connection, subscriptionId);
      return hasEnded ? { outcome: 'answered', value: { operationId: null } } : answer;
    },

    getOperation,

    async listOperations(connection, subscriptionId) {
      const answer = await callForSubscription(
        connection,
        [subscriptionId, 'operations'],
        { method: 'GET' },
        fromJson((body) => readOperations(body, subscriptionId)),
      );
      return badIsMissing(answer);
    },

    async acknowledgeOperation(connection, subscriptionId, operationId, verdict) {
      const { acknowledgement, status } = verdicts[verdict];
      const answer = await callForSubscription(
        connection,
        [subscriptionId, 'operations', operationId],
        { method: 'PATCH', body: JSON.stringify({ status: acknowledgement }) },
        nothing,
      );
      if (answer.outcome !== 'refused') return answer;
      const isDone = await hasEndedAs(status, connection, subscriptionId, operationId);
      return isDone ? { outcome: 'answered', value: null } : badIsMissing(answer);
    },

    stop: caller.stop,
  };
}

/** Ignores the body. */
function nothing(): null {
  return null;
}

/** The live service responds with 400 to an unknown subscription or operation. */
function badIsMissing<Value>(answer: FulfilmentResponse<Value>): FulfilmentResponse<Value> {
  return answer.outcome === 'refused' && answer.status === 400 ? { ...answer, status: 404 } : answer;
}
