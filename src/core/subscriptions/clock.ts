import type { Move, Subscription, SubscriptionStatus } from './subscription.ts';
import { isEndedByClock } from './term.ts';

const day = 24 * 3_600_000;

const maxSuspension = 30 * day;
const trialNotice = 3 * day;
const marketplaceGrace = 3 * day;

export type EndReason = 'CancellationDue' | 'TermEnded' | 'TrialEnded' | 'SuspendedTooLong';

/** How the clock ends a subscription if no move comes first. */
export interface EndByTime {
  readonly at: Date;
  readonly status: 'Cancelled' | 'Expired';
  readonly reason: EndReason;
}

/**
 * The earliest of these ends applies:
 *
 * | status | passed | becomes |
 * |---|---|---|
 * | Active, Suspended | `validUntil`, with a cancellation due then | Cancelled |
 * | Active | `validUntil` | Expired |
 * | Active, a trial | `trialEndsAt` | Expired |
 * | Suspended | 30 days of suspension | Cancelled |
 *
 * The end is inclusive. Of several ends at one instant the upper row wins. The clock never ends a Pending or final
 * subscription, or a marketplace subscription that renews automatically.
 */
export function endByTime(subscription: Subscription): EndByTime | null {
  const { status, validUntil, trialEndsAt, suspendedAt, cancelledAt } = subscription;
  if (!isEndedByClock(subscription)) return null;
  const isActive = status === 'Active';
  const isSuspended = status === 'Suspended';
  let end: EndByTime | null = null;
  const consider = (at: Date, becomes: EndByTime['status'], reason: EndReason) => {
    if (end === null || at < end.at) end = { at, status: becomes, reason };
  };
  if ((isActive || isSuspended) && cancelledAt !== null && validUntil !== null) {
    consider(validUntil, 'Cancelled', 'CancellationDue');
  }
  if (isActive && validUntil !== null) consider(validUntil, 'Expired', 'TermEnded');
  if (isActive && trialEndsAt !== null) consider(trialEndsAt, 'Expired', 'TrialEnded');
  if (isSuspended && suspendedAt !== null) {
    consider(after(suspendedAt, maxSuspension), 'Cancelled', 'SuspendedTooLong');
  }
  return end;
}

/**
 * The state of the subscription at an instant, whether or not the sweeper has run. The end is dated to its own instant,
 * so that a late sweeper writes the same state.
 */
export function subscriptionAt(subscription: Subscription, now: Date): Subscription {
  const end = endByTime(subscription);
  if (end === null || now < end.at) return subscription;
  return {
    ...subscription,
    status: end.status,
    cancelledAt: end.status === 'Cancelled' ? (subscription.cancelledAt ?? end.at) : subscription.cancelledAt,
    endedAt: end.at,
    changedAt: end.at,
  };
}

export function statusAt(subscription: Subscription, now: Date): SubscriptionStatus {
  return subscriptionAt(subscription, now).status;
}

/** The next instant at which the clock changes the subscription; null: never. */
export function nextChangeAt(subscription: Subscription, now: Date): Date | null {
  const end = endByTime(subscription);
  return end !== null && now < end.at ? end.at : null;
}

export interface DueMove {
  readonly move: Move;
  /** When the move was due: the instant that `transition` records. */
  readonly at: Date;
  readonly reason: EndReason;
}

/** The move that the sweeper must make now. */
export function dueMove(subscription: Subscription, now: Date): DueMove | null {
  const end = endByTime(subscription);
  if (end === null || now < end.at) return null;
  const type = end.status === 'Cancelled' ? 'cancelNow' : 'expire';
  return { move: { type }, at: end.at, reason: end.reason };
}

/** When `subscription.trial_ending` is due: three days before the end of an active trial. */
export function trialEndingAt({ status, trialEndsAt }: Subscription): Date | null {
  return status === 'Active' && trialEndsAt !== null ? after(trialEndsAt, -trialNotice) : null;
}

/** Whether the trial ends within three days. */
export function isTrialEnding(subscription: Subscription, now: Date): boolean {
  const from = trialEndingAt(subscriptionAt(subscription, now));
  return from !== null && from <= now && subscription.trialEndsAt !== null && now < subscription.trialEndsAt;
}

/**
 * When reconciliation must read a subscription that the clock does not end: three days after the end of its term, trial
 * or 30 days of suspension without a notification.
 */
export function overdueAt(subscription: Subscription): Date | null {
  if (isEndedByClock(subscription)) return null;
  const { status, validUntil, trialEndsAt, suspendedAt } = subscription;
  if (status === 'Suspended' && suspendedAt !== null) {
    return after(suspendedAt, maxSuspension + marketplaceGrace);
  }
  if (status !== 'Active') return null;
  const lapse = earlier(validUntil, trialEndsAt);
  return lapse && after(lapse, marketplaceGrace);
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return other < one ? other : one;
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
