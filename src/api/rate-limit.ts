import type { FastifyReply } from 'fastify';
import type { RateLimiter } from '../core/ports.ts';
import type { RateLimitDecision } from '../core/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';

/** Takes one request's worth from the caller's allowance and tells how much is left, as the IETF draft writes it. */
export async function limit(
  limiter: RateLimiter,
  reply: FastifyReply,
  key: string,
  perMinute: number,
): Promise<Refusal | undefined> {
  const decision = await limiter.take(key, perMinute);
  reply.header('ratelimit-policy', `"client";q=${decision.limit};w=60`);
  reply.header('ratelimit', `"client";r=${decision.remaining};t=${decision.secondsUntilMore}`);
  return decision.allowed ? undefined : refuseRateLimited(decision);
}

export function refuseRateLimited({ limit, secondsUntilMore }: RateLimitDecision): Refusal {
  return refuse('request.rate_limited', { limit, retryAfterSeconds: Math.max(1, secondsUntilMore) });
}
