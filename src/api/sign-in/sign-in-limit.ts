import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../core/refusal.ts';
import { limitHeaders, refuseRateLimited } from '../authentication/rate-limit.ts';
import type { ApiContext } from '../context.ts';

/** Enough for an office behind one IP address, and a bound on requests to the provider. */
export const signInsPerMinute = 120;

/** Counts a sign-in request against the limit of its IP address. */
export async function limitSignIn(
  { rateLimiter }: Pick<ApiContext, 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  const decision = await rateLimiter.take(`sign-in:${request.ip}`, signInsPerMinute);
  reply.headers(limitHeaders(decision, 'address'));
  if (decision.allowed) return undefined;
  const refusal = refuseRateLimited(decision);
  reply.header('retry-after', String(refusal.args.retryAfterSeconds));
  return refusal;
}
