import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../core/api-client.ts';
import type { RateLimitDecision } from '../core/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { ApiContext } from './context.ts';

/** Requests that were turned away in front of the router, on their way through it: nobody is counted twice. */
const turnedAway = new WeakMap<IncomingMessage, RateLimitDecision>();

/** One request of the client's allowance. */
export function takeAllowance(
  { rateLimiter }: ApiContext,
  request: IncomingMessage,
  { apiClientId, rateLimitPerMinute }: ApiClient,
): RateLimitDecision | Promise<RateLimitDecision> {
  return turnedAway.get(request) ?? rateLimiter.take(`client:${apiClientId}`, rateLimitPerMinute);
}

/** Leaves it to the router to say so. */
export function turnAway(request: IncomingMessage, decision: RateLimitDecision): void {
  turnedAway.set(request, decision);
}

/** Tells a caller where they stand, as the IETF draft writes it. */
export function limitHeaders(decision: RateLimitDecision, policy: 'client' | 'session' = 'client') {
  return {
    'ratelimit-policy': `"${policy}";q=${decision.limit};w=60`,
    ratelimit: `"${policy}";r=${decision.remaining};t=${decision.secondsUntilMore}`,
  };
}

export function refuseRateLimited({ limit, secondsUntilMore }: RateLimitDecision): Refusal {
  return refuse('request.rate_limited', { limit, retryAfterSeconds: Math.max(1, secondsUntilMore) });
}
