import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../core/clients/api-client.ts';
import { type RateLimitDecision, refusingLimit } from '../core/clients/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { ApiContext } from './context.ts';

/** What was decided in front of the router of requests that then went on through it: nobody is counted twice. */
const remembered = new WeakMap<IncomingMessage, RateLimitDecision>();

/** One request of the client's allowance, and of its workspace's. */
export function takeAllowance(
  { rateLimiter }: ApiContext,
  { apiClientId, rateLimitPerMinute, workspaceId, workspaceRateLimitPerMinute }: ApiClient,
): RateLimitDecision | Promise<RateLimitDecision> {
  return rateLimiter.takeBoth(
    apiClientId,
    rateLimitPerMinute,
    `workspace:${workspaceId}`,
    workspaceRateLimitPerMinute,
  );
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

/** Tells a caller where they stand, as the IETF draft writes it: first their own limit, then the workspace's. */
export function limitHeaders(decision: RateLimitDecision, policy: RateLimitPolicy = 'client') {
  const { shared } = decision;
  const own = `"${policy}";q=${decision.limit};w=60`;
  const left = `"${policy}";r=${decision.remaining};t=${decision.secondsUntilMore}`;
  if (!shared) return { 'ratelimit-policy': own, ratelimit: left };
  return {
    'ratelimit-policy': `${own}, "workspace";q=${shared.limit};w=60`,
    ratelimit: `${left}, "workspace";r=${shared.remaining};t=${shared.secondsUntilMore}`,
  };
}

export function refuseRateLimited(decision: RateLimitDecision): Refusal {
  const { limit, secondsUntilMore } = refusingLimit(decision);
  return refuse('request.rate_limited', { limit, retryAfterSeconds: Math.max(1, secondsUntilMore) });
}
