import type { RateLimitDecision } from '../../core/rate-limit.ts';

export const failedAttemptsPerMinute = 60;

/** What a source address has left of failed authentications. Kept by each node for itself, so it costs no call. */
export interface FailedAttempts {
  /** What a failure would be told now, without spending it. */
  peek(address: string): RateLimitDecision;
  /** Spends one. */
  count(address: string): RateLimitDecision;
}

export function createFailedAttempts(limiter: {
  peek(key: string, perMinute: number): RateLimitDecision;
  take(key: string, perMinute: number): RateLimitDecision;
}): FailedAttempts {
  return {
    peek: (address) => limiter.peek(address, failedAttemptsPerMinute),
    count: (address) => limiter.take(address, failedAttemptsPerMinute),
  };
}
