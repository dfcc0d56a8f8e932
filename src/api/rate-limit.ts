import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../core/api-client.ts';
import type { RateLimitDecision } from '../core/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { ApiContext } from './context.ts';

/** What was decided in front of the router of requests that then went on through it: nobody is counted twice. */
const remembered = new WeakMap<IncomingMessage, RateLimitDecision>();

/** One request of the client's allowance. */
export function takeAllowance(
  { rateLimiter }: ApiContext,
  { apiClientId, rateLimitPerMinute }: ApiClient,
): RateLimitDecision | Promise<RateLimitDecision> {
  return rateLimiter.take(apiClientId, rateLimitPerMinute);
}

/** The decision stays with the request on its way through the router. */
export function rememberAllowance(request: IncomingMessage, decision: RateLimitDecision): void {
  remembered.set(request, decision);
}

export function rememberedAllowance(request: IncomingMessage): RateLimitDecision | undefined {
  return remembered.get(request);
}

/** Whose allowance it is: an API client's, a signed-in person's, or a source address's. */
export type RateLimitPolicy = 'client' | 'session' | 'address';

/** Tells a caller where they stand, as the IETF draft writes it. */
export function limitHeaders(decision: RateLimitDecision, policy: RateLimitPolicy = 'client') {
  return {
    'ratelimit-policy': `"${policy}";q=${decision.limit};w=60`,
    ratelimit: `"${policy}";r=${decision.remaining};t=${decision.secondsUntilMore}`,
  };
}

export function refuseRateLimited({ limit, secondsUntilMore }: RateLimitDecision): Refusal {
  return refuse('request.rate_limited', { limit, retryAfterSeconds: Math.max(1, secondsUntilMore) });
}
