import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';

export const failedAttemptsPerMinute = 60;

/**
 * How many failed attempts a source address has left. One is reserved before each attempt and given back unless it fails,
 * so that a burst is bounded like a sequence. Each node counts for itself: it costs no call.
 */
export interface FailedAttempts {
  reserve(address: string): RateLimitDecision;
  giveBack(address: string): void;
}

export function createFailedAttempts(limiter: {
  take(key: string, perMinute: number): RateLimitDecision;
  giveBack(key: string): void;
}): FailedAttempts {
  return {
    reserve: (address) => limiter.take(address, failedAttemptsPerMinute),
    giveBack: (address) => limiter.giveBack(address),
  };
}
