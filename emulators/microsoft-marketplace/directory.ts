import { guidOf, isGuid } from '../shell/guid.ts';
import { CommandError } from '../shell/read-json.ts';
import { type Term, type TermUnit, termFrom } from './term.ts';

export const subscriptionStates = [
  'PendingFulfillmentStart',
  'Subscribed',
  'Suspended',
  'Unsubscribed',
] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

export interface Plan {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** The dimensions that usage may be reported for. */
  readonly dimensions: readonly string[];
  /** For a month and a seat, or for a month. */
  readonly price?: number;
  readonly isPricePerSeat?: boolean;
  readonly minQuantity?: number;
  readonly maxQuantity?: number;
  readonly hasFreeTrials?: boolean;
  readonly isPrivate?: boolean;
  /** The marketplace activates a purchase itself, and sends a `Subscribe` webhook. */
  readonly isAutoActivated?: boolean;
  /** Subscriptions keep it, but it cannot be bought. */
  readonly isStopSell?: boolean;
}

/** The addresses of a publisher's service, which may be known only after the emulator has started. */
export interface OfferAddresses {
  readonly landingPageUrl?: string;
  readonly webhookUrl?: string;
}

export interface Offer extends OfferAddresses {
  readonly id: string;
  readonly name?: string;
  readonly plans: readonly Plan[];
}

/** A publisher, with the tenant and application of its offers' technical configuration. */
export interface Publisher {
  readonly id: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly offers: readonly Offer[];
}

/** A beneficiary or purchaser. Reseller orders name no user. */
export interface Party {
  readonly emailId: string | null;
  readonly objectId: string | null;
  readonly tenantId: string;
  readonly puid: string | null;
}

export const customerOperations = ['Read', 'Update', 'Delete'] as const;
type CustomerOperation = (typeof customerOperations)[number];

export interface Subscription {
  /** The `resourceId` of usage events. */
  readonly id: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly state: SubscriptionState;
  readonly azureSubscriptionId?: string;
  readonly name?: string;
  /** Seats, on a plan that is priced per seat. */
  readonly quantity?: number;
  readonly beneficiary?: Party;
  readonly purchaser?: Party;
  readonly termUnit?: TermUnit;
  /** The term with its dates, unless it begins now. */
  readonly term?: Term;
  readonly autoRenew?: boolean;
  readonly isTest?: boolean;
  readonly isFreeTrial?: boolean;
  readonly allowedCustomerOperations?: readonly CustomerOperation[];
}

/** A registered subscription with its defaults filled in. Fulfilment and metering share it. */
export interface StoredSubscription extends Subscription {
  readonly name: string;
  readonly beneficiary: Party;
  readonly purchaser: Party;
  readonly allowedCustomerOperations: readonly CustomerOperation[];
  readonly term: Term;
  readonly created: Date;
  readonly lastModified: Date;
  /** Cancelled while it was subscribed: hours that began before this instant can still be reported. */
  readonly reportableUntil: Date | null;
}

/** A customer who can buy on the page. */
export interface Buyer {
  readonly name: string;
  readonly emailId: string;
  readonly objectId: string;
  readonly tenantId: string;
}

export interface MarketplaceDirectory {
  readonly publishers: readonly Publisher[];
  readonly subscriptions: readonly Subscription[];
  readonly buyers?: readonly Buyer[];
}

/** The members that a change of a subscription replaces. */
export type Amendment = Partial<Pick<StoredSubscription, 'planId' | 'quantity' | 'term'>>;

/** The directory while the emulator runs. Registering an id again replaces the entry. */
export interface MarketplaceRegister {
  registerPublisher(publisher: Publisher): void;
  registerSubscription(subscription: Subscription): void;
  registerBuyer(buyer: Buyer): void;
  changeState(subscriptionId: string, state: SubscriptionState): void;
  amend(subscriptionId: string, amendment: Amendment): void;
  setAddresses(publisherId: string, offerId: string, addresses: OfferAddresses): void;
  findPublisher(id: string): Publisher | undefined;
  /** By the tenant and application of a token. */
  findPublisherOf(tenantId: string, clientId: string): Publisher | undefined;
  findSubscription(id: string): StoredSubscription | undefined;
  findOffer(publisherId: string, offerId: string): Offer | undefined;
  contents(): {
    readonly publishers: readonly Publisher[];
    readonly subscriptions: readonly StoredSubscription[];
    readonly buyers: readonly Buyer[];
  };
}

