import type { LicenceModel } from '../catalogue/catalogue.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import { nextChangeAt } from '../subscriptions/clock.ts';
import {
  type Subscription,
  type SubscriptionSource,
  type SubscriptionStatus,
  subscriptionSources,
} from '../subscriptions/subscription.ts';
import {
  type AccessLevel,
  accessAt,
  distinctPlans,
  type EntitlementFacts,
  type SubscribedPlan,
} from './in-force.ts';
import { type ResponseText, responseText } from './response-text.ts';
import { marketplaceOf, type SoldBy } from './sold-by.ts';

export const licenceOutcomes = [
  'Licensed',
  'NotLicensed',
  'Unconfirmed',
  'ConsentRequired',
  'NotApplicable',
] as const;
export type LicenceOutcome = (typeof licenceOutcomes)[number];

export interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The members of the API response. */
export interface Entitlement {
  readonly tenantId: string;
  readonly product: Named;
  readonly status: SubscriptionStatus | 'None';
  readonly accessLevel: AccessLevel;
  readonly plans: readonly Named[];
  readonly plan: Named | null;
  readonly edition: { readonly slug: string; readonly name: string; readonly rank: number } | null;
  readonly licenceModel: LicenceModel | null;
  readonly licenceOutcome: LicenceOutcome;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly quantity: number | null;
  readonly validUntil: string | null;
  readonly isTrial: boolean;
  readonly trialEndsAt: string | null;
  readonly cancelledAt: string | null;
  readonly sources: readonly SubscriptionSource[];
  readonly marketplace: SoldBy | null;
  readonly version: number;
  readonly evaluatedAt: string;
}

/**
 * The entitlement over all subscriptions in force. The deciding one gives plan, edition, licence, trial, cancellation
 * and marketplace; capabilities, limits, seats, the end and the sources are combined.
 */
export function resolveEntitlement(facts: EntitlementFacts, now: Date): Entitlement {
  const { accessLevel, inForce, others } = accessAt(facts, now);
  const deciding = inForce[0];
  if (deciding === undefined) return nothingInForce(facts, others[0]?.subscription, now);

  const { subscription, plan } = deciding;
  return {
    tenantId: facts.tenantId,
    product: named(facts.product),
    status: subscription.status,
    accessLevel,
    plans: plansByRank(inForce).map(named),
    plan: named(plan),
    edition: { ...named(plan.edition), rank: plan.edition.rank },
    licenceModel: plan.licenceModel,
    licenceOutcome: plan.licenceModel === 'TenantWide' ? 'Licensed' : 'NotApplicable',
    capabilities: unitedCapabilities(inForce),
    limits: highestLimits(inForce),
    quantity: totalQuantity(inForce),
    validUntil: iso(latestEnd(inForce)),
    isTrial: subscription.isTrial,
    trialEndsAt: iso(subscription.trialEndsAt),
    cancelledAt: iso(subscription.cancelledAt),
    sources: distinctSources(inForce),
    marketplace: marketplaceOf(deciding, facts.marketplaces),
    version: facts.version,
    evaluatedAt: now.toISOString(),
  };
}

/** At level `None` the most recently changed subscription gives the status; without one the tenant never bought. */
function nothingInForce(facts: EntitlementFacts, latest: Subscription | undefined, now: Date): Entitlement {
  return {
    tenantId: facts.tenantId,
    product: named(facts.product),
    status: latest?.status ?? 'None',
    accessLevel: 'None',
    plans: [],
    plan: null,
    edition: null,
    licenceModel: null,
    licenceOutcome: 'NotLicensed',
    capabilities: {},
    limits: {},
    quantity: null,
    validUntil: null,
    isTrial: false,
    trialEndsAt: null,
    cancelledAt: latest?.status === 'Cancelled' ? iso(latest.cancelledAt) : null,
    sources: [],
    marketplace: null,
    version: facts.version,
    evaluatedAt: now.toISOString(),
  };
}

/** The next instant at which the clock changes the entitlement; until then it can be cached. */
export function nextEntitlementChangeAt(facts: EntitlementFacts, now: Date): Date | null {
  const changes = facts.subscriptions.flatMap(({ subscription }) => {
    const change = nextChangeAt(subscription, now);
    return change ? [change.getTime()] : [];
  });
  return changes.length > 0 ? new Date(Math.min(...changes)) : null;
}

/** The source of the ETag: the response without `evaluatedAt`. Its serialisation is canonical. */
export function entitlementTagSource({ head, tail }: ResponseText): string {
  return head + tail;
}

/**
 * Compares what a partner sees: if it differs, `entitlement.changed` is due. The version is ignored, because it counts
 * stored changes. For a change by the clock, compare the instant before with the instant of the change: at one instant
 * the sweeper changes nothing.
 */
export function isSameEntitlement(before: Entitlement, after: Entitlement): boolean {
  const content = (answer: Entitlement) =>
    entitlementTagSource(responseText<Entitlement>({ ...answer, version: 0 }));
  return content(before) === content(after);
}

/** By edition rank, highest first, then slug. */
export function plansByRank(inForce: readonly SubscribedPlan[]): readonly PlanContent[] {
  return distinctPlans(inForce)
    .slice()
    .sort((a, b) => b.edition.rank - a.edition.rank || (a.slug < b.slug ? -1 : 1));
}

/** A capability is on if any plan turns it on. Sorted by name. */
function unitedCapabilities(inForce: readonly SubscribedPlan[]): Readonly<Record<string, boolean>> {
  const united = new Map<string, boolean>();
  for (const { plan } of inForce) {
    for (const [name, isOn] of Object.entries(plan.capabilities)) {
      united.set(name, isOn || united.get(name) === true);
    }
  }
  return sortedByName(united);
}

/** The highest value of each limit; a plan without the limit does not count, whatever its absence means. Sorted by name. */
function highestLimits(inForce: readonly SubscribedPlan[]): Readonly<Record<string, number>> {
  const highest = new Map<string, number>();
  for (const { plan } of inForce) {
    for (const [name, value] of Object.entries(plan.limits)) {
      highest.set(name, Math.max(value, highest.get(name) ?? value));
    }
  }
  return sortedByName(highest);
}

function sortedByName<Value>(values: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sum of seats; null if no subscription has seats. */
function totalQuantity(inForce: readonly SubscribedPlan[]): number | null {
  const quantities = inForce.flatMap(({ subscription: { quantity } }) =>
    quantity === null ? [] : [quantity],
  );
  return quantities.length > 0 ? quantities.reduce((sum, quantity) => sum + quantity, 0) : null;
}

/** The latest end; open-ended is later than any. */
function latestEnd(inForce: readonly SubscribedPlan[]): Date | null {
  const ends = inForce.flatMap(({ subscription: { validUntil } }) =>
    validUntil ? [validUntil.getTime()] : [],
  );
  return ends.length === inForce.length ? new Date(Math.max(...ends)) : null;
}

function distinctSources(inForce: readonly SubscribedPlan[]): readonly SubscriptionSource[] {
  return subscriptionSources.filter((source) =>
    inForce.some(({ subscription }) => subscription.source === source),
  );
}

function named({ slug, name }: Named): Named {
  return { slug, name };
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
