import type { RequestListener } from 'node:http';
import type { ApiContext } from '../context.ts';
import { eligibilityFastPath } from '../v1/entitlements/eligibility-fast-path.ts';
import { entitlementFastPath } from '../v1/entitlements/entitlement-fast-path.ts';
import { usageFastPath } from '../v1/usage/usage-fast-path.ts';
import type { FastPathOptions } from './fast-path-listener.ts';

/**
 * Answers the hottest requests, for an entitlement, eligibility and a tenant's usage, before the router when they are
 * cacheable. It never refuses: every other request goes to the route, which answers with the same bytes.
 */
export function fastPath(context: ApiContext, options: FastPathOptions) {
  const handleEntitlement = entitlementFastPath(context, options);
  const handleEligibility = eligibilityFastPath(context, options);
  const handleUsage = usageFastPath(context, options);
  return (route: RequestListener): RequestListener =>
    (request, response) => {
      const isHandled =
        handleUsage(request, response, route) ||
        handleEntitlement(request, response, route) ||
        handleEligibility(request, response, route);
      if (!isHandled) route(request, response);
    };
}
