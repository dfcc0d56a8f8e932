import type { RequestListener } from 'node:http';
import type { ApiContext } from '../context.ts';
import { readyEligibility } from '../v1/entitlements/ready-eligibility.ts';
import { readyEntitlement } from '../v1/entitlements/ready-entitlement.ts';
import type { InFrontOptions } from './ready-listener.ts';

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
