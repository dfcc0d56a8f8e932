const day = 24 * 3_600_000;

/** Exponential back-off. */
export interface RetryPolicy {
  readonly firstPauseMilliseconds: number;
  readonly maxPauseMilliseconds: number;
}

/** Usage reports: five seconds to five minutes, about 290 attempts before an hour expires after 24 hours. */
export const usageRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 5_000,
  maxPauseMilliseconds: 5 * 60_000,
};

/** Mail: 30 seconds to an hour. */
export const mailRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 30_000,
  maxPauseMilliseconds: 60 * 60_000,
};

/** Marketplace notifications: some need a response within ten seconds, and an outage lasts hours. */
export const notificationRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 1_000,
  maxPauseMilliseconds: 5 * 60_000,
};

/** Longer values of `Retry-After` are capped. */
export const maxRetryAfterMilliseconds = day;

/**
 * The back-off after the n-th failed attempt, in milliseconds. It doubles from the first to the maximum pause. Half of
 * it is random jitter, so that clients that failed together do not retry together. `Retry-After` is a minimum, and jitter
 * is added to it.
 *
 * @param random from 0 up to, but not including, 1.
 */
export function pauseAfter(
  failedAttempts: number,
  random: number,
  policy: RetryPolicy,
  retryAfterMilliseconds: number | null = null,
): number {
  const { firstPauseMilliseconds: first, maxPauseMilliseconds: max } = policy;
  const pause = Math.min(max, first * 2 ** Math.max(0, failedAttempts - 1));
  const requested = Math.min(retryAfterMilliseconds ?? 0, maxRetryAfterMilliseconds);
  return Math.ceil(Math.max(pause / 2, requested) + (random * pause) / 2);
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110, 10.2.3). Null for any other text. */
export function readRetryAfter(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, maxRetryAfterMilliseconds);
  const date = httpDatePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - now.getTime()), maxRetryAfterMilliseconds);
}
