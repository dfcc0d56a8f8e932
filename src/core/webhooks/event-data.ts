import type { PlanContent } from '../catalogue/plan-content.ts';
import type { Named } from '../entitlements/entitlement.ts';
import type { AccessLevel } from '../entitlements/in-force.ts';
import type { Subscription, SubscriptionStatus } from '../subscriptions/subscription.ts';

/** The `data` of every event about a subscription or what it gives. */
export interface EventData {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly product: Named;
  readonly subscriptionId: string;
  readonly plan: Named;
  readonly editionSlug: string;
  readonly status: SubscriptionStatus;
  readonly accessLevel: AccessLevel;
  readonly quantity: number | null;
  /** The entitlement's: a receiver drops what is older than what it knows. */
  readonly version: number;
  readonly marketplace: { readonly sourceName: string; readonly offerId: string } | null;
  readonly previousPlan?: Named;
  readonly previousEditionSlug?: string;
  /** Of the events about a seat: whose it is, or was. */
  readonly member?: SeatMember;
}

export interface SeatMember {
  readonly memberId: string;
  readonly objectId: string;
  readonly email: string | null;
}

export interface EventFacts {
  readonly product: Named;
  readonly subscription: Subscription;
  readonly plan: PlanContent;
  /** What it was before, for a change of plan. */
  readonly previousPlan: PlanContent | null;
  /** The tenant's, over all of its subscriptions of the product. */
  readonly accessLevel: AccessLevel;
  readonly version: number;
  readonly member?: SeatMember;
}

export function eventData(facts: EventFacts): EventData {
  const { subscription, plan, product, previousPlan, member } = facts;
  return {
    workspaceId: subscription.workspaceId,
    tenantId: subscription.tenantId,
    product: { slug: product.slug, name: product.name },
    subscriptionId: subscription.subscriptionId,
    plan: { slug: plan.slug, name: plan.name },
    editionSlug: plan.edition.slug,
    status: subscription.status,
    accessLevel: facts.accessLevel,
    quantity: subscription.quantity,
    version: facts.version,
    marketplace: subscription.source === 'Marketplace' ? plan.marketplace : null,
    ...(previousPlan && {
      previousPlan: { slug: previousPlan.slug, name: previousPlan.name },
      previousEditionSlug: previousPlan.edition.slug,
    }),
    ...(member && {
      member: { memberId: member.memberId, objectId: member.objectId, email: member.email },
    }),
  };
}
