import type { MarketplaceUsage } from './ports.ts';
import { isSameSum, type QuantitySum, readQuantitySum } from './quantity-sum.ts';

const hour = 3_600_000;
const dayLong = 24 * hour;
/** An hour is taken for 24 hours, so three days ago everything has long been decided. */
const wholeDays = 3;
/** For how long after a report was decided the marketplace may not have added it up yet. */
const settlingMilliseconds = hour;

/** A subscription and dimension on a UTC day: the finest that the marketplace tells. */
export interface UsageDay {
  /** In small letters. */
  readonly marketplaceSubscriptionId: string;
  readonly dimension: string;
  /** `2026-11-15`. */
  readonly day: string;
}

/** What our reports of a day come to. */
export interface ReportedDay extends UsageDay {
  /** Of those that are Accepted. */
  readonly accepted: QuantitySum;
  /** One of them is Pending. */
  readonly isUndecided: boolean;
  readonly lastDecidedAt: Date | null;
  /** One of them ended as QuantityMismatch. */
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
  /** Days of which nothing can be said yet. */
  readonly unsettled: readonly UsageDay[];
}

/** Which days are compared: today and the three before it. */
export function comparedDays(now: Date): DayRange {
  return { first: dayOf(new Date(now.getTime() - wholeDays * dayLong)), last: dayOf(now) };
}

/**
 * Where what we hold as Accepted and what the marketplace holds differ, by subscription, dimension and UTC day:
 *
 * | the day | is drift |
 * |---|---|
 * | one of its reports is Pending, or was decided within the last hour | not yet: nothing is said |
 * | both come to the same | no |
 * | a report ended as QuantityMismatch, and the marketplace has more than is Accepted | no: that has been told |
 * | anything else: more, less, nothing there, nothing here | yes |
 *
 * The marketplace holds what was submitted under any plan, less what it has itself Rejected since: that is not billed.
 * What it holds for subscriptions that are not sold here is somebody else's business.
 *
 * @param sold the subscriptions of this connection, in small letters.
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

/** What is written down of earlier comparisons. */
export interface KnownDrift extends UsageDay {
  readonly isResolved: boolean;
}

export interface DriftChanges {
  /** Seen now, to be written down as they are now. */
  readonly seen: readonly UsageDrift[];
  /** Those of them that were never seen before. */
  readonly appeared: readonly UsageDrift[];
  /** Gone. One of a day that is unsettled, or no longer compared, stays as it was. */
  readonly resolved: readonly UsageDay[];
}

export function driftChanges(
  known: readonly KnownDrift[],
  { drifts, unsettled }: UsageComparison,
  now: Date,
): DriftChanges {
  const { first, last } = comparedDays(now);
  const before = new Set(known.map(usageDayText));
  const open = new Set([...drifts, ...unsettled].map(usageDayText));
  return {
    seen: drifts,
    appeared: drifts.filter((drift) => !before.has(usageDayText(drift))),
    resolved: known.filter(
      (drift) =>
        !drift.isResolved && first <= drift.day && drift.day <= last && !open.has(usageDayText(drift)),
    ),
  };
}

/** One text per subscription, dimension and day. */
export function usageDayText({ marketplaceSubscriptionId, dimension, day }: UsageDay): string {
  return `${day} ${marketplaceSubscriptionId} ${dimension}`;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
