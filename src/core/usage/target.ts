import type { BillingModel } from '../catalogue/catalogue.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { subscriptionAt } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { type ActivePeriod, isActiveInHour } from './active-period.ts';
import type { UsageRecord } from './record.ts';

/** A subscription of the tenant and the product, with what decides whether it takes an hour. */
export interface UsageCandidate {
  readonly subscription: Subscription;
  readonly plan: {
    readonly slug: string;
    readonly billingModel: BillingModel;
    /** The ids of its meters on the marketplace, as defined there. */
    readonly dimensions: readonly string[];
  };
  readonly activePeriods: readonly ActivePeriod[];
}

/** Whose subscriptions a record may be about. */
export type CandidateKey = Pick<UsageRecord, 'product' | 'tenantId'>;

/** One text per workspace, product and tenant. */
export function candidateKeyText(workspaceId: string, { product, tenantId }: CandidateKey): string {
  return `${workspaceId} ${product} ${tenantId}`;
}

type RequestedUsage = Pick<UsageRecord, 'plan' | 'subscriptionId' | 'dimension' | 'hour'>;

/**
 * Which subscription takes a record. Candidates are the tenant's subscriptions of the product in the caller's
 * workspace; of the plan or with the id, when it is given. Those take the hour that come from the marketplace with a marketplace id,
 * whose plan is flat-rate and has the dimension, and in whose life the hour is. Exactly one: it is the one. Several:
 * the caller must choose. None: the reason why the newest candidate does not.
 */
export function findUsageTarget<Candidate extends UsageCandidate>(
  candidates: readonly Candidate[],
  asked: RequestedUsage,
  now: Date,
): Candidate | Refusal {
  const named = candidates.filter(
    ({ plan, subscription }) =>
      (asked.plan === null || plan.slug === asked.plan) &&
      (asked.subscriptionId === null || subscription.subscriptionId === asked.subscriptionId),
  );
  const taking = named.filter((candidate) => reasonAgainst(candidate, asked, now) === null);
  const [target, another] = taking;
  if (target && !another) return target;
  if (another) return refuseAmbiguous(taking);

  const newest = named.toSorted(byNewer)[0];
  return (newest && reasonAgainst(newest, asked, now)) ?? refuse('metering.subscription_not_found');
}

/** Why a candidate cannot take the hour, the most fundamental reason first; null when it can. */
function reasonAgainst(candidate: UsageCandidate, asked: RequestedUsage, now: Date): Refusal | null {
  const { subscription, plan, activePeriods } = candidate;
  if (subscription.source !== 'Marketplace' || subscription.marketplaceSubscriptionId === null) {
    return refuse('metering.marketplace_subscription_missing');
  }
  if (plan.billingModel !== 'FlatRate' || plan.dimensions.length === 0) {
    return refuse('metering.not_metered', { plan: plan.slug });
  }
  if (!plan.dimensions.includes(asked.dimension)) {
    return refuse('metering.unknown_dimension', { dimensions: plan.dimensions.toSorted() });
  }
  if (!isActiveInHour(activePeriods, asked.hour)) {
    const { status, since } = standing(candidate, now);
    return refuse('metering.subscription_not_active', {
      subscriptionStatus: status,
      since: since.toISOString(),
      ...lastActivePeriod(activePeriods),
    });
  }
  return null;
}

function refuseAmbiguous(taking: readonly UsageCandidate[]): Refusal {
  const plans = [...new Set(taking.map(({ plan }) => plan.slug))].sort();
  const subscriptions = taking.map(({ subscription }) => subscription.subscriptionId).sort();
  return refuse('metering.subscription_ambiguous', { plans, subscriptions });
}

/** When it was last active; both null when it never was, the end null when none is known. */
function lastActivePeriod(activePeriods: readonly ActivePeriod[]) {
  const last = activePeriods.at(-1);
  return {
    activeFrom: last?.from.toISOString() ?? null,
    activeUntil: last?.until?.toISOString() ?? null,
  };
}

/** The status a subscription has now, whether or not a sweep has run, and since when it has had it. */
function standing({ subscription, activePeriods }: UsageCandidate, now: Date) {
  const current = subscriptionAt(subscription, now);
  const sinceOf = {
    Pending: current.createdAt,
    Active: activePeriods.findLast(({ from }) => from <= now)?.from ?? current.activatedAt,
    Suspended: current.suspendedAt,
    Cancelled: current.endedAt,
    Expired: current.endedAt,
  };
  return { status: current.status, since: sinceOf[current.status] ?? current.changedAt };
}

/** Ids are made in the order of time, so they settle what two of the same millisecond leave open. */
function byNewer({ subscription: a }: UsageCandidate, { subscription: b }: UsageCandidate): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  return byTime || (a.subscriptionId < b.subscriptionId ? 1 : a.subscriptionId > b.subscriptionId ? -1 : 0);
}
