import type { FastifyReply } from 'fastify';
import type { RateLimitDecision } from '../core/rate-limit.ts';
import { type Refusal, refuse } from '../core/refusal.ts';

/** Tells a caller where they stand, as the IETF draft writes it. */
export function limitHeaders(reply: FastifyReply, decision: RateLimitDecision): void {
  reply.header('ratelimit-policy', `"client";q=${decision.limit};w=60`);
  reply.header('ratelimit', `"client";r=${decision.remaining};t=${decision.secondsUntilMore}`);
}

export function refuseRateLimited({ limit, secondsUntilMore }: RateLimitDecision): Refusal {
  return refuse('request.rate_limited', { limit, retryAfterSeconds: Math.max(1, secondsUntilMore) });
}
