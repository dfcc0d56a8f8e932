import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { subscriptionSources, subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import {
  listSubscriptionViews,
  loadSubscriptionTotal,
  subscriptionOrder,
} from '../../../storage/subscriptions/subscription-views.ts';
import { anySlug, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { type CsvColumns, csvResponse, mapBatches, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { uuid } from '../schemas.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import { subscriptionsPath, summaryExample, summaryOf } from './subscription-view.ts';

const { sort } = sortedQuery(subscriptionOrder);
const filters = {
  status: Type.Optional(oneOf(subscriptionStatuses)),
  source: Type.Optional(oneOf(subscriptionSources)),
  product: Type.Optional(anySlug("A product's slug.")),
  tenantId: Type.Optional(uuid),
  marketplaceSubscriptionId: Type.Optional(Type.String({ maxLength: 100 })),
  account: Type.Optional(
    Type.String({ maxLength: 12, description: "The buyer's account number: 12 digits." }),
  ),
};

const columns: CsvColumns<ReturnType<typeof summaryOf>> = {
  subscriptionId: (subscription) => subscription.subscriptionId,
  tenantId: (subscription) => subscription.tenantId,
  organisation: (subscription) => subscription.organisation?.name,
  product: (subscription) => subscription.product.slug,
  plan: (subscription) => subscription.plan.slug,
  status: (subscription) => subscription.status,
  source: (subscription) => subscription.source,
  quantity: (subscription) => subscription.quantity,
  isTrial: (subscription) => subscription.isTrial,
  trialEndsAt: (subscription) => subscription.trialEndsAt,
  validUntil: (subscription) => subscription.validUntil,
  createdAt: (subscription) => subscription.createdAt,
  activatedAt: (subscription) => subscription.activatedAt,
  cancelledAt: (subscription) => subscription.cancelledAt,
  endedAt: (subscription) => subscription.endedAt,
  changedAt: (subscription) => subscription.changedAt,
  marketplaceSubscriptionId: (subscription) => subscription.marketplaceSubscriptionId,
  account: (subscription) => subscription.account,
};

/** The subscriptions of a workspace, in pages and as a file. */
export const listSubscriptionRoutes = adminRoutes('Subscriptions', (routes, context) => {
  const { database } = context;
  routes.get(subscriptionsPath, {
    access: 'read',
    operationId: 'listSubscriptions',
    summary: 'List subscriptions',
    querystring: Type.Object({ ...sortedQuery(subscriptionOrder), ...filters }),
    responses: { 200: countedPageResponse('Subscriptions.', Type.Ref('Subscription'), summaryExample) },
    handle: ({ workspaceId, query }) => {
      const now = context.clock.now();
      return readSortedPage(query, {
        order: subscriptionOrder,
        read: ({ sort, after, limit }) =>
          listSubscriptionViews(database, workspaceId, { ...query, sort, after, limit }),
        count: () => loadSubscriptionTotal(database, workspaceId, query),
        viewOf: (record) => summaryOf(record, now),
      });
    },
  });

  routes.get(`${subscriptionsPath}.csv`, {
    access: 'read',
    operationId: 'exportSubscriptions',
    summary: 'Export subscriptions as CSV',
    description: 'With the filters and the order of the list.',
    querystring: Type.Object({ sort, ...filters }),
    responses: { 200: csvResponse('subscription') },
    handle: async ({ action, workspaceId, query }) => {
      const exported = { file: 'subscriptions.csv', ...query };
      await recordExport(action, workspaceId, 'customer.exported', exported);
      const now = context.clock.now();
      const batches = readSortedBatches(
        subscriptionOrder,
        (page) => listSubscriptionViews(database, workspaceId, { ...query, ...page }),
        query.sort,
      );
      const views = mapBatches(batches, (records) => records.map((record) => summaryOf(record, now)));
      return sendCsv('subscriptions.csv', columns, views);
    },
  });
});
