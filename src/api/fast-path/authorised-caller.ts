import type { IncomingMessage } from 'node:http';
import { authorise, type Scope } from '../../core/clients/api-client.ts';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { findCachedCaller } from '../authentication/authenticate.ts';
import type { AcceptedCaller } from '../authentication/caller-cache.ts';
import type { ApiContext } from '../context.ts';
import { consumeAllowance } from '../rate-limit.ts';

/** The caller from the cache, if it has the scope. */
export function findAuthorisedCaller(
  context: ApiContext,
  request: IncomingMessage,
  scope: Scope,
  now: Date,
): AcceptedCaller | undefined {
  const cached = findCachedCaller(context, request.headers, now);
  return cached && authorise(cached.caller, scope) === undefined ? cached : undefined;
}

/** Counts the request against the caller's rate limit; synchronous where this process keeps the counter. */
export function whenAllowed(
  context: ApiContext,
  { caller }: AcceptedCaller,
  decide: (decision: RateLimitDecision) => void,
  failed: () => void,
): void {
  const decision = consumeAllowance(context, caller.client);
  if (decision instanceof Promise) decision.then(decide).catch(() => failed());
  else decide(decision);
}
