import { type Refusal, refuse } from '../refusal.ts';
import { pauseAfter, usageRetryPolicy } from '../retry.ts';
import { type Quantity, quantityToNumber, readQuantity, zeroQuantity } from './quantity.ts';
import { dueAt, expiresAt, isYoungEnough, type UsageHour } from './window.ts';

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

export interface UsageReport extends UsageKey {
  readonly reportId: string;
  readonly quantity: Quantity;
  readonly status: UsageStatus;
  readonly firstRecordedAt: Date;
  /** From when on a sender may take it: at first when its hold is over, later when the next try is. */
  readonly dueAt: Date;
  /** How often a sender has claimed it, and which claim is the latest. From the first one on it counts as sent. */
  readonly claims: number;
  /** Until when the latest claim keeps other senders away; null once it has been settled. */
  readonly claimedUntil: Date | null;
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
 * | Pending or Skipped, never claimed | above 0 | Replaced | Pending, due when it was due before |
 * | Pending or Skipped, never claimed | 0 | Replaced | Skipped |
 * | claimed once, or decided | another quantity | refused | as it was |
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

/** Its quantity can still be replaced: no sender has ever claimed it, and time has not ended it. */
export function isReplaceable({ status, claims }: Pick<UsageReport, 'status' | 'claims'>): boolean {
  return claims === 0 && (status === 'Pending' || status === 'Skipped');
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
    claims: 0,
    claimedUntil: null,
    reason: null,
    decidedAt: null,
  };
}

function unsentStatus(quantity: Quantity): UsageStatus {
  return quantity === zeroQuantity ? 'Skipped' : 'Pending';
}

/**
 * A sender takes a report to send it: one that is Pending and due, that no other sender holds, and whose hour is young
 * enough. From here on its quantity is frozen for good, also when the sender dies: nobody knows what the marketplace
 * has heard, so whoever claims it next sends the same again. Null: it is not to be had.
 */
export function claim(report: UsageReport, now: Date): UsageReport | null {
  const isDue = report.status === 'Pending' && report.dueAt <= now;
  if (!isDue || isHeld(report, now) || !isYoungEnough(report.hour, now)) return null;
  return { ...report, claims: report.claims + 1, claimedUntil: claimLeaseFrom(now) };
}

/** Longer than any call to the marketplace takes: a sender that has not settled by then has died. */
const leaseMilliseconds = 2 * 60_000;

/** Until when a claim that is made now keeps other senders away. */
export function claimLeaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseMilliseconds);
}

/** A sender has it. A claim that was never settled lapses by time alone; nobody has to take it back. */
export function isHeld({ claimedUntil }: Pick<UsageReport, 'claimedUntil'>, now: Date): boolean {
  return claimedUntil !== null && now < claimedUntil;
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
 * What the marketplace's answer makes of a claimed report:
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
 * Tried again is after a pause that grows with every claim; once the 24 hours have passed it is Expired instead.
 *
 * Only the latest claim settles, and only once: null tells a sender whose claim has been taken over, or whose report
 * has been decided meanwhile, that its answer no longer counts. A lapsed claim that nobody took over still stands.
 */
export function settle(
  report: UsageReport,
  claimNumber: number,
  outcome: SendOutcome,
  now: Date,
  random: number,
): UsageReport | null {
  const isStanding = report.status === 'Pending' && report.claimedUntil !== null;
  if (!isStanding || report.claims !== claimNumber) return null;
  switch (outcome.kind) {
    case 'accepted':
      return decided(report, 'Accepted', null, now);
    case 'duplicate': {
      const reason = alreadyHeld(outcome.acceptedQuantity);
      if (outcome.acceptedQuantity === null) return tryAgain(report, reason, null, now, random);
      return readQuantity(outcome.acceptedQuantity) === report.quantity
        ? decided(report, 'Accepted', null, now)
        : decided(report, 'QuantityMismatch', reason, now);
    }
    case 'expired':
      return expiresAt(report.hour) <= now
        ? decided(report, 'Expired', outcome.reason, now)
        : tryAgain(report, outcome.reason, null, now, random);
    case 'rejected':
      return decided(report, 'Rejected', outcome.reason, now);
    case 'undecided':
      return tryAgain(report, outcome.reason, outcome.retryAfterMilliseconds, now, random);
  }
}

/**
 * Ends a report whose 24 hours have passed and that no sender holds; null when there is nothing to end. It keeps the
 * reason why the last try decided nothing.
 */
export function expire(report: UsageReport, now: Date): UsageReport | null {
  if (report.status !== 'Pending' || isHeld(report, now) || isYoungEnough(report.hour, now)) return null;
  return decided(report, 'Expired', report.reason ?? unheardOf(report), now);
}

function tryAgain(
  report: UsageReport,
  reason: UsageReason,
  retryAfterMilliseconds: number | null,
  now: Date,
  random: number,
): UsageReport {
  if (!isYoungEnough(report.hour, now)) return decided(report, 'Expired', reason, now);
  const pause = pauseAfter(report.claims, random, usageRetryPolicy, retryAfterMilliseconds);
  return { ...report, claimedUntil: null, reason, dueAt: new Date(now.getTime() + pause) };
}

function decided(
  report: UsageReport,
  status: UsageStatus,
  reason: UsageReason | null,
  now: Date,
): UsageReport {
  return { ...report, status, reason, claimedUntil: null, decidedAt: now };
}

function alreadyHeld(acceptedQuantity: number | null): UsageReason {
  const quantity = acceptedQuantity ?? 'an unnamed quantity';
  return { code: 'Duplicate', detail: `The marketplace already holds ${quantity} for the hour.` };
}

function unheardOf({ claims }: UsageReport): UsageReason {
  return claims === 0
    ? { code: 'NeverSent', detail: 'It was not sent within the 24 hours.' }
    : { code: 'NoAnswer', detail: 'It was sent, and no answer was heard within the 24 hours.' };
}
