export const deliveryStatuses = ['Pending', 'Delivered', 'Failed', 'Cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  readonly status: DeliveryStatus;
  /** The time from which it may be sent. */
  readonly dueAt: Date;
  /** The number of settled attempts, over all replays. */
  readonly attempts: number;
  /** The number of attempts before the last replay. */
  readonly earlierAttempts: number;
  /** The number of failed attempts since its start or replay. */
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

/** The maximum share of jitter, so that deliveries that failed together do not retry together. */
const jitter = 0.2;

/** The outcome of one attempt. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMilliseconds: number | null }
  /** No connection, a timeout, or a forbidden address. */
  | { readonly kind: 'unanswered' };

/** Only 2xx is success; a redirect is not. */
export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The receiver wants no more events. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 410;
}

export type DeliveryEvent =
  /** The endpoint is disabled or removed. */
  | { readonly type: 'cancel' }
  /** @property random from 0 up to, but not including, 1. */
  | { readonly type: 'settle'; readonly outcome: AttemptOutcome; readonly random: number }
  /** A replay request: an ended delivery stays, and another one follows. */
  | { readonly type: 'replay'; readonly isLeased: boolean };

/**
 * The only way to change a delivery; null: unchanged.
 *
 * | the delivery | the event | then |
 * |---|---|---|
 * | Pending | cancel | Cancelled |
 * | Pending | settle: 2xx | Delivered |
 * | Pending | settle: anything else | Pending, due after the next pause; after the tenth attempt Failed |
 * | Pending and due, its endpoint leased | replay | unchanged: it is being sent, or next |
 * | Pending, otherwise | replay | due at once, with ten attempts |
 * | anything else | replay | stays as it ended; the next one is Pending, due at once, with ten attempts |
 *
 * Cancelling and settling need the lease of the endpoint's lane. `Retry-After` of a 429 or a 503 only lengthens a pause.
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

/** Whether a worker may take it. */
export function isDue(delivery: WebhookDelivery, now: Date): boolean {
  return !hasEnded(delivery) && delivery.dueAt <= now;
}

/** Whether a replay makes a new delivery: a pending one is sent itself. */
export function hasEnded({ status }: WebhookDelivery): boolean {
  return status !== 'Pending';
}

/** The pause after this number of failed attempts; null after the last. */
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
