export const deliveryStatuses = ['Pending', 'Delivered', 'Failed', 'Cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  readonly status: DeliveryStatus;
  /** From when on it may be sent. */
  readonly dueAt: Date;
  /** How many attempts have been settled, over all replays. */
  readonly attempts: number;
  /** How many of them before the last replay. */
  readonly earlierAttempts: number;
  /** How many attempts have failed since it was made or replayed. */
  readonly failedAttempts: number;
  readonly decidedAt: Date | null;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between attempts: ten attempts over three days. */
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

/** What came of one attempt, in our own words. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMilliseconds: number | null }
  /** No connection, no answer in time, or an address that is forbidden. */
  | { readonly kind: 'unanswered' };

/** Only 2xx is success; a redirect is not. */
export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The receiver says that it will never want anything again. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 410;
}

export type DeliveryEvent =
  /** The endpoint is disabled or removed. */
  | { readonly type: 'cancel' }
  /** @property random from 0 up to, but not including, 1. */
  | { readonly type: 'settle'; readonly outcome: AttemptOutcome; readonly random: number }
  /** Somebody wants its event sent again: what has ended stays, and another delivery follows it. */
  | { readonly type: 'replay'; readonly isLeased: boolean };

/**
 * The one way a delivery changes; null when it does not:
 *
 * | the delivery | the event | then |
 * |---|---|---|
 * | Pending | cancel | Cancelled |
 * | Pending | settle: 2xx | Delivered |
 * | Pending | settle: anything else | Pending, due after the next pause; after the tenth attempt Failed |
 * | Pending and due, its endpoint leased | replay | as it is: it is on its way, or next |
 * | Pending, otherwise | replay | due at once, with ten attempts |
 * | anything else | replay | stays as it ended; the next one is Pending, due at once, with ten attempts |
 *
 * Who cancels or settles holds the lease of the endpoint's lane. `Retry-After` of a 429 or a 503 makes a pause longer,
 * never shorter.
 */
export function changeDelivery(
  delivery: WebhookDelivery,
  event: DeliveryEvent,
  now: Date,
): WebhookDelivery | null {
  if (event.type === 'replay') {
    if (event.isLeased && isDue(delivery, now)) return null;
    const earlierAttempts = hasEnded(delivery) ? delivery.attempts : delivery.earlierAttempts;
    return {
      ...delivery,
      status: 'Pending',
      dueAt: now,
      earlierAttempts,
      failedAttempts: 0,
      decidedAt: null,
    };
  }
  if (hasEnded(delivery)) return null;
  if (event.type === 'cancel') return decided(delivery, 'Cancelled', now);
  const attempted = { ...delivery, attempts: delivery.attempts + 1 };
  if (isSuccess(event.outcome)) return decided(attempted, 'Delivered', now);
  const failed = { ...attempted, failedAttempts: attempted.failedAttempts + 1 };
  const pause = pauseBefore(failed.failedAttempts, event.outcome, event.random);
  if (pause === null) return decided(failed, 'Failed', now);
  return { ...failed, dueAt: new Date(now.getTime() + pause) };
}

/** Whether a sender may take it. */
export function isDue(delivery: WebhookDelivery, now: Date): boolean {
  return !hasEnded(delivery) && delivery.dueAt <= now;
}

/** Whether a replay makes another delivery: one that still waits is sent itself. */
export function hasEnded({ status }: WebhookDelivery): boolean {
  return status !== 'Pending';
}

/** How long to wait after so many failed attempts; null when there is no further one. */
function pauseBefore(failedAttempts: number, outcome: AttemptOutcome, random: number): number | null {
  const pause = retryPauses[failedAttempts - 1];
  if (pause === undefined) return null;
  const mayHaveRetryAfter = outcome.kind === 'answered' && (outcome.status === 429 || outcome.status === 503);
  const retryAfter = (mayHaveRetryAfter && outcome.retryAfterMilliseconds) || 0;
  return Math.ceil(Math.max(pause, retryAfter) + pause * jitter * random);
}

function decided(delivery: WebhookDelivery, status: DeliveryStatus, now: Date): WebhookDelivery {
  return { ...delivery, status, decidedAt: now };
}
