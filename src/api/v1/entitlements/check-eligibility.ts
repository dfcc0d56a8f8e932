import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { customerKey } from '../../authentication/client-activity.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { type FastPathContext, type FastPathHandler, fastPath } from '../../fast-path/fast-path.ts';
import {
  type FastPathOptions,
  FastPathResponse,
  type PreparedResponse,
} from '../../fast-path/fast-path-response.ts';
import { contentType, requestHeader } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, jsonResponse, refusals } from '../../schemas.ts';
import {
  answerEligibility,
  type EligibilityContext,
  type EligibilityRequest,
  findCachedEligibility,
} from './eligibility.ts';
import { eligibilityExample, TenantPath } from './schemas.ts';
import { cacheableTenantId, entitlementsPath } from './snapshots.ts';

const eligibilityPath = '/api/v1/entitlements/:tenantId/eligibility';
const eligibilityScope = 'entitlements:read';

const question = {
  product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
  plan: Type.Optional(Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Plan slug.' })),
  userObjectId: Type.Optional(Type.String({ format: 'uuid' })),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'Empty is the same as absent.' })),
  explain: Type.Optional(Type.Boolean({ description: 'Adds `explanation`: the decision path.' })),
};

const named = (...members: readonly string[]) => ({ required: members });
/** Exactly one subject. By `not`, which client generators ignore; `oneOf` would split their types. */
const oneSubject = {
  not: {
    anyOf: [named('userObjectId', 'email'), { not: { anyOf: [named('userObjectId'), named('email')] } }],
  },
};

const description =
  'By `userObjectId` or by `email`: an e-mail address is resolved to the one active member of the organisation that ' +
  'holds the tenant. Needs the scope `entitlements:read` and, with a token, the app role `Entitlement.Read.All`.';

const responses = {
  200: jsonResponse('The decision, with its reason.', Type.Ref('UserEligibility'), eligibilityExample),
  ...refusals(
    ...bodyRefusals,
    'api_client.scope_not_allowed',
    'api_client.product_not_allowed',
    'product.not_found',
    'plan.not_found',
    'entitlement.user_tenant_mismatch',
    'entitlement.user_not_resolved',
  ),
};

/** The same request by GET and by POST; with GET signed-in users may check themselves. */
export const checkEligibilityRoutes =
  (context: GuardContext & CountedContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      eligibilityPath,
      {
        onRequest: guard(context, eligibilityScope, { acceptsUsers: true }),
        schema: {
          operationId: 'readEligibility',
          summary: "Check a user's eligibility for a product",
          description: `${description} With a signed-in user's token the subject is that user, and may be omitted.`,
          tags: ['Entitlements'],
          params: TenantPath,
          querystring: Type.Object(question),
          response: responses,
        },
      },
      (request, reply) =>
        send(context, request, reply, { ...request.query, tenantId: request.params.tenantId }),
    );

    app.post(
      eligibilityPath,
      {
        onRequest: guard(context, eligibilityScope),
        schema: {
          operationId: 'askEligibility',
          summary: "Check a user's eligibility for a product",
          description,
          tags: ['Entitlements'],
          params: TenantPath,
          body: Type.Object(question, { documentedRule: oneSubject }),
          response: responses,
        },
      },
      (request, reply) =>
        send(context, request, reply, { ...request.body, tenantId: request.params.tenantId }),
    );
  };

type CountedContext = EligibilityContext & Pick<ApiContext, 'customerCalls'>;

function send(
  context: CountedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  question: EligibilityRequest,
): void | Promise<void> {
  const caller = callerOf(request);
  const tenantId = question.tenantId.toLowerCase();
  const sendDecision = (decision: string | Refusal): void => {
    if (isRefusal(decision)) return void sendRefusal(reply, decision);
    context.customerCalls.record(caller.client.workspaceId, customerKey(question.product, tenantId));
    reply.header('cache-control', 'no-store').header('content-type', contentType).send(decision);
  };
  const decision = answerEligibility(context, caller, { ...question, tenantId });
  return decision instanceof Promise ? decision.then(sendDecision) : sendDecision(decision);
}

const cacheableUrl = new RegExp(`^${eligibilityPath.replace(':tenantId', cacheableTenantId)}$`);
const maxCacheableBytes = 1_024;

/** For a cached caller and the cached eligibility of a user. */
export function eligibilityFastPath(
  context: FastPathContext & Pick<ApiContext, 'customerCalls' | 'snapshots'>,
  options: FastPathOptions,
): FastPathHandler {
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
  const { customerCalls, snapshots } = context;
  return fastPath<PreparedResponse>(context, {
    match: (request) =>
      request.method === 'POST' && cacheableUrl.test(request.url ?? '') && hasSmallJsonBody(request),
    // The rate limit comes before the body: while the body is unread, the request can still go to the route.
    find: () => null,
    load({ request, accepted, now }, done) {
      const tenantId = request.url?.slice(entitlementsPath.length, -'/eligibility'.length) ?? '';
      request.once('readable', () => {
        const body: Buffer | null = request.read();
        const question = body && parseCacheableQuestion(body);
        const { client } = accepted.caller;
        const cached = question
          ? findCachedEligibility(snapshots, client, tenantId, question, now)
          : undefined;
        if (question && cached) {
          customerCalls.record(client.workspaceId, customerKey(question.product, tenantId));
        }
        // Put back, for the route to read.
        if (body && !cached) request.unshift(body);
        done(cached, now);
      });
    },
    send(exchange, decision, found, at) {
      full.send(exchange, decision, [found.contentLength], found.bodyAt(at));
    },
  });
}

function hasSmallJsonBody(request: IncomingMessage): boolean {
  const length = Number(requestHeader(request, 'content-length'));
  return (
    requestHeader(request, 'content-type') === 'application/json' && length > 0 && length <= maxCacheableBytes
  );
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
