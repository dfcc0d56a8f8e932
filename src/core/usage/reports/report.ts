import type { MarketplaceKind } from '../../catalogue/marketplace-kind.ts';
import { isCurrentLease, isLeased, type Leasable, type LeaseTerms, leaseTerms } from '../../lease.ts';
import { maxClockSkew } from '../../operations/clock-skew.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { pauseAfter, usageRetryPolicy } from '../../retry.ts';
import { type Quantity, quantityToNumber, readQuantity, zeroQuantity } from '../../values/quantity.ts';
import { dueAt, expiresAt, isYoungEnough, oldestAllowed, type UsageHour, type WithKind } from './window.ts';

/** The statuses of reports that hourly records make, as in the API reference. */
export const recordStatuses = [
  'Pending',
  'Accepted',
  'QuantityMismatch',
  'Rejected',
  'Expired',
  'Skipped',
] as const;
export const usageStatuses = [...recordStatuses, 'NotBilled'] as const;
export type UsageStatus = (typeof usageStatuses)[number];

/** What a report was made of: an hourly record, or the events of its hour. */
export const usageOrigins = ['Records', 'Events'] as const;
export type UsageOrigin = (typeof usageOrigins)[number];

/** There is one report per subscription, dimension and hour. */
export interface UsageKey {
  readonly subscriptionId: string;
  readonly dimension: string;
  readonly hour: UsageHour;
}

/** It is due when its hold is over, later at its next attempt. From the first attempt on it counts as sent. */
export interface UsageReport extends UsageKey, Leasable, WithKind {
  readonly reportId: string;
  readonly quantity: Quantity;
  /** What the marketplace is told if it takes whole units, fixed by the first lease; absent: the quantity itself. */
  readonly sentQuantity?: Quantity;
  readonly status: UsageStatus;
  readonly firstRecordedAt: Date;
  /** The reason of its status, or the failure of the last attempt; null without one. */
  readonly reason: UsageReason | null;
  /** When the marketplace or the clock decided it; null while Pending, and for Skipped and NotBilled. */
  readonly decidedAt: Date | null;
}

export interface UsageReason {
  /** The marketplace's code, or our own if the marketplace sent none. */
  readonly code: string;
  readonly detail: string;
}

/** A record whose subscription was found. */
export interface Submission extends UsageKey {
  /** The id of the report, if this is the first record of its hour. */
  readonly reportId: string;
  readonly quantity: Quantity;
  readonly holdMinutes: number;
  /** The marketplace that takes the report; absent for the default one. */
  readonly kind?: MarketplaceKind;
}

export interface Submitted {
  readonly outcome: 'Recorded' | 'Replaced' | 'Unchanged';
  readonly report: UsageReport;
}

/**
 * The effect of a record on the report of its hour:
 *
 * | the report | the record | outcome | then |
 * |---|---|---|---|
 * | none | above 0 | Recorded | Pending, due after the hold |
 * | none | 0 | Recorded | Skipped: stored, never sent |
 * | any | the same quantity | Unchanged | as it was |
 * | Pending or Skipped, never leased | above 0 | Replaced | Pending, due when it was due before |
 * | Pending or Skipped, never leased | 0 | Replaced | Skipped |
 * | leased once, or decided | another quantity | refused | as it was |
 *
 * A skipped hour was never sent, so its quantity can be replaced. The hold counts from the first record of the hour, so
 * replacing never delays the sending.
 */
export function submit(known: UsageReport | null, submission: Submission, now: Date): Submitted | Refusal {
  const { quantity } = submission;
  if (known === null) return { outcome: 'Recorded', report: firstReport(submission, now) };
  if (known.quantity === quantity) return { outcome: 'Unchanged', report: known };
  if (!isReplaceable(known)) {
    const { reportId } = known;
    const reportedQuantity = quantityToNumber(known.quantity);
    return refuse('metering.window_already_reported', { reportId, reportedQuantity });
  }
  return { outcome: 'Replaced', report: { ...known, quantity, status: unsentStatus(quantity) } };
}

/** Whether its quantity can be replaced: it was never leased, has not expired, and the marketplace was not told 0. */
export function isReplaceable({
  status,
  attempts,
  sentQuantity,
}: Pick<UsageReport, 'status' | 'attempts' | 'sentQuantity'>): boolean {
  return attempts === 0 && (status === 'Pending' || (status === 'Skipped' && sentQuantity === undefined));
}

function firstReport({ holdMinutes, ...submission }: Submission, now: Date): UsageReport {
  const { reportId, subscriptionId, dimension, hour, quantity, kind } = submission;
  return {
    ...(kind && { kind }),
    reportId,
    subscriptionId,
    dimension,
    hour,
    quantity,
    status: unsentStatus(quantity),
    firstRecordedAt: now,
    dueAt: dueAt(hour, now, holdMinutes, submission),
    attempts: 0,
    leasedUntil: null,
    reason: null,
    decidedAt: null,
  };
}

function unsentStatus(quantity: Quantity): UsageStatus {
  return quantity === zeroQuantity ? 'Skipped' : 'Pending';
}

/** The new report of a subscription that is sold without a marketplace: stored, never sent. */
export function notBilled(report: UsageReport): UsageReport {
  return { ...report, status: 'NotBilled' };
}

/** The reports that workers may lease, beside the general terms. */
export interface UsageLeaseTerms extends LeaseTerms {
  /** The marketplace refuses older hours. */
  readonly oldestHour: UsageHour;
}

export function usageLeaseTerms(now: Date, source: WithKind = {}): UsageLeaseTerms {
  return { ...leaseTerms('usageReport', now), oldestHour: oldestAllowed(now, source) };
}

