import type { MarketplaceConnection, MarketplaceFailure } from './ports.ts';
import type { MarketplaceTerm } from './term.ts';

/** The port to the marketplace's fulfilment service, and its data. */

export const marketplaceStatuses = [
  'PendingFulfillmentStart',
  'Subscribed',
  'Suspended',
  'Unsubscribed',
  'NotStarted',
] as const;

/** `Unknown` is a status that this version does not know: it changes nothing. */
export type MarketplaceStatus = (typeof marketplaceStatuses)[number] | 'Unknown';

/** A reseller's order may name the tenant only. */
export interface MarketplaceUser {
  readonly tenantId: string;
  readonly objectId: string | null;
  readonly email: string | null;
}

export interface MarketplaceSubscription {
  readonly id: string;
  readonly name: string;
  readonly offerId: string;
  readonly planId: string;
  /** Seats; null if the plan is not sold by the seat. */
  readonly quantity: number | null;
  /** The user; its tenant is the customer. */
  readonly beneficiary: MarketplaceUser | null;
  /** The payer; differs from the beneficiary if a reseller is involved. */
  readonly purchaser: MarketplaceUser | null;
  readonly term: MarketplaceTerm;
  readonly autoRenew: boolean;
  readonly isFreeTrial: boolean;
  readonly isTest: boolean;
  /** `Read`, `Update`, `Delete`: the customer's permissions; a reseller's customer may only read. */
  readonly allowedOperations: readonly string[];
  readonly status: MarketplaceStatus;
  readonly createdAt: Date | null;
  /** Bought dimensions beside its plan that are not mapped, where a purchase may have several. */
  readonly unmapped?: readonly string[];
}

/** The purchase of a purchase token. */
export interface ResolvedPurchase {
  readonly subscriptionId: string;
  readonly name: string;
  readonly offerId: string;
  readonly planId: string;
  readonly quantity: number | null;
  /** Null if the marketplace omits it: read it by its id. */
  readonly subscription: MarketplaceSubscription | null;
  /** The buyer's account number, where the marketplace names the buyer by that alone. */
  readonly account?: string;
}

export interface MarketplaceDimension {
  readonly id: string;
  readonly displayName: string;
  readonly unitOfMeasure: string;
}

/** The plan of a subscription, or one it can change to. */
export interface MarketplacePlan {
  readonly planId: string;
  readonly displayName: string;
  readonly isPrivate: boolean;
  readonly isPricePerSeat: boolean;
  /** No longer sold; existing subscriptions keep it. */
  readonly isStopSell: boolean;
  readonly dimensions: readonly MarketplaceDimension[];
}

export const marketplaceActions = [
  'Subscribe',
  'ChangePlan',
  'ChangeQuantity',
  'Renew',
  'Suspend',
  'Reinstate',
  'Unsubscribe',
] as const;

export type MarketplaceAction = (typeof marketplaceActions)[number];

export const marketplaceOperationStatuses = [
  'NotStarted',
  'InProgress',
  'Succeeded',
  'Failed',
  'Conflict',
] as const;

/** `Conflict`: the new value equals the old one. */
type MarketplaceOperationStatus = (typeof marketplaceOperationStatuses)[number] | 'Unknown';

/** A change of a subscription at the marketplace. */
export interface MarketplaceOperation {
  readonly id: string;
  readonly subscriptionId: string;
  /** The raw name; the marketplace adds new ones. */
  readonly actionName: string;
  /** Null for an unknown action. */
  readonly action: MarketplaceAction | null;
  readonly offerId: string | null;
  /** The new plan for a change of plan, otherwise the present one. */
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly status: MarketplaceOperationStatus;
  /** `Marketplace` includes requests of the customer there; null if omitted. */
  readonly requestedBy: 'Marketplace' | 'Publisher' | null;
  readonly at: Date | null;
  /** The reason of a failure, if known. */
  readonly failure: string | null;
}

/** An accepted change; the operation has its progress. */
export interface StartedChange {
  /** Null: no operation to poll; read the subscription instead. */
  readonly operationId: string | null;
}

export interface SubscriptionPage {
  readonly subscriptions: readonly MarketplaceSubscription[];
  /** The number of further subscriptions that could not be parsed. */
  readonly unreadable: number;
  /** Of licences: whether those without a contract are compared with the agreements. */
  readonly comparesAgreements?: boolean;
}

export type FulfilmentResponse<Value> =
  | { readonly outcome: 'answered'; readonly value: Value }
  /** The marketplace refused the request: an expired token, an unknown id, or a conflicting operation. */
  | {
      readonly outcome: 'refused';
      /** The HTTP status. An unknown subscription or operation is 404, although the marketplace may respond with 400. */
      readonly status: number;
      /** The marketplace's error code, for logs only. */
      readonly code: string | null;
      readonly reason: string;
    }
  | ({ readonly outcome: 'unavailable' } & MarketplaceFailure);

type FulfilmentVerdict = 'success' | 'failure';

/** @typeParam Connection the account that an adapter calls for; callers pass any. */
export interface FulfilmentService<Connection = MarketplaceConnection> {
  /** Requests a new token, to test the credential. */
  authenticate(connection: Connection): Promise<FulfilmentResponse<null>>;
  /** @param purchaseToken the decoded token of the landing page's URL. */
  resolve(connection: Connection, purchaseToken: string): Promise<FulfilmentResponse<ResolvedPurchase>>;
  /** Starts the billing. Idempotent: an active subscription is also answered. */
  activate(
    connection: Connection,
    purchase: {
      readonly subscriptionId: string;
      readonly planId: string;
      readonly quantity: number | null;
    },
  ): Promise<FulfilmentResponse<null>>;
  /** All pages, ended subscriptions included. Stops at the first page that is not answered. */
  listSubscriptions(connection: Connection): AsyncIterable<FulfilmentResponse<SubscriptionPage>>;
  getSubscription(
    connection: Connection,
    subscriptionId: string,
  ): Promise<FulfilmentResponse<MarketplaceSubscription>>;
  /** Includes the current plan. */
  listAvailablePlans(
    connection: Connection,
    subscriptionId: string,
  ): Promise<FulfilmentResponse<readonly MarketplacePlan[]>>;
  changePlan(
    connection: Connection,
    subscriptionId: string,
    planId: string,
  ): Promise<FulfilmentResponse<StartedChange>>;
  changeQuantity(
    connection: Connection,
    subscriptionId: string,
    quantity: number,
  ): Promise<FulfilmentResponse<StartedChange>>;
  /** Idempotent: an ended subscription is also answered. */
  cancel(connection: Connection, subscriptionId: string): Promise<FulfilmentResponse<StartedChange>>;
  getOperation(
    connection: Connection,
    subscriptionId: string,
    operationId: string,
  ): Promise<FulfilmentResponse<MarketplaceOperation>>;
  /** The operations that wait for acknowledgement. */
  listOperations(
    connection: Connection,
    subscriptionId: string,
  ): Promise<FulfilmentResponse<readonly MarketplaceOperation[]>>;

  acknowledgeOperation(
    connection: Connection,
    subscriptionId: string,
    operationId: string,
    verdict: FulfilmentVerdict,
  ): Promise<FulfilmentResponse<null>>;
}
