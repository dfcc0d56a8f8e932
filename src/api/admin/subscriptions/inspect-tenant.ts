import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { contentType } from '../../http/headers.ts';
import { jsonResponse } from '../../schemas.ts';
import { answerEligibility } from '../../v1/entitlements/eligibility.ts';
import { explainedEntitlement, pastEntitlement } from '../../v1/entitlements/explained-entitlement.ts';
import { checkProduct, findSnapshot } from '../../v1/entitlements/find-snapshot.ts';
import { eligibilityExample, entitlementExample } from '../../v1/entitlements/schemas.ts';
import { snapshotKey } from '../../v1/entitlements/snapshots.ts';
import { AdminResponse, unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant } from '../schemas.ts';
import { tenantsPath } from './tenants.ts';

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
      words: 'Active since 2026-01-01T00:00:00.000Z, open-ended: it gives full access.',
    },
  ],
  capabilities: { 'audit-trail': [], scheduling: ['standard-monthly'] },
  limits: { pipelines: ['standard-monthly'] },
};

const eligibilityExplanation = {
  accessLevel: 'Full',
  reason: 'SeatAssigned',
  words: 'The user has a seat.',
  whatToDo: null,
  decidedBy: 'team-seats',
  plans: [],
};

/** The exact answers of the public API about a tenant, explained; the same code decides. */
export const inspectTenantRoutes = adminRoutes('Customers', (routes, context) => {
  routes.get(`${tenantsPath}/:tenantId/entitlements`, {
    access: 'read',
    operationId: 'inspectEntitlement',
    summary: 'Explain the entitlement of a tenant to a product',
    description:
      'The response of `GET /api/v1/entitlements/{tenantId}` with `explain=true`: now, or with `asOf` at an ' +
      'earlier moment. An unknown tenant has no subscriptions and is no error.',
    querystring: Type.Object({
      product,
      asOf: Type.Optional(described(instant, 'Not in the future, nor before the history that is kept.')),
    }),
    responses: {
      200: jsonResponse('The entitlement, with `explanation`.', Type.Ref('Entitlement'), {
        ...entitlementExample,
        explanation: entitlementExplanation,
      }),
    },
    refusals: ['product.not_found'],
    handle: async ({ workspaceId, params, query }) => {
      const reader = { workspaceId, products: 'all' } as const;
      const tenantId = params.tenantId.toLowerCase();
      const { product, asOf } = query;
      if (asOf !== undefined) {
        return pastEntitlement(context, reader, { tenantId, product, asOf, explain: true });
      }
      const snapshot = checkProduct(
        await findSnapshot(context, reader, snapshotKey(product, tenantId)),
        reader,
        product,
      );
      return unlessRefused(snapshot, ({ stored }) => explainedEntitlement(stored.facts, context.clock.now()));
    },
  });

  routes.get(`${tenantsPath}/:tenantId/eligibility`, {
    access: 'read',
    operationId: 'inspectEligibility',
    summary: 'Explain the eligibility of a user',
    description:
      'The response of `GET /api/v1/entitlements/{tenantId}/eligibility` with `explain=true`, by `userObjectId` or ' +
      'by `email`. The identity provider is called as by the API.',
    querystring: Type.Object({
      product,
      plan: Type.Optional(Type.String({ minLength: 1, maxLength: slugMaxLength })),
      userObjectId: Type.Optional(Type.String({ format: 'uuid' })),
      email: Type.Optional(Type.String({ maxLength: 320 })),
    }),
    responses: {
      200: jsonResponse('The decision, with `explanation`.', Type.Ref('UserEligibility'), {
        ...eligibilityExample,
        explanation: eligibilityExplanation,
      }),
    },
    refusals: [
      'product.not_found',
      'plan.not_found',
      'entitlement.user_tenant_mismatch',
      'entitlement.user_not_resolved',
    ],
    handle: async ({ workspaceId, params, query }) => {
      const client = { workspaceId, products: 'all' } as const;
      const tenantId = params.tenantId.toLowerCase();
      const { product, plan, userObjectId, email } = query;
      const request = { tenantId, product, plan, userObjectId, email, explain: true };
      const decision = await answerEligibility(context, { client, token: null }, request);
      return unlessRefused(decision, (text) => new AdminResponse(text, { 'content-type': contentType }));
    },
  });
});
