import type { Publisher, StoredSubscription } from '../directory.ts';
import type { FulfilmentRoute } from './routes.ts';

export interface FulfilmentRequest {
  readonly route: FulfilmentRoute;
  readonly publisher: Publisher;
  readonly query: ReadonlyMap<string, string>;
  readonly purchaseToken: string | undefined;
  readonly body: string;
  readonly now: Date;
}

/** A request about one of the publisher's subscriptions. */
export interface SubscriptionRequest extends FulfilmentRequest {
  readonly subscription: StoredSubscription;
}
