import type { PlanContent } from '../catalogue/plan-content.ts';
import type { Subscription, SubscriptionSource, SubscriptionStatus } from '../subscriptions/subscription.ts';
import { plansByRank, resolveEntitlement } from './entitlement.ts';
import { type AccessLevel, accessAt, type EntitlementFacts, type SubscribedPlan } from './in-force.ts';

type SubscriptionReason =
  | 'ActiveGivesFull'
  | 'SuspendedGivesReadOnly'
  | 'SuspendedBesideActive'
  | 'NotYetActivated'
  | 'Cancelled'
  | 'Expired';

interface SubscriptionExplanation {
  readonly subscriptionId: string;
  readonly plan: string;
  readonly source: SubscriptionSource;
  readonly status: SubscriptionStatus;
  readonly isInForce: boolean;
  readonly reason: SubscriptionReason;
  readonly words: string;
}

/** How an entitlement was resolved. */
export interface EntitlementExplanation {
  readonly accessLevel: AccessLevel;
  /** The deciding subscription; at level `None`, the one with the status of the response. */
  readonly decidedBy: string | null;
  /** First those in force, the deciding one at the head; then the others, the most recently changed first. */
  readonly subscriptions: readonly SubscriptionExplanation[];
  /** For each capability the slugs of the plans that turn it on; empty: off. */
  readonly capabilities: Readonly<Record<string, readonly string[]>>;
  /** For each limit the slugs of the plans with the highest value. */
  readonly limits: Readonly<Record<string, readonly string[]>>;
}

/** Uses the state of each subscription at this instant, so that the sweeper changes nothing. */
export function explainEntitlement(facts: EntitlementFacts, now: Date): EntitlementExplanation {
  const { accessLevel, inForce, others } = accessAt(facts, now);
  const plans = plansByRank(inForce);
  const { limits } = resolveEntitlement(facts, now);
  return {
    accessLevel,
    decidedBy: (inForce[0] ?? others[0])?.subscription.subscriptionId ?? null,
    subscriptions: [
      ...inForce.map((subscribed) => explain(subscribed, true)),
      ...others.map((subscribed) => explain(subscribed, false)),
    ],
    capabilities: plansByName(plans, 'capabilities', (plan, name) => plan.capabilities[name] === true),
    limits: plansByName(plans, 'limits', (plan, name) => plan.limits[name] === limits[name]),
  };
}

/** For each name in the plans, sorted, the slugs of the plans that give it. */
function plansByName(
  plans: readonly PlanContent[],
  member: 'capabilities' | 'limits',
  gives: (plan: PlanContent, name: string) => boolean,
): Readonly<Record<string, readonly string[]>> {
  const names = [...new Set(plans.flatMap((plan) => Object.keys(plan[member])))].sort();
  return Object.fromEntries(
    names.map((name) => [name, plans.filter((plan) => gives(plan, name)).map(({ slug }) => slug)]),
  );
}

function explain({ subscription, plan }: SubscribedPlan, isInForce: boolean): SubscriptionExplanation {
  const { subscriptionId, source, status } = subscription;
  const reason = reasonOf(status, isInForce);
  return {
    subscriptionId,
    plan: plan.slug,
    source,
    status,
    isInForce,
    reason,
    words: wordsOf[reason](subscription),
  };
}

function reasonOf(status: SubscriptionStatus, isInForce: boolean): SubscriptionReason {
  switch (status) {
    case 'Active':
      return 'ActiveGivesFull';
    case 'Suspended':
      return isInForce ? 'SuspendedGivesReadOnly' : 'SuspendedBesideActive';
    case 'Pending':
      return 'NotYetActivated';
    default:
      return status;
  }
}

const wordsOf: Readonly<Record<SubscriptionReason, (subscription: Subscription) => string>> = {
  ActiveGivesFull: ({ activatedAt, validUntil, cancelledAt }) =>
    `Active${since(activatedAt)}${validUntil ? `, until ${validUntil.toISOString()}` : ', open-ended'}` +
    `${cancelledAt ? ', when it will be cancelled' : ''}: it gives full access.`,
  SuspendedGivesReadOnly: ({ suspendedAt }) =>
    `Suspended${since(suspendedAt)}: it gives read-only access, and no other subscription gives more.`,
  SuspendedBesideActive: ({ suspendedAt }) =>
    `Suspended${since(suspendedAt)}: another active subscription gives more.`,
  NotYetActivated: ({ createdAt }) => `Pending${since(createdAt)}: bought, but not activated.`,
  Cancelled: ({ endedAt }) => `Cancelled${since(endedAt)}: it gives no access.`,
  Expired: ({ endedAt }) => `Expired${since(endedAt)}: it gives no access.`,
};

function since(instant: Date | null): string {
  return instant ? ` since ${instant.toISOString()}` : '';
}
