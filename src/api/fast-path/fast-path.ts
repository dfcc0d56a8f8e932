import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { findCachedCaller } from '../authentication/caller-cache.ts';
import { consumeAllowance, rememberAllowance } from '../authentication/rate-limit.ts';
import type { ApiContext } from '../context.ts';
import type { FastPathRequest } from './fast-path-response.ts';

/** The requests of a route that are answered before the router, with the bytes that the route would send. */
export interface FastPath<Found extends object> {
  /** Asked of every request. */
  match(request: IncomingMessage): boolean;
  /** What is cached. Null: `load` reads it. Undefined: the request goes to the route, which counts it. */
  find(exchange: FastPathRequest): Found | null | undefined;
  /** Called when the request has been counted. Gives undefined where the route must answer. */
  load(exchange: FastPathRequest, done: (found: Found | undefined, at: Date) => void): void;
  send(exchange: FastPathRequest, decision: RateLimitDecision, found: Found, at: Date): void;
}

/** Returns false for a request it does not handle. A handled request may still be passed to the route later. */
export type FastPathHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  route: RequestListener,
) => boolean;

export type FastPathContext = Pick<ApiContext, 'callerCache' | 'clock' | 'credentialUses' | 'rateLimiter'>;

/** For cached callers only. It never refuses: a request that is not allowed goes to the route, too. */
export function fastPath<Found extends object>(
  { callerCache, clock, credentialUses, rateLimiter }: FastPathContext,
  { match, find, load, send }: FastPath<Found>,
): FastPathHandler {
  const answer = (
    exchange: FastPathRequest,
    route: RequestListener,
    decision: RateLimitDecision,
    found: Found | null | undefined,
    at: Date,
  ): void => {
    if (found && decision.allowed) {
      credentialUses.record(exchange.accepted.use, at);
      send(exchange, decision, found, at);
    } else {
      rememberAllowance(exchange.request, decision);
      route(exchange.request, exchange.response);
    }
  };
  const loadAndAnswer = (
    exchange: FastPathRequest,
    route: RequestListener,
    decision: RateLimitDecision,
  ): void => {
    if (decision.allowed) load(exchange, (found, at) => answer(exchange, route, decision, found, at));
    else answer(exchange, route, decision, null, exchange.now);
  };

  return (request, response, route) => {
    const arrival = performance.now();
    if (!match(request)) return false;
    const now = clock.now();
    const accepted = findCachedCaller(callerCache, request, now);
    if (!accepted?.mayUseFastPath) return false;
    const exchange = { request, response, accepted, arrival, now };
    const found = find(exchange);
    if (found === undefined) return false;
    const decision = consumeAllowance(rateLimiter, accepted.limits);
    // While a shared store was asked, what was found may have been evicted.
    if (decision instanceof Promise) {
      decision
        .then((allowance) => loadAndAnswer(exchange, route, allowance))
        .catch(() => route(request, response));
    } else if (found) answer(exchange, route, decision, found, now);
    else loadAndAnswer(exchange, route, decision);
    return true;
  };
}

/** Asks each fast path in turn, then the route. */
export function beforeRoute(fastPaths: readonly FastPathHandler[], route: RequestListener): RequestListener {
  return (request, response) => {
    for (const handle of fastPaths) if (handle(request, response, route)) return;
    route(request, response);
  };
}
