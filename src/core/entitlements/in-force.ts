import type { PlanContent } from '../catalogue/plan-content.ts';
import { subscriptionAt } from '../subscriptions/clock.ts';
import type { Subscription, SubscriptionStatus } from '../subscriptions/subscription.ts';

/** From little to much: what users may do with their data. */
export const accessLevels = ['None', 'ReadOnly', 'Full'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const accessLevelOf: Readonly<Record<SubscriptionStatus, AccessLevel>> = {
  Active: 'Full',
  Suspended: 'ReadOnly',
  Pending: 'None',
  Cancelled: 'None',
  Expired: 'None',
};

export interface Holding {
  readonly subscription: Subscription;
  readonly plan: PlanContent;
}

/** All that is stored about one tenant and one product. */
export interface EntitlementFacts {
  readonly tenantId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly version: number;
  readonly subscriptions: readonly Holding[];
}

export interface Standing {
  readonly accessLevel: AccessLevel;
  /** Those that carry the access level, the deciding one first; empty at level `None`. */
  readonly inForce: readonly Holding[];
  /** The others, the most recently changed first. */
  readonly others: readonly Holding[];
}

/**
 * The best access level that any subscription gives at this instant is the tenant's, and the subscriptions that
 * give it are in force. The one of the highest-ranked edition decides; of equals, the newer.
 */
export function standingAt(facts: EntitlementFacts, now: Date): Standing {
  const holdings = facts.subscriptions.map(({ subscription, plan }) => ({
    subscription: subscriptionAt(subscription, now),
    plan,
  }));
  const levels = holdings.map(levelOf);
  const accessLevel = accessLevels.findLast((level) => levels.includes(level)) ?? 'None';
  const isInForce = (holding: Holding) => accessLevel !== 'None' && levelOf(holding) === accessLevel;
  return {
    accessLevel,
    inForce: holdings.filter(isInForce).sort(byRankThenNewer),
    others: holdings.filter((holding) => !isInForce(holding)).sort(byChangeThenNewer),
  };
}

/** The distinct plans of these holdings, in the order in which they first appear. */
export function distinctPlans(holdings: readonly Holding[]): readonly PlanContent[] {
  const plans = new Map<string, PlanContent>();
  for (const { plan } of holdings) if (!plans.has(plan.slug)) plans.set(plan.slug, plan);
  return [...plans.values()];
}

function levelOf({ subscription }: Holding): AccessLevel {
  return accessLevelOf[subscription.status];
}

function byRankThenNewer(a: Holding, b: Holding): number {
  return b.plan.edition.rank - a.plan.edition.rank || byNewer(a, b);
}

function byChangeThenNewer(a: Holding, b: Holding): number {
  return b.subscription.changedAt.getTime() - a.subscription.changedAt.getTime() || byNewer(a, b);
}

/** Ids are made in the order of time, so they settle what two of the same millisecond leave open. */
function byNewer({ subscription: a }: Holding, { subscription: b }: Holding): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  return byTime || (a.subscriptionId < b.subscriptionId ? 1 : a.subscriptionId > b.subscriptionId ? -1 : 0);
}
