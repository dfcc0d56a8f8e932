import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { authorise } from '../../../core/api-client.ts';
import type { RateLimitDecision } from '../../../core/rate-limit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { knownCaller } from '../../authentication/authenticate.ts';
import { cacheControl, contentType, isHeld } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import type { Metrics } from '../../operations/metrics.ts';
import { limitHeaders, takeAllowance, turnAway } from '../../rate-limit.ts';
import { securityHeaders } from '../../security-headers.ts';
import { checkProduct } from './find-snapshot.ts';
import { entitlementPath, entitlementScope } from './read-entitlement.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

export interface ReadyEntitlementOptions {
  readonly metrics: Metrics;
  readonly requestId: (request: IncomingMessage) => string;
  readonly stopping: { readonly hasBegun: boolean };
}

const pathStart = entitlementPath.slice(0, entitlementPath.indexOf(':'));
const tenantEnd = pathStart.length + '00000000-0000-0000-0000-000000000000'.length;
const queryStart = '?product=';
const sameHeaders = Object.entries({ ...securityHeaders, 'cache-control': cacheControl }).flat();

/**
 * The question that applications ask all day, answered in front of the router when everything is at hand: a caller
 * who is known and allowed, and a kept snapshot. It refuses nobody and looks nothing up: whatever is not plain goes on to
 * the route, which answers the same bytes.
 */
export function readyEntitlement(context: ApiContext, options: ReadyEntitlementOptions) {
  const { metrics, requestId, stopping } = options;
  const full = metrics.answers('GET', entitlementPath, 200);
  const notModified = metrics.answers('GET', entitlementPath, 304);

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    snapshot: EntitlementSnapshot,
    decision: RateLimitDecision,
    now: Date,
  ): void => {
    const tag = snapshot.tag(now);
    const limit = limitHeaders(decision);
    // A flat list is the form in which node:http takes headers as they are.
    const headers = [
      'x-request-id',
      requestId(request),
      'ratelimit-policy',
      limit['ratelimit-policy'],
      'ratelimit',
      limit.ratelimit,
      'etag',
      tag,
    ];
    if (isHeld(request.headers, tag)) {
      response.writeHead(304, headers.concat(sameHeaders)).end();
    } else {
      const body = snapshot.body(now);
      headers.push('content-type', contentType, 'content-length', String(Buffer.byteLength(body)));
      response.writeHead(200, headers.concat(sameHeaders)).end(body);
    }
  };

  return (route: RequestListener): RequestListener =>
    (request, response) => {
      const arrival = performance.now();
      const { method, url = '' } = request;
      if (method !== 'GET' || !url.startsWith(pathStart) || !url.startsWith(queryStart, tenantEnd)) {
        return route(request, response);
      }
      const now = context.clock.now();
      const known = stopping.hasBegun ? undefined : knownCaller(context, request.headers, now);
      if (!known || authorise(known.caller, entitlementScope)) return route(request, response);
      const { client } = known.caller;
      const tenantId = url.slice(pathStart.length, tenantEnd);
      const product = url.slice(tenantEnd + queryStart.length);
      const kept = context.snapshots.peek(client.workspaceId, product, tenantId);
      const snapshot = checkProduct(kept, client, product);
      if (isRefusal(snapshot)) return route(request, response);

      const decide = (decision: RateLimitDecision): void => {
        if (decision.allowed) {
          context.credentialUses.note(known.use, now);
          answer(request, response, snapshot, decision, now);
          const durations = response.statusCode === 304 ? notModified : full;
          durations.observe((performance.now() - arrival) / 1_000);
        } else {
          turnAway(request, decision);
          route(request, response);
        }
      };
      const decision = takeAllowance(context, request, client);
      if (!(decision instanceof Promise)) return decide(decision);
      decision.then(decide, () => route(request, response));
    };
}
