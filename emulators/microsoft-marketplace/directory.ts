import { isGuid } from '../entra/guid.ts';

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
  /** The dimensions that may be reported for it. */
  readonly dimensions: readonly string[];
}

export interface Offer {
  readonly id: string;
  readonly name?: string;
  readonly plans: readonly Plan[];
}

/** Whose offers these are, and the one application that may speak for them: the technical configuration's pair. */
export interface Publisher {
  readonly id: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly offers: readonly Offer[];
}

export interface Subscription {
  /** What usage events call `resourceId`. */
  readonly id: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly state: SubscriptionState;
  readonly azureSubscriptionId?: string;
}

export interface HeldSubscription extends Subscription {
  /** Cancelled while it was subscribed: hours that began before this instant can still be reported. */
  readonly reportableUntil: Date | null;
}

export interface MarketplaceDirectory {
  readonly publishers: readonly Publisher[];
  readonly subscriptions: readonly Subscription[];
}

/** What cannot be registered, with the reason for whoever tried. */
export class InvalidEntry extends Error {}

/** The directory while the emulator runs. Registering an id again replaces what it stood for. */
export interface MarketplaceRegister {
  registerPublisher(publisher: Publisher): void;
  registerSubscription(subscription: Subscription): void;
  changeState(subscriptionId: string, state: SubscriptionState): void;
  findPublisher(id: string): Publisher | undefined;
  /** By the pair that tokens carry. */
  findPublisherOf(tenantId: string, clientId: string): Publisher | undefined;
  findSubscription(id: string): HeldSubscription | undefined;
  contents(): {
    readonly publishers: readonly Publisher[];
    readonly subscriptions: readonly HeldSubscription[];
  };
}

export function createMarketplaceRegister(
  directory: MarketplaceDirectory,
  now: () => Date,
): MarketplaceRegister {
  const publishers = new Map<string, Publisher>();
  const subscriptions = new Map<string, HeldSubscription>();

  const register: MarketplaceRegister = {
    registerPublisher(publisher) {
      const tenantId = publisher.tenantId.toLowerCase();
      const clientId = publisher.clientId.toLowerCase();
      if (!isGuid(tenantId) || !isGuid(clientId))
        throw new InvalidEntry('tenantId and clientId must be GUIDs');
      publishers.set(publisher.id, { ...publisher, tenantId, clientId });
    },
    registerSubscription(subscription) {
      const id = subscription.id.toLowerCase();
      if (!isGuid(id)) throw new InvalidEntry('id must be a GUID');
      const offer = publishers
        .get(subscription.publisherId)
        ?.offers.find((one) => one.id === subscription.offerId);
      if (!offer) throw new InvalidEntry('the publisher has no such offer');
      if (!offer.plans.some((plan) => plan.id === subscription.planId)) {
        throw new InvalidEntry('the offer has no such plan');
      }
      subscriptions.set(id, { ...subscription, id, reportableUntil: null });
    },
    changeState(subscriptionId, state) {
      const id = subscriptionId.toLowerCase();
      const before = subscriptions.get(id);
      if (!before) throw new InvalidEntry('there is no such subscription');
      if (before.state === state) return;
      const isCancelled = before.state === 'Subscribed' && state === 'Unsubscribed';
      subscriptions.set(id, { ...before, state, reportableUntil: isCancelled ? now() : null });
    },
    findPublisher: (id) => publishers.get(id),
    findPublisherOf: (tenantId, clientId) =>
      [...publishers.values()].find((one) => one.tenantId === tenantId && one.clientId === clientId),
    findSubscription: (id) => subscriptions.get(id.toLowerCase()),
    contents: () => ({
      publishers: [...publishers.values()],
      subscriptions: [...subscriptions.values()],
    }),
  };

  directory.publishers.forEach(register.registerPublisher);
  directory.subscriptions.forEach(register.registerSubscription);
  return register;
}
