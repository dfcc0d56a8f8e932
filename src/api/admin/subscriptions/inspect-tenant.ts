import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { answerEligibility } from '../../v1/entitlements/eligibility.ts';
import { explainedEntitlement, pastEntitlement } from '../../v1/entitlements/explained-entitlement.ts';
import { checkProduct, findSnapshot } from '../../v1/entitlements/find-snapshot.ts';
import { eligibilityExample, entitlementExample } from '../../v1/entitlements/schemas.ts';
import { memberOf } from '../access.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { tenantsPath } from './tenant-view.ts';

const product = Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' });

const entitlementExplanation = {
  accessLevel: 'Full',
  decidedBy: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  subscriptions: [
    {
      subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      plan: 'standard-monthly',
      source: 'Marketplace',
      status: 'Active',
      isInForce: true,
      reason: 'ActiveGivesFull',
      words: 'Active since 2026-01-01T00:00:00.000Z, open-ended: it gives Full access.',
    },
  ],
  capabilities: { 'audit-trail': [], scheduling: ['standard-monthly'] },
};

const eligibilityExplanation = {
  accessLevel: 'Full',
  reason: 'SeatAssigned',
  words: 'The user has one of the seats.',
  decidedBy: 'team-seats',
  plans: [],
};

/** What the API answers about a tenant, word for word, and why: the same code asks and decides. */
export const inspectTenantRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      `${tenantsPath}/:tenantId/entitlements`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'inspectEntitlement',
          summary: 'What the API answers about a tenant and a product, and why',
          description:
            'The answer of `GET /api/v1/entitlements/{tenantId}` with `explain=true`: of now, or with `asOf` of an ' +
            'earlier moment. A tenant that nobody knows holds nothing, and is no error.',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          querystring: Type.Object({
            product,
            asOf: Type.Optional(Type.String({ format: 'date-time', description: 'Not in the future.' })),
          }),
          response: {
            200: answer('The answer, with `explanation`.', Type.Ref('Entitlement'), {
              ...entitlementExample,
              explanation: entitlementExplanation,
            }),
            ...readRefusals('product.not_found'),
          },
        },
      },
      async (request, reply) => {
        const reader = { workspaceId: memberOf(request).workspaceId, products: 'all' } as const;
        const tenantId = request.params.tenantId.toLowerCase();
        const { product, asOf } = request.query;
        if (asOf !== undefined) {
          const past = await pastEntitlement(context, reader, { tenantId, product, asOf, explain: true });
          return isRefusal(past) ? sendRefusal(reply, past) : reply.send(past);
        }
        const snapshot = checkProduct(
          await findSnapshot(context, reader, product, tenantId),
          reader,
          product,
        );
        if (isRefusal(snapshot)) return sendRefusal(reply, snapshot);
        return reply.send(explainedEntitlement(snapshot.stored.facts, context.clock.now()));
      },
    );

    app.get(
      `${tenantsPath}/:tenantId/eligibility`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'inspectEligibility',
          summary: 'What the API answers about a user, and why',
          description:
            'The answer of `GET /api/v1/entitlements/{tenantId}/eligibility` with `explain=true`, by `userObjectId` or ' +
            'by `email`. The identity provider is asked as the API would ask it.',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          querystring: Type.Object({
            product,
            plan: Type.Optional(Type.String({ minLength: 1, maxLength: slugMaxLength })),
            userObjectId: Type.Optional(Type.String({ format: 'uuid' })),
            email: Type.Optional(Type.String({ maxLength: 320 })),
          }),
          response: {
            200: answer('The decision, with `explanation`.', Type.Ref('UserEligibility'), {
              ...eligibilityExample,
              explanation: eligibilityExplanation,
            }),
            ...readRefusals(
              'product.not_found',
              'plan.not_found',
              'entitlement.user_tenant_mismatch',
              'entitlement.user_not_resolved',
            ),
          },
        },
      },
      async (request, reply) => {
        const client = { workspaceId: memberOf(request).workspaceId, products: 'all' } as const;
        const tenantId = request.params.tenantId.toLowerCase();
        const { product, plan, userObjectId, email } = request.query;
        const asked = { tenantId, product, plan, userObjectId, email, explain: true };
        const decision = await answerEligibility(context, { client, token: null }, asked);
        if (isRefusal(decision)) return sendRefusal(reply, decision);
        return reply.header('content-type', 'application/json; charset=utf-8').send(decision);
      },
    );
  };
