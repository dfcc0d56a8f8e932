import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorise, type Caller, type Scope } from '../../core/api-client.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../problem.ts';
import { limit } from '../rate-limit.ts';
import { authenticateClient } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Who is calling, within their limit, with the role and the scope: in this order, before anything is read. */
export function guard(context: ApiContext, scope: Scope) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await authenticateClient(context, request);
    if (isRefusal(caller)) return sendRefusal(reply, caller);
    request.caller = caller;
    const { apiClientId, rateLimitPerMinute } = caller.client;
    const refusal =
      (await limit(context.rateLimiter, reply, `client:${apiClientId}`, rateLimitPerMinute)) ??
      authorise(caller, scope);
    if (refusal) return sendRefusal(reply, refusal);
    return undefined;
  };
}

/** The caller that the guard let in. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`The route ${request.routeOptions.url} has no guard`);
  return request.caller;
}
