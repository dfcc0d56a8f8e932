import type { MarketplaceKind } from '../catalogue/marketplace-kind.ts';
import type { MarketplaceOffer, PlanContent } from '../catalogue/plan-content.ts';
import { subscriptionAt } from '../subscriptions/clock.ts';
import type { Subscription, SubscriptionStatus } from '../subscriptions/subscription.ts';

/** From lowest to highest. */
export const accessLevels = ['None', 'ReadOnly', 'Full'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const accessLevelOf: Readonly<Record<SubscriptionStatus, AccessLevel>> = {
  Active: 'Full',
  Suspended: 'ReadOnly',
  Pending: 'None',
  Cancelled: 'None',
  Expired: 'None',
};

export interface SubscribedPlan {
  readonly subscription: Subscription;
  readonly plan: PlanContent;
  /** The offer that was bought, where its licence names it. */
  readonly sold?: MarketplaceOffer;
}

/** The stored facts about one tenant and one product. */
export interface EntitlementFacts {
  readonly tenantId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly version: number;
  readonly subscriptions: readonly SubscribedPlan[];
  /** The connections of other kinds than the default one; absent if there are none. */
  readonly marketplaces?: readonly ConnectionKind[];
}

export interface ConnectionKind {
  readonly sourceName: string;
  readonly kind: MarketplaceKind;
}

export interface TenantAccess {
  readonly accessLevel: AccessLevel;
  /** The subscriptions with the access level, the deciding one first; empty at level `None`. */
  readonly inForce: readonly SubscribedPlan[];
  /** The others, the most recently changed first. */
  readonly others: readonly SubscribedPlan[];
}

/**
 * The tenant's access level is the best of its subscriptions at this instant; the subscriptions with that level are in
 * force. The one with the highest edition rank decides; of equals, the newer.
 */
export function accessAt(facts: EntitlementFacts, now: Date): TenantAccess {
  const subscribedPlans = facts.subscriptions.map((subscribed) => ({
    ...subscribed,
    subscription: subscriptionAt(subscribed.subscription, now),
  }));
  const levels = subscribedPlans.map(levelOf);
  const accessLevel = accessLevels.findLast((level) => levels.includes(level)) ?? 'None';
  const isInForce = (subscribed: SubscribedPlan) =>
    accessLevel !== 'None' && levelOf(subscribed) === accessLevel;
  return {
    accessLevel,
    inForce: subscribedPlans.filter(isInForce).sort(byRankThenNewer),
    others: subscribedPlans.filter((subscribed) => !isInForce(subscribed)).sort(byChangeThenNewer),
  };
}

/** In order of first appearance. */
export function distinctPlans(subscribedPlans: readonly SubscribedPlan[]): readonly PlanContent[] {
  const plans = new Map<string, PlanContent>();
  for (const { plan } of subscribedPlans) if (!plans.has(plan.slug)) plans.set(plan.slug, plan);
  return [...plans.values()];
}

function levelOf({ subscription }: SubscribedPlan): AccessLevel {
  return accessLevelOf[subscription.status];
}

function byRankThenNewer(a: SubscribedPlan, b: SubscribedPlan): number {
  return b.plan.edition.rank - a.plan.edition.rank || byNewer(a, b);
}

function byChangeThenNewer(a: SubscribedPlan, b: SubscribedPlan): number {
  return b.subscription.changedAt.getTime() - a.subscription.changedAt.getTime() || byNewer(a, b);
}

/** Ids are time-ordered, so they break ties within a millisecond. */
function byNewer({ subscription: a }: SubscribedPlan, { subscription: b }: SubscribedPlan): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  return byTime || (a.subscriptionId < b.subscriptionId ? 1 : a.subscriptionId > b.subscriptionId ? -1 : 0);
}
