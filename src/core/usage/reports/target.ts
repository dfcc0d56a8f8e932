import type { BillingModel } from '../../catalogue/catalogue.ts';
import type { MeterIntake } from '../../catalogue/meter.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { subscriptionAt } from '../../subscriptions/clock.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { type ActivePeriod, isActiveInHour } from '../period.ts';
import type { UsageRecord } from './record.ts';

/** A subscription of the tenant and product, with the facts that decide whether it can take a usage record. */
export interface UsageCandidate {
  readonly subscription: Subscription;
  readonly plan: {
    readonly slug: string;
    readonly billingModel: BillingModel;
    /** The ids of its meters on the marketplace. */
    readonly dimensions: readonly string[];
  };
  readonly activePeriods: readonly ActivePeriod[];
}

/** The tenant and product whose subscriptions are candidates. */
export type CandidateKey = Pick<UsageRecord, 'product' | 'tenantId'>;

/** The map key of a workspace, product and tenant. */
export function candidateKeyText(workspaceId: string, { product, tenantId }: CandidateKey): string {
  return `${workspaceId} ${product} ${tenantId}`;
}

interface RequestedUsage extends Pick<UsageRecord, 'plan' | 'subscriptionId' | 'dimension' | 'hour'> {
  readonly intake: MeterIntake;
}

/** Events of a subscription that is sold without a marketplace are counted, and never reported. */
export function isBilled({ source }: Pick<Subscription, 'source'>): boolean {
  return source === 'Marketplace';
}

/**
 * Finds the subscription of a record or an event. Candidates are the tenant's subscriptions of the product in the
 * caller's workspace, filtered by plan or id if given. A match has a marketplace id, a flat-rate plan with the dimension,
 * and was active in the hour. Events also match subscriptions without a marketplace, if no other does: what can be billed
 * is billed. Several matches: the caller must choose. None: the reason of the newest candidate.
 */
export function findUsageTarget<Candidate extends UsageCandidate>(
  candidates: readonly Candidate[],
  requested: RequestedUsage,
  now: Date,
): Candidate | Refusal {
  const named = candidates.filter(
    ({ plan, subscription }) =>
      (requested.plan === null || plan.slug === requested.plan) &&
      (requested.subscriptionId === null || subscription.subscriptionId === requested.subscriptionId),
  );
  const able = named.filter((candidate) => reasonAgainst(candidate, requested, now) === null);
  const billed = able.filter(({ subscription }) => isBilled(subscription));
  const matches = billed.length > 0 ? billed : able;
  const [target, another] = matches;
  if (target && !another) return target;
  if (another) return refuseAmbiguous(matches);

  const newest = named.toSorted(byNewer)[0];
  return (newest && reasonAgainst(newest, requested, now)) ?? refuse('metering.subscription_not_found');
}

/** Why a candidate cannot take the record, the most fundamental reason first; null if it can. */
function reasonAgainst(candidate: UsageCandidate, requested: RequestedUsage, now: Date): Refusal | null {
  const { subscription, plan, activePeriods } = candidate;
  const hasAddress = isBilled(subscription) && subscription.marketplaceSubscriptionId !== null;
  const isCountedOnly = !isBilled(subscription) && requested.intake === 'Events';
  if (!hasAddress && !isCountedOnly) return refuse('metering.marketplace_subscription_missing');
  if (plan.billingModel !== 'FlatRate' || plan.dimensions.length === 0) {
    return refuse('metering.not_metered', { plan: plan.slug });
  }
  if (!plan.dimensions.includes(requested.dimension)) {
    return refuse('metering.unknown_dimension', { dimensions: plan.dimensions.toSorted() });
  }
  if (!isActiveInHour(activePeriods, requested.hour)) {
    const { status, since } = statusOf(candidate, now);
    return refuse('metering.subscription_not_active', {
      subscriptionStatus: status,
      since: since.toISOString(),
      ...lastActivePeriod(activePeriods),
    });
  }
  return null;
}

function refuseAmbiguous(matches: readonly UsageCandidate[]): Refusal {
  const plans = [...new Set(matches.map(({ plan }) => plan.slug))].sort();
  const subscriptions = matches.map(({ subscription }) => subscription.subscriptionId).sort();
  return refuse('metering.subscription_ambiguous', { plans, subscriptions });
}

/** The last active period; both null if it never was active, the end null if unknown. */
function lastActivePeriod(activePeriods: readonly ActivePeriod[]) {
  const last = activePeriods.at(-1);
  return {
    activeFrom: last?.from.toISOString() ?? null,
    activeUntil: last?.until?.toISOString() ?? null,
  };
}

/** The present status, whether or not the sweeper has run, and its start. */
function statusOf({ subscription, activePeriods }: UsageCandidate, now: Date) {
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

/** Ids are time-ordered, so they break ties within a millisecond. */
function byNewer({ subscription: a }: UsageCandidate, { subscription: b }: UsageCandidate): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  return byTime || (a.subscriptionId < b.subscriptionId ? 1 : a.subscriptionId > b.subscriptionId ? -1 : 0);
}
