import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';

export const failedAttemptsPerMinute = 60;

/**
 * Limits failed attempts per IP address. One is reserved before each attempt and returned on success, so that a burst
 * is limited like a sequence. Counted per node, without a network call.
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
