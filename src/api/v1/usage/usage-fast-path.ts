import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { findCachedCaller } from '../../authentication/authenticate.ts';
import { isConditionTooLong, matchesEtag } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { conditionalResponses } from '../../fast-path/conditional-responses.ts';
import type { FastPathListener, FastPathOptions } from '../../fast-path/fast-path-listener.ts';
import { consumeAllowance, rememberAllowance } from '../../rate-limit.ts';
import { mayRead } from '../entitlements/find-snapshot.ts';
import { entitlementsPath } from '../entitlements/snapshot-key.ts';
import { tenantUsagePath } from './read-usage.ts';
import type { UsageAnswer } from './tenant-usage.ts';

const usagePart = '/usage?product=';
const usagePartAt = entitlementsPath.length + '00000000-0000-0000-0000-000000000000'.length;

/** The fast path of a usage read, for a cached caller and a cached response. */
export function usageFastPath(context: ApiContext, options: FastPathOptions): FastPathListener {
  const { notModified, full } = conditionalResponses(tenantUsagePath, options);
  const { callerCache, clock, credentialUses, rateLimiter, tenantUsages } = context;

  return (request, response, route) => {
    const arrival = performance.now();
    const { url = '' } = request;
    if (request.method !== 'GET' || !url.startsWith(usagePart, usagePartAt)) return false;
    const now = clock.now();
    const accepted = findCachedCaller(callerCache, request, now);
    if (!accepted?.mayReadEntitlements || isConditionTooLong(request)) return false;
    const { client } = accepted.caller;
    const peek = () => {
      const answer = tenantUsages.peek(client.workspaceId, url, clock.now());
      return answer && mayRead(client, answer.stored) ? answer : undefined;
    };
    const cached = peek();
    if (!cached) return false;

    const send = (answer: UsageAnswer | undefined, decision: RateLimitDecision): void => {
      if (!answer || !decision.allowed) {
        rememberAllowance(request, decision);
        route(request, response);
        return;
      }
      credentialUses.record(accepted.use, now);
      const exchange = { request, response, accepted, arrival };
      if (matchesEtag(request, answer.tag)) notModified.send(exchange, decision, [answer.tag]);
      else full.send(exchange, decision, [answer.tag, answer.contentLength], answer.body);
    };
    const decision = consumeAllowance(rateLimiter, accepted.limits);
    if (!(decision instanceof Promise)) send(cached, decision);
    // While a shared store was asked, the cached response may have become invalid.
    else decision.then((allowance) => send(peek(), allowance)).catch(() => route(request, response));
    return true;
  };
}
