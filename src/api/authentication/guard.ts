import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuseFromElsewhere } from '../../core/clients/allowed-networks.ts';
import { authorise, type Caller, type Scope } from '../../core/clients/api-client.ts';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../http/problem.ts';
import { type AuthenticationContext, authenticateClient } from './authenticate.ts';
import { type AcceptedCaller, findCachedCaller } from './caller-cache.ts';
import {
  acceptCharges,
  consumeAllowance,
  limitHeaders,
  refuseRateLimited,
  rememberedAllowance,
} from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export type GuardContext = AuthenticationContext & Pick<ApiContext, 'credentialUses' | 'rateLimiter'>;

export interface GuardOptions {
  /** Accepts tokens of signed-in users, for requests about themselves. */
  readonly acceptsUsers?: boolean;
}

/**
 * Authentication, network, rate limit, role and scope, in this order, before the body is read. Synchronous for a cached
 * caller with a local rate limit. A request from another network is not counted: a stolen key uses up no allowance.
 */
export function guard(context: GuardContext, scope: Scope, options: GuardOptions = {}) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const admit = (accepted: AcceptedCaller): void | Promise<void> => {
      const { caller, use, allowedNetworks } = accepted;
      request.caller = caller;
      context.credentialUses.record(use, context.clock.now());
      const elsewhere = allowedNetworks && refuseFromElsewhere(allowedNetworks, request.ip);
      if (elsewhere) return void sendRefusal(reply, elsewhere);
      const decide = (decision: RateLimitDecision): void => {
        reply.headers(limitHeaders(decision));
        const refusal = decision.allowed ? authorise(caller, scope, options) : refuseRateLimited(decision);
        if (refusal) sendRefusal(reply, refusal);
        else done();
      };
      const decision =
        rememberedAllowance(request.raw) ?? consumeAllowance(context.rateLimiter, accepted.limits);
      acceptCharges(request, reply, 'client', (requests) =>
        consumeAllowance(context.rateLimiter, accepted.limits, requests),
      );
      return decision instanceof Promise ? decision.then(decide) : decide(decision);
    };

    const cached = findCachedCaller(context.callerCache, request.raw, context.clock.now());
    const admitted = cached
      ? admit(cached)
      : authenticateClient(context, request, reply).then((accepted) => {
          if (!isRefusal(accepted)) return admit(accepted);
          sendRefusal(reply, accepted);
          return undefined;
        });
    admitted?.catch(done);
  };
}

/** The authenticated caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`The route ${request.routeOptions.url} has no guard`);
  return request.caller;
}
