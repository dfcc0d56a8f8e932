import type { RateLimitDecision } from '../../../core/clients/rate-limit.ts';
import { contentType } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { bringsSmallJson, readAhead } from '../../in-front/read-ahead.ts';
import { ReadyAnswer } from '../../in-front/ready-answer.ts';
import { readyCaller, whenAllowed } from '../../in-front/ready-caller.ts';
import type { InFrontOptions, ReadyListener } from '../../in-front/ready-listener.ts';
import { rememberAllowance } from '../../rate-limit.ts';
import { eligibilityPath, eligibilityScope } from './ask-eligibility.ts';
import { keptEligibility } from './eligibility.ts';
import { plainTenantId } from './plain-address.ts';

const plainAddress = new RegExp(`^${eligibilityPath.replace(':tenantId', `(${plainTenantId})`)}$`);

/** Whether a user may use a product, asked by a caller who is known, of a user whose answer is kept. */
export function readyEligibility(context: ApiContext, options: InFrontOptions): ReadyListener {
  const full = new ReadyAnswer(
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
    const plain = request.method === 'POST' ? plainAddress.exec(request.url ?? '') : null;
    if (plain === null || !bringsSmallJson(request)) return false;
    const now = context.clock.now();
    const known = readyCaller(context, request, eligibilityScope, now);
    if (!known) return false;
    const [, tenantId = ''] = plain;
    const { client } = known.caller;
    const { apiClientId } = client;
    const passOn = () => route(request, response);

    // The allowance first: what is waited for while a body lies unread can still go on to the route.
    const decide = (decision: RateLimitDecision): void => {
      const remember = () => {
        rememberAllowance(request, decision);
        passOn();
      };
      const answer = (body: Buffer): boolean => {
        const question = plainQuestion(body);
        const kept = question && keptEligibility(context, client, { ...question, tenantId }, now);
        if (!kept) return false;
        context.credentialUses.note(known.use, now);
        full.send({ request, response, apiClientId, arrival }, decision, [kept.contentLength], kept.at(now));
        return true;
      };
      if (decision.allowed) readAhead(request, answer, remember);
      else remember();
    };
    whenAllowed(context, known, decide, passOn);
    return true;
  };
}

/** A product and a user's object id and nothing else. */
function plainQuestion(body: Buffer): { product: string; userObjectId: string } | undefined {
  const asked = parsed(body);
  if (typeof asked !== 'object' || asked === null || Object.keys(asked).length !== 2) return undefined;
  const { product, userObjectId } = asked as Record<string, unknown>;
  if (typeof product !== 'string' || typeof userObjectId !== 'string') return undefined;
  return { product, userObjectId };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
