import {
  isLeased,
  type Leasable,
  type LeaseTerms,
  leaseTerms,
  settle as settleLease,
  take,
} from '../lease.ts';
import { maxClockSkew } from '../operations/clock-skew.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { pauseAfter, usageRetryPolicy } from '../retry.ts';
import { type Quantity, quantityToNumber, readQuantity, zeroQuantity } from './quantity.ts';
import { dueAt, expiresAt, isYoungEnough, oldestAllowed, type UsageHour } from './window.ts';

export const usageStatuses = [
  'Pending',
  'Accepted',
  'QuantityMismatch',
  'Rejected',
  'Expired',
  'Skipped',
] as const;
export type UsageStatus = (typeof usageStatuses)[number];

/** There is one report per subscription, dimension and hour. */
export interface UsageKey {
  readonly subscriptionId: string;
  readonly dimension: string;
  readonly hour: UsageHour;
}

/**
 * It is due when its hold is over, and later when the next attempt is. From the first attempt on it counts as sent.
 */
export interface UsageReport extends UsageKey, Leasable {
  readonly reportId: string;
  readonly quantity: Quantity;
  readonly status: UsageStatus;
  readonly firstRecordedAt: Date;
  /** Why it ended as it did, or why the last try decided nothing; null when there is nothing to say. */
  readonly reason: UsageReason | null;
  /** When the marketplace or the clock decided it; null while Pending, and for Skipped. */
  readonly decidedAt: Date | null;
}

export interface UsageReason {
  /** The marketplace's word for it, or ours for what is no answer of the marketplace's. */
  readonly code: string;
  readonly detail: string;
}

/** A record that found its subscription. */
export interface Submission extends UsageKey {
  /** The id of the report, should this be the first for its hour. */
  readonly reportId: string;
  readonly quantity: Quantity;
  readonly holdMinutes: number;
}

export interface Submitted {
  readonly outcome: 'Recorded' | 'Replaced' | 'Unchanged';
  readonly report: UsageReport;
}

/**
 * What a record does to the report of its hour:
 *
 * | the report | the record | outcome | then |
 * |---|---|---|---|
 * | none | above 0 | Recorded | Pending, due after the hold |
 * | none | 0 | Recorded | Skipped: kept, never sent |
 * | any | the same quantity | Unchanged | as it was |
 * | Pending or Skipped, never leased | above 0 | Replaced | Pending, due when it was due before |
 * | Pending or Skipped, never leased | 0 | Replaced | Skipped |
 * | leased once, or decided | another quantity | refused | as it was |
 *
 * A skipped hour was never sent, so another quantity replaces it like any other that is unsent. The hold counts from
 * when the hour was first recorded, so replacing never puts the sending off.
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

/** Its quantity can still be replaced: no sender has ever leased it, and time has not ended it. */
export function isReplaceable({ status, attempts }: Pick<UsageReport, 'status' | 'attempts'>): boolean {
  return attempts === 0 && (status === 'Pending' || status === 'Skipped');
}

function firstReport({ holdMinutes, ...submission }: Submission, now: Date): UsageReport {
  const { reportId, subscriptionId, dimension, hour, quantity } = submission;
  return {
    reportId,
    subscriptionId,
    dimension,
    hour,
    quantity,
    status: unsentStatus(quantity),
    firstRecordedAt: now,
    dueAt: dueAt(hour, now, holdMinutes),
    attempts: 0,
    leasedUntil: null,
    reason: null,
    decidedAt: null,
  };
}

function unsentStatus(quantity: Quantity): UsageStatus {
  return quantity === zeroQuantity ? 'Skipped' : 'Pending';
}

/** Which reports senders may lease, beside the general terms. */
export interface UsageLeaseTerms extends LeaseTerms {
  /** Older hours are not taken by the marketplace. */
  readonly oldestHour: UsageHour;
}

export function usageLeaseTerms(now: Date): UsageLeaseTerms {
  return { ...leaseTerms('usageReport', now), oldestHour: oldestAllowed(now) };
}

/**
 * A sender leases a report that is Pending, due and not leased, and whose hour is young enough; null for any other. Its
 * quantity is frozen from then on, also when the sender dies: the marketplace may have heard it, so the next sender sends
 * the same again. `storage/usage/sending.ts` does this for many reports by the same terms.
 */
export function leaseReport(report: UsageReport, terms: UsageLeaseTerms): UsageReport | null {
  return report.status === 'Pending' && report.hour >= terms.oldestHour ? take(report, terms) : null;
}

