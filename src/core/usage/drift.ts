import { isSameSum, type QuantitySum, readQuantitySum } from './events/quantity-sum.ts';
import type { MarketplaceUsage } from './ports.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Hours are accepted for 24 hours, so reports of three days ago are decided. */
const previousDays = 3;
/** How long the marketplace may take to add a decided report to its totals. */
const settlingMilliseconds = hour;

/** A subscription and dimension on a UTC day, the finest grain of the marketplace's usage data. */
export interface UsageDay {
  /** In lower case. */
  readonly marketplaceSubscriptionId: string;
  readonly dimension: string;
  /** `2026-11-15`. */
  readonly day: string;
}

/** The totals of the usage reports of a day. */
export interface ReportedDay extends UsageDay {
  /** The sum of the Accepted reports. */
  readonly accepted: QuantitySum;
  /** A report is Pending. */
  readonly isUndecided: boolean;
  readonly lastDecidedAt: Date | null;
  /** A report ended as QuantityMismatch. */
  readonly hasMismatch: boolean;
}

export interface UsageDrift extends UsageDay {
  readonly held: QuantitySum;
  readonly marketplace: QuantitySum;
}

export interface DayRange {
  readonly first: string;
  readonly last: string;
}

export interface UsageComparison {
  readonly drifts: readonly UsageDrift[];
  /** Days that cannot be compared yet. */
  readonly unsettled: readonly UsageDay[];
}

/** Today and the three days before. */
export function comparedDays(now: Date): DayRange {
  return { first: dayOf(new Date(now.getTime() - previousDays * day)), last: dayOf(now) };
}

/**
 * Compares the Accepted usage with the marketplace's usage by subscription, dimension and UTC day:
 *
 * | the day | is drift |
 * |---|---|
 * | a report is Pending or was decided within the last hour | not yet: unsettled |
 * | the sums are equal | no |
 * | a report ended as QuantityMismatch, and the marketplace has more than is Accepted | no: support has a notice |
 * | anything else: more, less, missing on one side | yes |
 *
 * The marketplace's usage counts under every plan, except rows that it Rejected later, which it does not bill. Usage of
 * subscriptions that are not sold here is ignored.
 *
 * @param sold the subscriptions of this connection, in lower case.
 */
export function compareUsage(
  held: readonly ReportedDay[],
  rows: readonly MarketplaceUsage[],
  sold: ReadonlySet<string>,
  now: Date,
): UsageComparison {
  const { first, last } = comparedDays(now);
  const isCompared = ({ day }: UsageDay) => first <= day && day <= last;
  const ours = new Map(held.filter(isCompared).map((usage) => [usageDayText(usage), usage]));
  const theirs = new Map<string, UsageDrift>();
  for (const row of rows) {
    if (row.reconciliationStatus.toLowerCase() === 'rejected') continue;
    const usageDay = {
      marketplaceSubscriptionId: row.resourceId.toLowerCase(),
      dimension: row.dimension,
      day: row.day,
    };
    const name = usageDayText(usageDay);
    const isOurs = ours.has(name) || sold.has(usageDay.marketplaceSubscriptionId);
    if (!isOurs || !isCompared(usageDay)) continue;
    const before = theirs.get(name)?.marketplace ?? 0n;
    const marketplace = before + readQuantitySum(row.submittedQuantity);
    theirs.set(name, { ...usageDay, held: ours.get(name)?.accepted ?? 0n, marketplace });
  }
  for (const [name, { accepted, marketplaceSubscriptionId, dimension, day }] of ours) {
    const nothing = { marketplaceSubscriptionId, dimension, day, held: accepted, marketplace: 0n };
    if (!theirs.has(name)) theirs.set(name, nothing);
  }

  const drifts: UsageDrift[] = [];
  const unsettled: UsageDay[] = [];
  for (const [name, compared] of theirs) {
    const own = ours.get(name);
    if (own && !isSettled(own, now)) unsettled.push(compared);
    else if (isDrift(compared, own)) drifts.push(compared);
  }
  return { drifts, unsettled };
}

function isSettled({ isUndecided, lastDecidedAt }: ReportedDay, now: Date): boolean {
  const settledAt = (lastDecidedAt?.getTime() ?? 0) + settlingMilliseconds;
  return !isUndecided && settledAt <= now.getTime();
}

function isDrift({ held, marketplace }: UsageDrift, own: ReportedDay | undefined): boolean {
  if (isSameSum(held, marketplace)) return false;
  return !(own?.hasMismatch && marketplace > held);
}

/** A stored drift of an earlier comparison. */
export interface EarlierDrift extends UsageDay {
  readonly isResolved: boolean;
}

export interface DriftChanges {
  /** All present drifts, to be stored with their present sums. */
  readonly seen: readonly UsageDrift[];
  /** The present drifts without a stored one. */
  readonly appeared: readonly UsageDrift[];
  /** Stored drifts that are gone. Those of unsettled or no longer compared days stay open. */
  readonly resolved: readonly UsageDay[];
}

export function driftChanges(
  earlier: readonly EarlierDrift[],
  { drifts, unsettled }: UsageComparison,
  now: Date,
): DriftChanges {
  const { first, last } = comparedDays(now);
  const before = new Set(earlier.map(usageDayText));
  const open = new Set([...drifts, ...unsettled].map(usageDayText));
  return {
    seen: drifts,
    appeared: drifts.filter((drift) => !before.has(usageDayText(drift))),
    resolved: earlier.filter(
      (drift) =>
        !drift.isResolved && first <= drift.day && drift.day <= last && !open.has(usageDayText(drift)),
    ),
  };
}

/** The map key of a subscription, dimension and day. */
export function usageDayText({ marketplaceSubscriptionId, dimension, day }: UsageDay): string {
  return `${day} ${marketplaceSubscriptionId} ${dimension}`;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
