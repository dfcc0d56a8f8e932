import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { findCachedCaller } from '../../authentication/authenticate.ts';
import { isConditionTooLong, matchesEtag } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { conditionalResponses } from '../../fast-path/conditional-responses.ts';
import type { FastPathListener, FastPathOptions } from '../../fast-path/fast-path-listener.ts';
import { consumeAllowance, rememberAllowance } from '../../rate-limit.ts';
import { findSnapshot, mayRead } from './find-snapshot.ts';
import { entitlementPath } from './read-entitlement.ts';
import { asSnapshotKey, entitlementsPath, readSnapshotKey } from './snapshot-key.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

/** The fast path of an entitlement read, for a cached caller; the entitlement itself may be a cache miss. */
export function entitlementFastPath(context: ApiContext, options: FastPathOptions): FastPathListener {
  const { notModified, full } = conditionalResponses(entitlementPath, options);
  const { callerCache, clock, credentialUses, rateLimiter, snapshots } = context;

  return (request, response, route) => {
    const arrival = performance.now();
    const { url = '' } = request;
    if (request.method !== 'GET' || !url.startsWith(entitlementsPath)) return false;
    const now = clock.now();
    const accepted = findCachedCaller(callerCache, request, now);
    if (!accepted?.mayReadEntitlements || isConditionTooLong(request)) return false;
    const { client } = accepted.caller;
    const key = asSnapshotKey(url);
    const cached = snapshots.peek(client.workspaceId, key);
    if (!cached && !readSnapshotKey(key)) return false;

    const passOn = (decision: RateLimitDecision): void => {
      rememberAllowance(request, decision);
      route(request, response);
    };
    const send = (found: EntitlementSnapshot, decision: RateLimitDecision, instant: Date): void => {
      if (!mayRead(client, found.stored)) {
        passOn(decision);
        return;
      }
      credentialUses.record(accepted.use, now);
      const exchange = { request, response, accepted, arrival };
      const answer = found.answerAt(instant);
      if (matchesEtag(request, answer.tag)) notModified.send(exchange, decision, [answer.tag]);
      else full.send(exchange, decision, [answer.tag, answer.contentLength], answer.bodyAt(instant));
    };
    const load = async (decision: RateLimitDecision): Promise<void> => {
      const found = decision.allowed ? await findSnapshot(context, client, key) : undefined;
      if (found) send(found, decision, clock.now());
      else passOn(decision);
    };
    const decision = consumeAllowance(rateLimiter, accepted.limits);
    // While a shared store was asked, the cached snapshot may have been evicted.
    if (decision instanceof Promise) decision.then(load).catch(() => route(request, response));
    else if (cached && decision.allowed) send(cached, decision, now);
    else load(decision).catch(() => passOn(decision));
    return true;
  };
}