/** Whether a sender may have leased the report, by its own clock; who changes the report then asks for its lease. */
export function mayBeLeased({ status, dueAt }: Pick<UsageReport, 'status' | 'dueAt'>, now: Date): boolean {
  return status === 'Pending' && dueAt.getTime() <= now.getTime() + 2 * maxClockSkew;
}

/** What became of one item that was sent, in our own words. */
export type SendOutcome =
  | { readonly kind: 'accepted' }
  /** The marketplace holds the hour already, with this quantity; null when it does not say which. */
  | { readonly kind: 'duplicate'; readonly acceptedQuantity: number | null }
  | { readonly kind: 'expired'; readonly reason: UsageReason }
  | { readonly kind: 'rejected'; readonly reason: UsageReason }
  /** No answer, no answer for this item, or none that says what became of it. */
  | {
      readonly kind: 'undecided';
      readonly reason: UsageReason;
      readonly retryAfterMilliseconds: number | null;
    };

/**
 * What the marketplace's answer makes of a leased report:
 *
 * | the answer | the report |
 * |---|---|
 * | accepted | Accepted |
 * | duplicate, of our quantity | Accepted: it was we, earlier |
 * | duplicate, of another quantity | QuantityMismatch |
 * | duplicate, of nobody knows what | Pending, tried again |
 * | expired, and by our clock the hour is 24 hours old | Expired |
 * | expired, and it is not: the clocks disagree | Pending, tried again |
 * | rejected | Rejected, with the reason |
 * | undecided | Pending, tried again |
 *
 * Tried again is after a pause that grows with every attempt; once the 24 hours have passed it is Expired instead.
 *
 * Only the latest attempt settles, and only once: null tells a sender whose lease has been taken over, or whose report
 * has been decided meanwhile, that its answer no longer counts.
 */
export function settle(
  report: UsageReport,
  attempt: number,
  outcome: SendOutcome,
  now: Date,
  random: number,
): UsageReport | null {
  const free = report.status === 'Pending' ? settleLease(report, attempt) : null;
  if (!free) return null;
  switch (outcome.kind) {
    case 'accepted':
      return decided(free, 'Accepted', null, now);
    case 'duplicate': {
      const reason = duplicateReason(outcome.acceptedQuantity);
      if (outcome.acceptedQuantity === null) return tryAgain(free, reason, null, now, random);
      return readQuantity(outcome.acceptedQuantity) === free.quantity
        ? decided(free, 'Accepted', null, now)
        : decided(free, 'QuantityMismatch', reason, now);
    }
    case 'expired':
      return expiresAt(free.hour) <= now
        ? decided(free, 'Expired', outcome.reason, now)
        : tryAgain(free, clocksDisagree(outcome.reason), null, now, random);
    case 'rejected':
      return decided(free, 'Rejected', outcome.reason, now);
    case 'undecided':
      return tryAgain(free, outcome.reason, outcome.retryAfterMilliseconds, now, random);
  }
}

/**
 * Ends a report whose 24 hours have passed and that is not leased; null when there is nothing to end. It keeps the
 * reason why the last try decided nothing.
 */
export function expire(report: UsageReport, now: Date): UsageReport | null {
  if (report.status !== 'Pending' || isLeased(report, now) || isYoungEnough(report.hour, now)) return null;
  return decided(report, 'Expired', report.reason ?? expiryReason(report), now);
}

/** The marketplace also calls an hour to come expired: one of the clocks is wrong, and waiting may help. */
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
  if (!isYoungEnough(report.hour, now)) return decided(report, 'Expired', reason, now);
  const pause = pauseAfter(report.attempts, random, usageRetryPolicy, retryAfterMilliseconds);
  return { ...report, reason, dueAt: new Date(now.getTime() + pause) };
}

function decided(
  report: UsageReport,
  status: UsageStatus,
  reason: UsageReason | null,
  now: Date,
): UsageReport {
  return { ...report, status, reason, leasedUntil: null, decidedAt: now };
}

function duplicateReason(acceptedQuantity: number | null): UsageReason {
  const quantity = acceptedQuantity ?? 'an unnamed quantity';
  return { code: 'Duplicate', detail: `The marketplace already holds ${quantity} for the hour.` };
}

function expiryReason({ attempts }: UsageReport): UsageReason {
  return attempts === 0
    ? { code: 'NeverSent', detail: 'It was not sent within the 24 hours.' }
    : { code: 'NoAnswer', detail: 'It was sent, and no answer was heard within the 24 hours.' };
}
