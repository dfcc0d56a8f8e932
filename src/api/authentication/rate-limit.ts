import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiClient } from '../../core/clients/api-client.ts';
import type { RateLimiter } from '../../core/clients/ports.ts';
import { type RateLimitDecision, refusingLimit, secondsUntil } from '../../core/clients/rate-limit.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';

type Take = (requests: number) => RateLimitDecision | Promise<RateLimitDecision>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts more requests against the caller's limit. Null: the caller is unknown or has no limit. */
    charge: ((requests: number) => Promise<Refusal | undefined>) | null;
  }
}

/** Decisions of the fast path for requests that then went to the router, so that none is counted twice. */
const remembered = new WeakMap<IncomingMessage, RateLimitDecision>();

/** The rate limits of an API client and its workspace, with the texts that every request needs. */
export interface ClientLimits {
  readonly key: string;
  readonly perMinute: number;
  readonly sharedKey: string;
  readonly sharedPerMinute: number;
  /** The `RateLimit-Policy` header. */
  readonly policy: string;
}

export function limitsOf(client: ApiClient): ClientLimits {
  const { apiClientId, rateLimitPerMinute, workspaceId, workspaceRateLimitPerMinute } = client;
  return {
    key: apiClientId,
    perMinute: rateLimitPerMinute,
    sharedKey: `workspace:${workspaceId}`,
    sharedPerMinute: workspaceRateLimitPerMinute,
    policy: policyHeader('client', rateLimitPerMinute, workspaceRateLimitPerMinute),
  };
}

/** Counts one request, or one that is as much work as several, against the limits of the client and its workspace. */
export function consumeAllowance(
  rateLimiter: RateLimiter,
  { key, perMinute, sharedKey, sharedPerMinute }: ClientLimits,
  requests?: number,
): RateLimitDecision | Promise<RateLimitDecision> {
  return rateLimiter.takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests);
}

/** Lets the request be charged again, when its body is known. */
export function acceptCharges(
  request: FastifyRequest,
  reply: FastifyReply,
  policy: RateLimitPolicy,
  take: Take,
): NonNullable<FastifyRequest['charge']> {
  request.charge = async (requests) => {
    const decision = await take(requests);
    reply.headers(limitHeaders(decision, policy));
    return decision.allowed ? undefined : refuseRateLimited(decision, requests);
  };
  return request.charge;
}

/** The route uses this decision instead of counting again. */
export function rememberAllowance(request: IncomingMessage, decision: RateLimitDecision): void {
  remembered.set(request, decision);
}

export function rememberedAllowance(request: IncomingMessage): RateLimitDecision | undefined {
  return remembered.get(request);
}

/** What the limit applies to: an API client, a signed-in member, a service account, or an IP address. */
export type RateLimitPolicy = 'client' | 'session' | 'service-account' | 'address';

/** `RateLimit` headers of the IETF draft: the caller's own limit first, then the workspace's. */
export function limitHeaders(decision: RateLimitDecision, policy: RateLimitPolicy = 'client') {
  return {
    'ratelimit-policy': policyHeader(policy, decision.limit, decision.shared?.limit),
    ratelimit: remainingHeader(decision, policy),
  };
}

function policyHeader(policy: RateLimitPolicy, limit: number, shared: number | undefined): string {
  const own = `"${policy}";q=${limit};w=60`;
  return shared === undefined ? own : `${own}, "workspace";q=${shared};w=60`;
}

/** The `RateLimit` header. */
export function remainingHeader(decision: RateLimitDecision, policy: RateLimitPolicy = 'client'): string {
  const { remaining, secondsUntilMore, shared } = decision;
  const own = `"${policy}";r=${remaining};t=${secondsUntilMore}`;
  return shared ? `${own}, "workspace";r=${shared.remaining};t=${shared.secondsUntilMore}` : own;
}

export function refuseRateLimited(decision: RateLimitDecision, requests = 1): Refusal {
  const refusing = refusingLimit(decision, requests);
  const retryAfterSeconds = Math.max(1, secondsUntil(requests, refusing));
  return refuse('request.rate_limited', { limit: refusing.limit, retryAfterSeconds });
}