/** The quantity that the marketplace is told. */
export function sentQuantityOf({ quantity, sentQuantity = quantity }: UsageReport): Quantity {
  return sentQuantity;
}

/** Whether a worker may have leased the report, by its own clock; then a change of the report must read its lease. */
export function mayBeLeased({ status, dueAt }: Pick<UsageReport, 'status' | 'dueAt'>, now: Date): boolean {
  return status === 'Pending' && dueAt.getTime() <= now.getTime() + 2 * maxClockSkew;
}

/** The outcome of one sent event. */
export type SendOutcome =
  | { readonly kind: 'accepted' }
  /** Less than a whole unit: not sent, because a later report has it. */
  | { readonly kind: 'carried' }
  /** The marketplace has the hour already, with this quantity; null if it names none and it may be ours. */
  | { readonly kind: 'duplicate'; readonly acceptedQuantity: number | 'another' | null }
  | { readonly kind: 'expired'; readonly reason: UsageReason }
  | { readonly kind: 'rejected'; readonly reason: UsageReason }
  /** No response, or no definite result for this event. */
  | {
      readonly kind: 'undecided';
      readonly reason: UsageReason;
      readonly retryAfterMilliseconds: number | null;
    };

/**
 * The effect of the marketplace's result on a leased report:
 *
 * | the result | the report |
 * |---|---|
 * | accepted | Accepted |
 * | carried into a later report | Accepted |
 * | duplicate, of our quantity | Accepted: our own earlier attempt |
 * | duplicate, of another quantity | QuantityMismatch |
 * | duplicate, of an unknown quantity | Pending, retried |
 * | expired, and by our clock the hour is too old | Expired |
 * | expired, and it is not: the clocks differ | Pending, retried |
 * | rejected | Rejected, with the reason |
 * | undecided | Pending, retried |
 *
 * Retries have a growing back-off. A report that is still undecided after its 24 hours is ended by `expire` alone, whose
 * time is the earlier of the node's clock and the database's.
 *
 * Only the latest attempt settles, and only once. Null: the lease was taken over or the report is decided, so the result
 * does not count.
 */
export function settle(
  report: UsageReport,
  attempt: number,
  outcome: SendOutcome,
  now: Date,
  random: number,
): UsageReport | null {
  if (report.status !== 'Pending' || !isCurrentLease(report, attempt)) return null;
  switch (outcome.kind) {
    case 'accepted':
      return decided(report, 'Accepted', null, now);
    case 'carried':
      return decided(report, 'Accepted', carriedReason, now);
    case 'duplicate': {
      const reason = duplicateReason(outcome.acceptedQuantity);
      if (outcome.acceptedQuantity === null) return tryAgain(report, reason, null, now, random);
      return readQuantity(outcome.acceptedQuantity) === sentQuantityOf(report)
        ? decided(report, 'Accepted', null, now)
        : decided(report, 'QuantityMismatch', reason, now);
    }
    case 'expired':
      return expiresAt(report.hour, report) <= now
        ? decided(report, 'Expired', outcome.reason, now)
        : tryAgain(report, clocksDisagree(outcome.reason), null, now, random);
    case 'rejected':
      return decided(report, 'Rejected', outcome.reason, now);
    case 'undecided':
      return tryAgain(report, outcome.reason, outcome.retryAfterMilliseconds, now, random);
  }
}

/** Ends the hold of a report that was never leased; null: there is none to end. */
export function hasten(report: UsageReport, now: Date): UsageReport | null {
  const isOnHold = report.status === 'Pending' && report.attempts === 0 && report.dueAt > now;
  return isOnHold ? { ...report, dueAt: now } : null;
}

/**
 * Expires a report whose hour is too old for its marketplace and that is not leased; null if there is nothing to expire. Keeps the
 * failure of the last attempt as its reason.
 */
export function expire(report: UsageReport, now: Date): UsageReport | null {
  if (report.status !== 'Pending' || isLeased(report, now) || isYoungEnough(report.hour, now, report)) {
    return null;
  }
  return decided(report, 'Expired', report.reason ?? expiryReason(report), now);
}

/** The marketplace also calls a future hour expired: one of the clocks is wrong, and a retry may help. */
function clocksDisagree({ code, detail }: UsageReason): UsageReason {
  return { code, detail: `By this service's clock the hour has not expired. ${detail}` };
}

function tryAgain(
  report: UsageReport,
  reason: UsageReason,
  retryAfterMilliseconds: number | null,
  now: Date,
  random: number,
): UsageReport {
  const pause = pauseAfter(report.attempts, random, usageRetryPolicy, retryAfterMilliseconds);
  return { ...report, reason, leasedUntil: null, dueAt: new Date(now.getTime() + pause) };
}

function decided(
  report: UsageReport,
  status: UsageStatus,
  reason: UsageReason | null,
  now: Date,
): UsageReport {
  return { ...report, status, reason, leasedUntil: null, decidedAt: now };
}

const carriedReason: UsageReason = {
  code: 'Carried',
  detail: 'It adds up to no further whole unit. Its quantity is carried into the next report.',
};

function duplicateReason(acceptedQuantity: number | 'another' | null): UsageReason {
  const unnamed = acceptedQuantity === 'another' ? 'another quantity' : 'an unnamed quantity';
  const quantity = typeof acceptedQuantity === 'number' ? acceptedQuantity : unnamed;
  return { code: 'Duplicate', detail: `The marketplace already has ${quantity} for the hour.` };
}

function expiryReason({ attempts }: UsageReport): UsageReason {
  return attempts === 0
    ? { code: 'NeverSent', detail: 'It was not sent within the 24 hours.' }
    : { code: 'NoAnswer', detail: 'It was sent without a response within the 24 hours.' };
}
