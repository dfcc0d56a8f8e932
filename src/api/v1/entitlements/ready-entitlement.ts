import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { cacheControl, contentType, isHeld } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { ReadyAnswer, type ReadyRequest } from '../../in-front/ready-answer.ts';
import { readyCaller, whenAllowed } from '../../in-front/ready-caller.ts';
import type { InFrontOptions, ReadyListener } from '../../in-front/ready-listener.ts';
import { rememberAllowance } from '../../rate-limit.ts';
import { checkProduct, findSnapshot } from './find-snapshot.ts';
import { plainTenantId } from './plain-address.ts';
import { entitlementPath, entitlementScope } from './read-entitlement.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

const plainAddress = new RegExp(
  `^${entitlementPath.replace(':tenantId', `(${plainTenantId})`)}\\?product=([a-z0-9-]+)$`,
);

/** The read of an entitlement, kept or not, for a caller who is known. */
export function readyEntitlement(context: ApiContext, options: InFrontOptions): ReadyListener {
  const kind = { method: 'GET', route: entitlementPath } as const;
  const constant = { 'cache-control': cacheControl };
  const notModified = new ReadyAnswer({ ...kind, status: 304, varying: ['etag'], constant }, options);
  const full = new ReadyAnswer(
    {
      ...kind,
      status: 200,
      varying: ['etag', 'content-length'],
      constant: { ...constant, 'content-type': contentType },
    },
    options,
  );

  const send = (
    asked: ReadyRequest,
    decision: RateLimitDecision,
    snapshot: EntitlementSnapshot,
    now: Date,
  ) => {
    const { tag, text } = snapshot.answerAt(now);
    if (isHeld(asked.request.headers, tag)) notModified.send(asked, decision, [tag]);
    else full.send(asked, decision, [tag, text.contentLength], text.at(now));
  };

  return (request, response, route) => {
    const arrival = performance.now();
    const plain = request.method === 'GET' ? plainAddress.exec(request.url ?? '') : null;
    if (plain === null) return false;
    const now = context.clock.now();
    const known = readyCaller(context, request, entitlementScope, now);
    if (!known) return false;
    const [, tenantId = '', product = ''] = plain;
    const { client } = known.caller;
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
        context.credentialUses.note(known.use, now);
        send({ request, response, apiClientId: client.apiClientId, arrival }, decision, snapshot, instant);
      }
    };
    const decide = (decision: RateLimitDecision): void => {
      const found = decision.allowed ? findSnapshot(context, client, product, tenantId) : undefined;
      if (found instanceof Promise) {
        found.then((read) => answer(read, decision, context.clock.now())).catch(() => passOn(decision));
      } else answer(found, decision, now);
    };
    whenAllowed(context, known, decide, passOn);
    return true;
  };
}
