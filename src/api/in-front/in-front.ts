import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { Metrics } from '../operations/metrics.ts';
import { readyEligibility } from '../v1/entitlements/ready-eligibility.ts';
import { readyEntitlement } from '../v1/entitlements/ready-entitlement.ts';

export interface InFrontOptions {
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly requestId: (request: IncomingMessage) => string;
  readonly stopping: { readonly hasBegun: boolean };
}

/** Takes a request upon itself, now or later passing it on to the route, or says at once that it does not. */
export type ReadyListener = (
  request: IncomingMessage,
  response: ServerResponse,
  route: RequestListener,
) => boolean;

/**
 * The two questions that applications ask all day, answered in front of the router when they are plain. Nobody is refused
 * here: whatever is not plain goes on to the route, which answers the same bytes.
 */
export function inFront(context: ApiContext, options: InFrontOptions) {
  const takesEntitlement = readyEntitlement(context, options);
  const takesEligibility = readyEligibility(context, options);
  return (route: RequestListener): RequestListener =>
    (request, response) => {
      const isTaken =
        takesEntitlement(request, response, route) || takesEligibility(request, response, route);
      if (!isTaken) route(request, response);
    };
}
