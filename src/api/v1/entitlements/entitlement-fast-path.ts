import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { cacheControl, contentType, matchesEtag } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { findAuthorisedCaller, whenAllowed } from '../../fast-path/authorised-caller.ts';
import type { FastPathListener, FastPathOptions } from '../../fast-path/fast-path-listener.ts';
import { type FastPathRequest, FastPathResponse } from '../../fast-path/fast-path-response.ts';
import { rememberAllowance } from '../../rate-limit.ts';
import { cacheableTenantId } from './cacheable-tenant-id.ts';
import { checkProduct, findSnapshot } from './find-snapshot.ts';
import { entitlementPath, entitlementScope } from './read-entitlement.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

const cacheableUrl = new RegExp(
  `^${entitlementPath.replace(':tenantId', `(${cacheableTenantId})`)}\\?product=([a-z0-9-]+)$`,
);

/** The fast path of an entitlement read, for a cached caller; the entitlement itself may be a cache miss. */
export function entitlementFastPath(context: ApiContext, options: FastPathOptions): FastPathListener {
  const kind = { method: 'GET', route: entitlementPath } as const;
  const constant = { 'cache-control': cacheControl };
  const notModified = new FastPathResponse({ ...kind, status: 304, varying: ['etag'], constant }, options);
  const full = new FastPathResponse(
    {
      ...kind,
      status: 200,
      varying: ['etag', 'content-length'],
      constant: { ...constant, 'content-type': contentType },
    },
    options,
  );

  const send = (
    exchange: FastPathRequest,
    decision: RateLimitDecision,
    snapshot: EntitlementSnapshot,
    now: Date,
  ) => {
    const { tag, text } = snapshot.answerAt(now);
    if (matchesEtag(exchange.request.headers, tag)) notModified.send(exchange, decision, [tag]);
    else full.send(exchange, decision, [tag, text.contentLength], text.at(now));
  };

  return (request, response, route) => {
    const arrival = performance.now();
    const match = request.method === 'GET' ? cacheableUrl.exec(request.url ?? '') : null;
    if (match === null) return false;
    const now = context.clock.now();
    const accepted = findAuthorisedCaller(context, request, entitlementScope, now);
    if (!accepted) return false;
    const [, tenantId = '', product = ''] = match;
    const { client } = accepted.caller;
    const passOn = (decision?: RateLimitDecision): void => {
      if (decision) rememberAllowance(request, decision);
      route(request, response);
    };

    const answer = (
      found: EntitlementSnapshot | undefined,
      decision: RateLimitDecision,
      instant: Date,
    ): void => {
      const snapshot = checkProduct(found, client, product);
      if (isRefusal(snapshot)) {
        passOn(decision);
      } else {
        context.credentialUses.record(accepted.use, now);
        send({ request, response, apiClientId: client.apiClientId, arrival }, decision, snapshot, instant);
      }
    };
    const decide = (decision: RateLimitDecision): void => {
      const found = decision.allowed ? findSnapshot(context, client, product, tenantId) : undefined;
      if (found instanceof Promise) {
        found.then((read) => answer(read, decision, context.clock.now())).catch(() => passOn(decision));
      } else answer(found, decision, now);
    };
    whenAllowed(context, accepted, decide, passOn);
    return true;
  };
}
