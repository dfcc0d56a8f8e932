import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { findCachedCaller } from '../../authentication/authenticate.ts';
import { contentType } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import type { FastPathListener, FastPathOptions } from '../../fast-path/fast-path-listener.ts';
import { FastPathResponse } from '../../fast-path/fast-path-response.ts';
import { hasSmallJsonBody, readAhead } from '../../fast-path/read-ahead.ts';
import { consumeAllowance, rememberAllowance } from '../../rate-limit.ts';
import { eligibilityPath } from './check-eligibility.ts';
import { findCachedEligibility } from './eligibility.ts';
import { cacheableTenantId } from './snapshot-key.ts';

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

  const { callerCache, clock, credentialUses, rateLimiter, snapshots } = context;

  return (request, response, route) => {
    const arrival = performance.now();
    const match = request.method === 'POST' ? cacheableUrl.exec(request.url ?? '') : null;
    if (match === null || !hasSmallJsonBody(request)) return false;
    const now = clock.now();
    const accepted = findCachedCaller(callerCache, request, now);
    if (!accepted?.mayReadEntitlements) return false;
    const [, tenantId = ''] = match;
    const { client } = accepted.caller;

    // The rate limit comes before the body: while the body is unread, the request can still go to the route.
    const decide = (decision: RateLimitDecision): void => {
      const passOn = () => {
        rememberAllowance(request, decision);
        route(request, response);
      };
      const answer = (body: Buffer): boolean => {
        const question = parseCacheableQuestion(body);
        const cached = question && findCachedEligibility(snapshots, client, tenantId, question, now);
        if (!cached) return false;
        credentialUses.record(accepted.use, now);
        full.send(
          { request, response, accepted, arrival },
          decision,
          [cached.contentLength],
          cached.bodyAt(now),
        );
        return true;
      };
      if (decision.allowed) readAhead(request, answer, passOn);
      else passOn();
    };
    const decision = consumeAllowance(rateLimiter, accepted.limits);
    if (decision instanceof Promise) decision.then(decide).catch(() => route(request, response));
    else decide(decision);
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
