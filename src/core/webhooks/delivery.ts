import { isLeased, type Leasable, leaseTerms, settle, take } from '../lease.ts';

export const deliveryStatuses = ['Pending', 'Delivered', 'Failed', 'Cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. Attempts are counted over all replays. */
export interface WebhookDelivery extends Leasable {
  readonly status: DeliveryStatus;
  /** How many tries have failed since it was made or replayed. */
  readonly failedTries: number;
  readonly decidedAt: Date | null;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between tries: ten tries over three days. */
export const retryPauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** By how much chance makes a pause longer at most, so that what failed together does not come back together. */
const jitter = 0.2;

/** What came of one try, in our own words. */
export type TryOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMilliseconds: number | null }
  /** No connection, no answer in time, or an address that is forbidden. */
  | { readonly kind: 'unanswered' };

/** Only 2xx is success; a redirect is not. */
export function isSuccess(outcome: TryOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The receiver says that it will never want anything again. */
export function isGone(outcome: TryOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 410;
}

export type DeliveryEvent =
  /** A sender wants it. */
  | { readonly type: 'take' }
  /** The endpoint is disabled or removed. */
  | { readonly type: 'cancel' }
  /** @property random from 0 up to, but not including, 1. */
  | {
      readonly type: 'settle';
      readonly attempt: number;
      readonly outcome: TryOutcome;
      readonly random: number;
    }
  /** Its sender stops before its turn has come. */
  | { readonly type: 'release'; readonly attempt: number }
  /** Somebody wants its event sent again: what has ended stays, and another delivery follows it. */
  | { readonly type: 'replay' };

/**
 * The one way a delivery changes; null when it does not:
 *
 * | the delivery | the event | then |
 * |---|---|---|
 * | Pending, due, not leased | take | leased |
 * | Pending, not leased | cancel | Cancelled |
 * | Pending, leased by this attempt | settle: 2xx | Delivered |
 * | Pending, leased by this attempt | settle: anything else | Pending, due after the next pause; after the tenth try Failed |
 * | Pending, leased by this attempt | release | free for the next sender |
 * | Pending, leased | replay | as it is: it is on its way |
 * | Pending, not leased | replay | due at once, with ten tries |
 * | anything else | replay | stays as it ended; the next one is Pending, due at once, with ten tries |
 *
 * Only the latest attempt settles, and only once; one whose lease expired without being taken over still does.
 * `Retry-After` of a 429 or a 503 makes a pause longer, never shorter.
 */
export function changeDelivery(
  delivery: WebhookDelivery,
  event: DeliveryEvent,
  now: Date,
): WebhookDelivery | null {
  const isPending = delivery.status === 'Pending';
  const isOnItsWay = isPending && isLeased(delivery, now);
  switch (event.type) {
    case 'take':
      return isPending ? take(delivery, leaseTerms('webhookDelivery', now)) : null;
    case 'cancel':
      return isPending && !isOnItsWay ? decided(delivery, 'Cancelled', now) : null;
    case 'replay':
      if (isOnItsWay) return null;
      return {
        ...delivery,
        status: 'Pending',
        dueAt: now,
        leasedUntil: null,
        failedTries: 0,
        decidedAt: null,
      };
    case 'release':
      return isPending ? settle(delivery, event.attempt) : null;
    case 'settle': {
      const settled = isPending ? settle(delivery, event.attempt) : null;
      if (!settled) return null;
      if (isSuccess(event.outcome)) return decided(settled, 'Delivered', now);
      const failed = { ...settled, failedTries: settled.failedTries + 1 };
      const pause = pauseBefore(failed.failedTries, event.outcome, event.random);
      if (pause === null) return decided(failed, 'Failed', now);
      return { ...failed, dueAt: new Date(now.getTime() + pause) };
    }
  }
}

/** Whether a replay makes another delivery: one that still waits is sent itself. */
export function hasEnded({ status }: WebhookDelivery): boolean {
  return status !== 'Pending';
}

/** How long to wait after so many failed tries; null when there is no further one. */
function pauseBefore(failedTries: number, outcome: TryOutcome, random: number): number | null {
  const pause = retryPauses[failedTries - 1];
  if (pause === undefined) return null;
  const asks = outcome.kind === 'answered' && (outcome.status === 429 || outcome.status === 503);
  const asked = (asks && outcome.retryAfterMilliseconds) || 0;
  return Math.ceil(Math.max(pause, asked) + pause * jitter * random);
}

function decided(delivery: WebhookDelivery, status: DeliveryStatus, now: Date): WebhookDelivery {
  return { ...delivery, status, leasedUntil: null, decidedAt: now };
}
