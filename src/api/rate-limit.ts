import type { IncomingMessage } from 'node:http';
import type { ApiClient } from '../core/clients/api-client.ts';
import { type RateLimitDecision, refusingLimit } from '../core/clients/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { ApiContext } from './context.ts';

/** Decisions of the fast path for requests that then went to the router, so that none is counted twice. */
const remembered = new WeakMap<IncomingMessage, RateLimitDecision>();

/** Counts one request against the limits of the client and its workspace. */
export function consumeAllowance(
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

/** The route uses this decision instead of counting again. */
export function rememberAllowance(request: IncomingMessage, decision: RateLimitDecision): void {
  remembered.set(request, decision);
}

export function rememberedAllowance(request: IncomingMessage): RateLimitDecision | undefined {
  return remembered.get(request);
}

/** What the limit applies to: an API client, a signed-in member, or an IP address. */
export type RateLimitPolicy = 'client' | 'session' | 'address';

/** `RateLimit` headers of the IETF draft: the caller's own limit first, then the workspace's. */
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
