import type { FulfilmentResponse } from '../../core/marketplace/fulfilment-service.ts';
import { pauseAfter, type RetryPolicy } from '../../core/retry.ts';

type Unavailable = Extract<FulfilmentResponse<unknown>, { outcome: 'unavailable' }>;

/** For a person who waits: one second to a minute, about two minutes in all. */
const policy: RetryPolicy = { firstPauseMilliseconds: 1_000, maxPauseMilliseconds: 60_000 };
const maxAttempts = 7;
/** A longer `Retry-After` is for the person. */
const maxPauseMilliseconds = 5 * 60_000;

/** Waits before the next attempt; a command tells why. */
export type Pause = (milliseconds: number, reason: string) => Promise<void>;

/** Retries while the marketplace is unavailable or throttles; the last answer counts. */
export async function askPatiently<Result extends { readonly outcome: string }>(
  ask: () => Promise<Result | Unavailable>,
  pause: Pause,
): Promise<Result | Unavailable> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await ask();
    if (!isUnavailable(answer) || answer.isConfiguration || attempts === maxAttempts) return answer;
    const { retryAfterSeconds, reason } = answer;
    const requested = retryAfterSeconds === null ? null : retryAfterSeconds * 1_000;
    const milliseconds = pauseAfter(attempts, 0.5, policy, requested);
    if (milliseconds > maxPauseMilliseconds) return answer;
    await pause(milliseconds, reason);
  }
}

function isUnavailable(answer: { readonly outcome: string }): answer is Unavailable {
  return answer.outcome === 'unavailable';
}
