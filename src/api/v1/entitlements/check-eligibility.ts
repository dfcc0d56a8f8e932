import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { callerOf, guard } from '../../authentication/guard.ts';
import { contentType } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, bodyRefusals, refusals } from '../../schemas.ts';
import { answerEligibility, type EligibilityRequest } from './eligibility.ts';
import { eligibilityExample, TenantPath } from './schemas.ts';

export const eligibilityPath = '/api/v1/entitlements/:tenantId/eligibility';
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
  200: answer('The decision, with its reason.', Type.Ref('UserEligibility'), eligibilityExample),
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
  (context: ApiContext): FastifyPluginAsyncTypebox =>
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

function send(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  question: EligibilityRequest,
): void | Promise<void> {
  const sendDecision = (decision: string | Refusal): void => {
    if (isRefusal(decision)) sendRefusal(reply, decision);
    else reply.header('cache-control', 'no-store').header('content-type', contentType).send(decision);
  };
  const tenantId = question.tenantId.toLowerCase();
  const decision = answerEligibility(context, callerOf(request), { ...question, tenantId });
  return decision instanceof Promise ? decision.then(sendDecision) : sendDecision(decision);
}
