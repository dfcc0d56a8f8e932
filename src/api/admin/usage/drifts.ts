import { Type } from 'typebox';
import { defaultSourceName } from '../../../core/catalogue/marketplace-kind.ts';
import { quantitySumToText } from '../../../core/usage/events/quantity-sum.ts';
import {
  driftOrder,
  findMarketplaceSubscriptions,
  listDrifts,
  loadDriftTotal,
  type StoredDrift,
} from '../../../storage/usage/drifts.ts';
import { loadUsageCustomers } from '../../../storage/usage/summaries.ts';
import { oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { dimensionLabel, dimensionLabelOf, scopeFilter, usedExample } from './report-view.ts';

const quantity = (description: string) => Type.String({ description: `${description} Exact decimal text.` });

const UsageDrift = Type.Object(
  {
    sourceName: Type.String(),
    marketplaceSubscriptionId: Type.String(),
    subscriptionId: nullable.uuid,
    customer: Type.String({
      description: "The organisation's name, or else the tenant's id; empty if unknown.",
    }),
    product: Type.String(),
    dimension: Type.String(),
    ...dimensionLabel,
    day: Type.String({ format: 'date', description: 'In UTC.' }),
    ourQuantity: quantity('The accepted quantity here.'),
    marketplaceQuantity: quantity('The quantity at the marketplace.'),
    firstSeenAt: instant,
    lastSeenAt: instant,
    resolvedAt: described(nullable.instant, 'When the quantities were equal again; null while they differ.'),
  },
  { $id: 'UsageDrift' },
);

const example = {
  sourceName: defaultSourceName,
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  ...usedExample,
  day: '2026-11-14',
  ourQuantity: '12.5',
  marketplaceQuantity: '10',
  firstSeenAt: '2026-11-15T06:00:00.000Z',
  lastSeenAt: '2026-11-15T12:00:00.000Z',
  resolvedAt: null,
};

const states = ['Open', 'Resolved', 'Any'] as const;
const resolvedBy = { Open: false, Resolved: true, Any: undefined };

export const usageDriftRoute = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(UsageDrift);
  routes.get('/workspaces/:workspaceId/usage-drifts', {
    access: 'read',
    operationId: 'listUsageDrifts',
    summary: 'List days with drift',
    description: 'Of marketplaces whose usage can be read. The usage of other marketplaces is not compared.',
    querystring: Type.Object({
      ...sortedQuery(driftOrder),
      state: Type.Optional(described(oneOf(states), 'Default: `Open`.')),
      tenantId: scopeFilter.tenantId,
      product: scopeFilter.product,
      dimension: scopeFilter.dimension,
    }),
    responses: { 200: countedPageResponse('Differences.', Type.Ref('UsageDrift'), example) },
    handle: ({ workspaceId, query }) => {
      const { state = 'Open', tenantId, product, dimension } = query;
      const filter = { isResolved: resolvedBy[state], tenantId, product, dimension };
      return readSortedPage(query, {
        order: driftOrder,
        read: async (page) => {
          const drifts = await listDrifts(database, workspaceId, { ...filter, ...page });
          const subscriptionOf = await subscriptionsOf(workspaceId, drifts);
          return drifts.map((drift) => ({ ...drift, ...subscriptionOf(drift) }));
        },
        count: () => loadDriftTotal(database, workspaceId, filter),
        viewOf: ({ held, marketplace, difference: _, ...drift }) => ({
          ...drift,
          ourQuantity: quantitySumToText(held),
          marketplaceQuantity: quantitySumToText(marketplace),
        }),
      });
    },
  });

  async function subscriptionsOf(workspaceId: string, drifts: readonly StoredDrift[]) {
    const ids = [...new Set(drifts.map((drift) => drift.marketplaceSubscriptionId))];
    const subscriptions = await findMarketplaceSubscriptions(database, { workspaceId, sourceName: '' }, ids);
    const subscriptionIds = [...subscriptions.values()].map(({ subscriptionId }) => subscriptionId);
    const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
    return ({ marketplaceSubscriptionId, dimension }: StoredDrift) => {
      const subscriptionId = subscriptions.get(marketplaceSubscriptionId)?.subscriptionId ?? null;
      const customer = customers.get(subscriptionId ?? '');
      return { subscriptionId, product: customer?.product ?? '', ...dimensionLabelOf(dimension, customer) };
    };
  }
});
