import type { IncomingMessage } from 'node:http';
import { authorise, type Scope } from '../../core/clients/api-client.ts';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { knownCaller } from '../authentication/authenticate.ts';
import type { AcceptedCaller } from '../authentication/known-callers.ts';
import type { ApiContext } from '../context.ts';
import { takeAllowance } from '../rate-limit.ts';

/** Somebody known who has the scope. */
export function readyCaller(
  context: ApiContext,
  request: IncomingMessage,
  scope: Scope,
  now: Date,
): AcceptedCaller | undefined {
  const known = knownCaller(context, request.headers, now);
  return known && authorise(known.caller, scope) === undefined ? known : undefined;
}

/** Takes one of the caller's allowance, at once where this process keeps it. */
export function whenAllowed(
  context: ApiContext,
  { caller }: AcceptedCaller,
  decide: (decision: RateLimitDecision) => void,
  failed: () => void,
): void {
  const decision = takeAllowance(context, caller.client);
  if (decision instanceof Promise) decision.then(decide).catch(() => failed());
  else decide(decision);
}
