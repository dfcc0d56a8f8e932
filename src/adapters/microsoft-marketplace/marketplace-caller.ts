import { setMaxListeners } from 'node:events';
import { withDeadline } from '../../async/deadline.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import type { ApplicationAccount } from '../../core/marketplace/connections/kinds.ts';
import { marketplaceApplicationId } from '../../core/marketplace/notifications/notification.ts';
import type { Clock, RandomBytes } from '../../core/ports.ts';
import { createAccessTokens } from '../outgoing/access-tokens.ts';
import type { Exchange } from '../outgoing/exchange.ts';
import { type Failure, failure } from '../outgoing/failure.ts';
import type { HttpResponse } from '../outgoing/http-call.ts';
import { createOneRetry } from '../outgoing/one-retry.ts';
import { requestToken } from '../outgoing/request-token.ts';
import { type PublisherAccount, publisherAccountOf } from './account.ts';
import { callMarketplace, type MarketplaceRequest } from './marketplace-call.ts';

const marketplaceScope = `${marketplaceApplicationId}/.default`;

export interface MarketplaceCallerOptions {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly exchange: Exchange;
  /** For a whole call, including token and retry. */
  readonly budgetMilliseconds: number;
}

export interface CallerRequest extends MarketplaceRequest {
  /** Idempotent: a transient failure is retried once. */
  readonly isRepeatable: boolean;
}

/** Authenticated calls for a connection, within the budget. */
export interface MarketplaceCaller {
  call(connection: ApplicationAccount, request: CallerRequest): Promise<HttpResponse | Failure>;
  /** Requests a new token; null on success. */
  authenticate(connection: ApplicationAccount): Promise<Failure | null>;
  stop(): void;
}

export function createMarketplaceCaller(options: MarketplaceCallerOptions): MarketplaceCaller {
  const { clock, randomBytes, exchange, budgetMilliseconds } = options;
  const stopping = new AbortController();
  // Every call in flight adds a listener, which is not a leak.
  setMaxListeners(0, stopping.signal);
  const http = { exchange, clock };
  const deadline = { milliseconds: budgetMilliseconds, stopped: stopping.signal };
  const newRequestId = () => timeOrderedId(clock.now(), randomBytes);
  const unanswered = () =>
    failure(
      stopping.signal.aborted
        ? 'The sender was stopped.'
        : `There was no response within ${budgetMilliseconds / 1_000} seconds.`,
    );

  // Has its own deadline: other calls may be waiting for the same token.
  const newToken = (account: PublisherAccount) =>
    withDeadline(
      deadline,
      async (signal) => {
        const answer = await requestToken(account, marketplaceScope, http, signal);
        return answer.outcome === 'refused' ? answer.failure : answer;
      },
      unanswered,
    );
  const tokens = createAccessTokens<PublisherAccount, Failure>({ clock, requestToken: newToken });
  const context = { ...http, tokens, newRequestId };
  /** Checking addresses and hashing the credential would cost as much as the rest of a call. */
  const accounts = new WeakMap<ApplicationAccount, PublisherAccount | Failure>();
  const accountFor = (connection: ApplicationAccount) => {
    const account = accounts.get(connection) ?? publisherAccountOf(connection);
    accounts.set(connection, account);
    return account;
  };

  return {
    async call(connection, { isRepeatable, ...request }) {
      const account = accountFor(connection);
      if (account.outcome === 'failure') return account;
      // The same for all attempts, which have their own request ids.
      const headers = { 'x-ms-correlationid': newRequestId(), ...request.headers };
      const callWithRetry = (signal: AbortSignal) => {
        const retrying = createOneRetry(
          { clock, budgetMilliseconds, retryOf: isRepeatable ? retryOf : () => undefined },
          signal,
        );
        return retrying(() => callMarketplace(account, { ...request, headers }, context, signal));
      };
      return withDeadline(deadline, callWithRetry, unanswered);
    },
    async authenticate(connection) {
      const account = accountFor(connection);
      const token = account.outcome === 'failure' ? account : await newToken(account);
      return token.outcome === 'failure' ? token : null;
    },
    stop: () => stopping.abort(),
  };
}

function retryOf(answer: HttpResponse | Failure) {
  if (answer.outcome !== 'failure' || answer.isConfiguration) return undefined;
  const { retryAfterSeconds } = answer;
  return { retryAfterMilliseconds: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000 };
}
