import type { MarketplaceConnection, MarketplaceFailure } from './ports.ts';
import type { MarketplaceTerm } from './term.ts';

/** What the marketplace sells for us, and how the service asks for it, in its own words. */

export const marketplaceStatuses = [
  'PendingFulfillmentStart',
  'Subscribed',
  'Suspended',
  'Unsubscribed',
  'NotStarted',
] as const;

/** `Unknown` is a word that we have not heard before: nothing may be concluded from it. */
export type MarketplaceStatus = (typeof marketplaceStatuses)[number] | 'Unknown';

/** Whoever uses or pays for a subscription. A reseller's order may name the tenant alone. */
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
  /** Seats; null where the plan is not sold by the seat. */
  readonly quantity: number | null;
  /** Whoever uses it: its tenant is the customer. */
  readonly beneficiary: MarketplaceUser | null;
  /** Whoever pays: somebody else when a reseller stands between. */
  readonly purchaser: MarketplaceUser | null;
  readonly term: MarketplaceTerm;
  readonly autoRenew: boolean;
  readonly isFreeTrial: boolean;
  readonly isTest: boolean;
  /** `Read`, `Update`, `Delete`: what the customer may do; a reseller's customer may only read. */
  readonly allowedOperations: readonly string[];
  readonly status: MarketplaceStatus;
  readonly createdAt: Date | null;
}

/** What a purchase token stands for. */
export interface ResolvedPurchase {
  readonly subscriptionId: string;
  readonly name: string;
  readonly offerId: string;
  readonly planId: string;
  readonly quantity: number | null;
  /** Null when the marketplace leaves it out: ask for it by its id. */
  readonly subscription: MarketplaceSubscription | null;
}

export interface MarketplaceDimension {
  readonly id: string;
  readonly displayName: string;
  readonly unitOfMeasure: string;
  readonly currency: string | null;
  /** Exact decimal text: `0.05`. */
  readonly pricePerUnit: string | null;
}

/** A plan that a subscription has or could change to. */
export interface MarketplacePlan {
  readonly planId: string;
  readonly displayName: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isPricePerSeat: boolean;
  /** No longer sold; those who have it keep it. */
  readonly isStopSell: boolean;
  readonly hasFreeTrial: boolean;
  readonly minimumQuantity: number | null;
  readonly maximumQuantity: number | null;
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

/** `Conflict`: the new value is the old one. */
export type MarketplaceOperationStatus = (typeof marketplaceOperationStatuses)[number] | 'Unknown';

/** A change of a subscription that is under way at the marketplace, or was. */
export interface MarketplaceOperation {
  readonly id: string;
  readonly subscriptionId: string;
  /** As the marketplace writes it; new ones appear. */
  readonly actionName: string;
  /** Null for an action that we have not heard of. */
  readonly action: MarketplaceAction | null;
  readonly offerId: string | null;
  /** What it changes to, for a change of the plan; what there is, otherwise. */
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly status: MarketplaceOperationStatus;
  /** `Marketplace` also when the customer asked for it there; null when it does not say. */
  readonly requestedBy: 'Marketplace' | 'Publisher' | null;
  readonly at: Date | null;
  /** Why it failed; null when it did not, or nobody says. */
  readonly failure: string | null;
}

/** A change that the marketplace has begun: its operation says how it goes on. */
export interface BegunChange {
  /** Null when there is nothing to wait for, or nothing to ask by: look at the subscription then. */
  readonly operationId: string | null;
}

export interface SubscriptionPage {
  readonly subscriptions: readonly MarketplaceSubscription[];
  /** How many more it holds that could not be understood. */
  readonly unreadable: number;
}

export type FulfilmentAnswer<Value> =
  | { readonly outcome: 'answered'; readonly value: Value }
  /** The marketplace has said no to this very request: a token expired, there is no such thing, another is first. */
  | {
      readonly outcome: 'refused';
      /** HTTP's: 400, 404, 409… An unknown subscription or operation is 404 here, although some call it 400. */
      readonly status: number;
      /** The marketplace's own word, when it has one. Not to be relied on. */
      readonly code: string | null;
      readonly reason: string;
    }
  | ({ readonly outcome: 'unavailable' } & MarketplaceFailure);

export type FulfilmentVerdict = 'success' | 'failure';

/** Where subscriptions come from: each is bought, changed and ended there first. */
export interface FulfilmentService {
  /** Gets a token anew, to see whether the credential is taken. */
  authenticate(connection: MarketplaceConnection): Promise<FulfilmentAnswer<null>>;
  /** What the token on the landing page's address stands for, decoded. */
  resolve(
    connection: MarketplaceConnection,
    purchaseToken: string,
  ): Promise<FulfilmentAnswer<ResolvedPurchase>>;
  /** Begins the billing. One that is active already is answered as well: asking twice does no harm. */
  activate(
    connection: MarketplaceConnection,
    purchase: {
      readonly subscriptionId: string;
      readonly planId: string;
      readonly quantity: number | null;
    },
  ): Promise<FulfilmentAnswer<null>>;
  /** Page after page, those that have ended included. The first page that is not answered is the last. */
  listSubscriptions(connection: MarketplaceConnection): AsyncIterable<FulfilmentAnswer<SubscriptionPage>>;
  getSubscription(
    connection: MarketplaceConnection,
    subscriptionId: string,
  ): Promise<FulfilmentAnswer<MarketplaceSubscription>>;
  /** The current plan included. */
  listAvailablePlans(
    connection: MarketplaceConnection,
    subscriptionId: string,
  ): Promise<FulfilmentAnswer<readonly MarketplacePlan[]>>;
  changePlan(
    connection: MarketplaceConnection,
    subscriptionId: string,
    planId: string,
  ): Promise<FulfilmentAnswer<BegunChange>>;
  changeQuantity(
    connection: MarketplaceConnection,
    subscriptionId: string,
    quantity: number,
  ): Promise<FulfilmentAnswer<BegunChange>>;
  /** Ends it. One that has ended already is answered as well. */
  cancel(connection: MarketplaceConnection, subscriptionId: string): Promise<FulfilmentAnswer<BegunChange>>;
  getOperation(
    connection: MarketplaceConnection,
    subscriptionId: string,
    operationId: string,
  ): Promise<FulfilmentAnswer<MarketplaceOperation>>;
  /** Those that wait for our word. */
  listOperations(
    connection: MarketplaceConnection,
    subscriptionId: string,
  ): Promise<FulfilmentAnswer<readonly MarketplaceOperation[]>>;
  /** Our word on an operation that waits for it. */
  acknowledgeOperation(
    connection: MarketplaceConnection,
    subscriptionId: string,
    operationId: string,
    verdict: FulfilmentVerdict,
  ): Promise<FulfilmentAnswer<null>>;
}
