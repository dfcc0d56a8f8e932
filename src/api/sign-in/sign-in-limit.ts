import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../core/refusal.ts';
import type { ApiContext } from '../context.ts';
import { limitHeaders, refuseRateLimited } from '../rate-limit.ts';

/** An office behind one address signs in within a minute; nobody makes us ask the provider all day. */
export const signInsPerMinute = 120;

/** Takes one of what an address may do about signing in. */
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
