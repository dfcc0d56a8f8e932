import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { contentType } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { findAuthorisedCaller, whenAllowed } from '../../fast-path/authorised-caller.ts';
import type { FastPathListener, FastPathOptions } from '../../fast-path/fast-path-listener.ts';
import { FastPathResponse } from '../../fast-path/fast-path-response.ts';
import { hasSmallJsonBody, readAhead } from '../../fast-path/read-ahead.ts';
import { rememberAllowance } from '../../rate-limit.ts';
import { cacheableTenantId } from './cacheable-tenant-id.ts';
import { eligibilityPath, eligibilityScope } from './check-eligibility.ts';
import { findCachedEligibility } from './eligibility.ts';

const cacheableUrl = new RegExp(`^${eligibilityPath.replace(':tenantId', `(${cacheableTenantId})`)}$`);

/** The fast path of an eligibility request: the caller and the user's eligibility are cached. */
export function eligibilityFastPath(context: ApiContext, options: FastPathOptions): FastPathListener {
  const full = new FastPathResponse(
    {
      method: 'POST',
      route: eligibilityPath,
      status: 200,
      varying: ['content-length'],
      constant: { 'cache-control': 'no-store', 'content-type': contentType },
    },
    options,
  );

  return (request, response, route) => {
    const arrival = performance.now();
    const match = request.method === 'POST' ? cacheableUrl.exec(request.url ?? '') : null;
    if (match === null || !hasSmallJsonBody(request)) return false;
    const now = context.clock.now();
    const accepted = findAuthorisedCaller(context, request, eligibilityScope, now);
    if (!accepted) return false;
    const [, tenantId = ''] = match;
    const { client } = accepted.caller;
    const { apiClientId } = client;
    const passOn = () => route(request, response);

    // The rate limit comes before the body: while the body is unread, the request can still go to the route.
    const decide = (decision: RateLimitDecision): void => {
      const passOnCounted = () => {
        rememberAllowance(request, decision);
        passOn();
      };
      const answer = (body: Buffer): boolean => {
        const question = parseCacheableQuestion(body);
        const cached = question && findCachedEligibility(context, client, { ...question, tenantId }, now);
        if (!cached) return false;
        context.credentialUses.record(accepted.use, now);
        full.send(
          { request, response, apiClientId, arrival },
          decision,
          [cached.contentLength],
          cached.at(now),
        );
        return true;
      };
      if (decision.allowed) readAhead(request, answer, passOnCounted);
      else passOnCounted();
    };
    whenAllowed(context, accepted, decide, passOn);
    return true;
  };
}

/** Cacheable requests have a product and a user's object id, and no other member. */
function parseCacheableQuestion(body: Buffer): { product: string; userObjectId: string } | undefined {
  const question = parseJson(body);
  if (typeof question !== 'object' || question === null || Object.keys(question).length !== 2)
    return undefined;
  const { product, userObjectId } = question as Record<string, unknown>;
  if (typeof product !== 'string' || typeof userObjectId !== 'string') return undefined;
  return { product, userObjectId };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