export function createMarketplaceRegister(
  directory: MarketplaceDirectory,
  now: () => Date,
): MarketplaceRegister {
  const publishers = new Map<string, Publisher>();
  const subscriptions = new Map<string, StoredSubscription>();

  const buyers = new Map<string, Buyer>();

  const findOffer = (publisherId: string, offerId: string) =>
    publishers.get(publisherId)?.offers.find((one) => one.id === offerId);
  const stored = (subscriptionId: string): StoredSubscription => {
    const subscription = subscriptions.get(subscriptionId.toLowerCase());
    if (!subscription) throw new CommandError('there is no such subscription');
    return subscription;
  };

  const register: MarketplaceRegister = {
    registerPublisher(publisher) {
      const tenantId = publisher.tenantId.toLowerCase();
      const clientId = publisher.clientId.toLowerCase();
      if (!isGuid(tenantId) || !isGuid(clientId))
        throw new CommandError('tenantId and clientId must be GUIDs');
      publishers.set(publisher.id, { ...publisher, tenantId, clientId });
    },
    registerSubscription(subscription) {
      const id = subscription.id.toLowerCase();
      if (!isGuid(id)) throw new CommandError('id must be a GUID');
      const offer = findOffer(subscription.publisherId, subscription.offerId);
      if (!offer) throw new CommandError('the publisher has no such offer');
      const plan = offer.plans.find((one) => one.id === subscription.planId);
      if (!plan) throw new CommandError('the offer has no such plan');
      subscriptions.set(id, completed({ ...subscription, id }, plan, now()));
    },
    registerBuyer(buyer) {
      const objectId = buyer.objectId.toLowerCase();
      const tenantId = buyer.tenantId.toLowerCase();
      buyers.set(`${tenantId} ${objectId}`, { ...buyer, objectId, tenantId });
    },
    changeState(subscriptionId, state) {
      const before = stored(subscriptionId);
      if (before.state === state) return;
      const isCancelled = before.state === 'Subscribed' && state === 'Unsubscribed';
      const isFirst = before.state === 'PendingFulfillmentStart' && state === 'Subscribed';
      subscriptions.set(before.id, {
        ...before,
        state,
        reportableUntil: isCancelled ? now() : null,
        term: isFirst ? termFrom(now(), before.term.termUnit) : before.term,
        lastModified: now(),
      });
    },
    amend(subscriptionId, amendment) {
      const before = stored(subscriptionId);
      subscriptions.set(before.id, { ...before, ...amendment, lastModified: now() });
    },
    setAddresses(publisherId, offerId, addresses) {
      const publisher = publishers.get(publisherId);
      if (!publisher || !findOffer(publisherId, offerId)) {
        throw new CommandError('the publisher has no such offer');
      }
      const offers = publisher.offers.map((one) => (one.id === offerId ? { ...one, ...addresses } : one));
      publishers.set(publisherId, { ...publisher, offers });
    },
    findPublisher: (id) => publishers.get(id),
    findPublisherOf: (tenantId, clientId) =>
      [...publishers.values()].find((one) => one.tenantId === tenantId && one.clientId === clientId),
    findSubscription: (id) => subscriptions.get(id.toLowerCase()),
    findOffer,
    contents: () => ({
      publishers: [...publishers.values()],
      subscriptions: [...subscriptions.values()],
      buyers: [...buyers.values()],
    }),
  };

  directory.publishers.forEach(register.registerPublisher);
  directory.subscriptions.forEach(register.registerSubscription);
  directory.buyers?.forEach(register.registerBuyer);
  return register;
}

/** Fills in the defaults. */
function completed(subscription: Subscription, plan: Plan, now: Date): StoredSubscription {
  const { id, state, termUnit = 'P1M' } = subscription;
  const beneficiary = subscription.beneficiary ?? {
    emailId: 'buyer@customer.example',
    objectId: guidOf('buyer', id),
    tenantId: guidOf('customer', id),
    puid: null,
  };
  return {
    ...subscription,
    ...(plan.isPricePerSeat ? { quantity: subscription.quantity ?? plan.minQuantity ?? 1 } : {}),
    name: subscription.name ?? `${plan.name ?? plan.id} for ${beneficiary.emailId ?? 'a customer'}`,
    beneficiary,
    purchaser: subscription.purchaser ?? beneficiary,
    allowedCustomerOperations: subscription.allowedCustomerOperations ?? customerOperations,
    term:
      subscription.term ??
      (state === 'PendingFulfillmentStart'
        ? { termUnit, startDate: null, endDate: null }
        : termFrom(now, termUnit)),
    created: now,
    lastModified: now,
    reportableUntil: null,
  };
}
