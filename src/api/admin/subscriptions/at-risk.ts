import { Type } from 'typebox';
import { riskKinds, riskMoments, risksOf } from '../../../core/subscriptions/at-risk.ts';
import { loadSubscriptionFacts } from '../../../storage/subscriptions/customer-facts.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { loadRiskCounts } from '../../../storage/subscriptions/customers-at-risk.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { riskExample } from './customer-view.ts';

const maxShown = 5;

const CustomersAtRisk = Type.Object({
  evaluatedAt: instant,
  count: Type.Integer({ description: 'Customers with any risk.' }),
  kinds: Type.Array(Type.Object({ kind: oneOf(riskKinds), count: Type.Integer() }), {
    description: 'Customers by kind of risk, the most urgent kind first; a customer may have several.',
  }),
  customers: Type.Array(
    Type.Object({ tenantId: uuid, name: nullable.text, risks: Type.Array(Type.Ref('CustomerRisk')) }),
    {
      description: `The first ${maxShown}, those with the most urgent risks first. All are at \`/customers?atRisk=Any\`.`,
    },
  ),
});

/** The customers at risk, for the overview. */
export const customersAtRiskRoute = adminRoutes('Customers', (routes, context) => {
  routes.get('/workspaces/:workspaceId/customers-at-risk', {
    access: 'read',
    operationId: 'readCustomersAtRisk',
    summary: 'Count the customers at risk',
    description:
      'A customer with an active subscription is at risk if its use is near or over the included quantity or near a usage ' +
      'limit, its usage will be rejected, a credential that bills it ends, its trial or term ends within 30 days, or no application has asked ' +
      'about it for 14 days.',
    responses: {
      200: jsonResponse('The customers at risk.', CustomersAtRisk, {
        evaluatedAt: '2026-11-15T09:00:00.000Z',
        count: 1,
        kinds: [{ kind: 'NearIncluded', count: 1 }],
        customers: [
          { tenantId: 'b0000000-0000-4000-8000-000000000001', name: 'Contoso', risks: [riskExample] },
        ],
      }),
    },
    handle: async ({ workspaceId }) => {
      const { database } = context;
      const now = context.clock.now();
      const { tenantIds, ...counts } = await loadRiskCounts(
        database,
        workspaceId,
        riskMoments(now),
        maxShown,
      );
      const [facts, names] = await Promise.all([
        loadSubscriptionFacts(database, workspaceId, tenantIds, now),
        loadOrganisationNames(database, workspaceId, tenantIds),
      ]);
      const customers = tenantIds.map((tenantId) => ({
        tenantId,
        name: names.get(tenantId) ?? null,
        risks: risksOf(facts.get(tenantId) ?? [], now),
      }));
      return { evaluatedAt: now, ...counts, customers };
    },
  });
});
