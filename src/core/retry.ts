const day = 24 * 3_600_000;

/** How the pauses between tries grow. */
export interface RetryPolicy {
  readonly firstPauseMilliseconds: number;
  readonly maxPauseMilliseconds: number;
}

/** For usage reports: from five seconds to five minutes, some 290 tries in the 24 hours that an hour lives. */
export const usageRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 5_000,
  maxPauseMilliseconds: 5 * 60_000,
};

/** For mail: from half a minute to an hour. */
export const mailRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 30_000,
  maxPauseMilliseconds: 60 * 60_000,
};

/** For calls of the marketplace: some want their answer within ten seconds, and an outage lasts for hours. */
export const marketplaceCallRetryPolicy: RetryPolicy = {
  firstPauseMilliseconds: 1_000,
  maxPauseMilliseconds: 5 * 60_000,
};

/** To be told to wait longer than this is to be told nothing. */
export const maxRetryAfterMilliseconds = day;

/**
 * The pause after the n-th try has failed, in milliseconds. It doubles from the first to the longest. Half of it is
 * certain and half is chance, so that those who failed together do not come back together. Whoever was asked to wait
 * (`Retry-After`) waits that long at least, and chance is added to it all the same.
 *
 * @param random from 0 up to, but not including, 1.
 */
export function pauseAfter(
  failedTries: number,
  random: number,
  policy: RetryPolicy,
  retryAfterMilliseconds: number | null = null,
): number {
  const { firstPauseMilliseconds: first, maxPauseMilliseconds: longest } = policy;
  const pause = Math.min(longest, first * 2 ** Math.max(0, failedTries - 1));
  const asked = Math.min(retryAfterMilliseconds ?? 0, maxRetryAfterMilliseconds);
  return Math.ceil(Math.max(pause / 2, asked) + (random * pause) / 2);
}

const httpDatePattern = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** What `Retry-After` asks for, in milliseconds: seconds or a date (RFC 9110, 10.2.3). Null when it says neither. */
export function readRetryAfter(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, maxRetryAfterMilliseconds);
  const date = httpDatePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - now.getTime()), maxRetryAfterMilliseconds);
}
