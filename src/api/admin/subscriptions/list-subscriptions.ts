import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { subscriptionSources, subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import {
  listSubscriptionViews,
  loadSubscriptionTotal,
  type SubscriptionView,
  subscriptionOrder,
} from '../../../storage/subscriptions/subscription-views.ts';
import { anySlug, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { csvFile, csvResponse, fileResponse, readInBatches, rowsPerRead } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
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

const columns = [
  'subscriptionId',
  'tenantId',
  'organisation',
  'product',
  'plan',
  'status',
  'source',
  'quantity',
  'isTrial',
  'trialEndsAt',
  'validUntil',
  'createdAt',
  'activatedAt',
  'cancelledAt',
  'endedAt',
  'changedAt',
  'marketplaceSubscriptionId',
  'account',
];

function cellsOf(subscription: ReturnType<typeof summaryOf>) {
  const timeOf = (instant: Date | null) => instant?.toISOString() ?? null;
  return [
    subscription.subscriptionId,
    subscription.tenantId,
    subscription.organisation?.name ?? null,
    subscription.product.slug,
    subscription.plan.slug,
    subscription.status,
    subscription.source,
    subscription.quantity,
    String(subscription.isTrial),
    timeOf(subscription.trialEndsAt),
    timeOf(subscription.validUntil),
    timeOf(subscription.createdAt),
    timeOf(subscription.activatedAt),
    timeOf(subscription.cancelledAt),
    timeOf(subscription.endedAt),
    timeOf(subscription.changedAt),
    subscription.marketplaceSubscriptionId,
    subscription.account,
  ];
}

/** The subscriptions of a workspace, in pages and as a file. */
export const listSubscriptionRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.get(subscriptionsPath, {
    access: 'read',
    operationId: 'listSubscriptions',
    summary: 'List subscriptions',
    tags: ['Subscriptions'],
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
    tags: ['Subscriptions'],
    querystring: Type.Object({ sort, ...filters }),
    responses: { 200: csvResponse('subscription') },
    handle: async ({ action, workspaceId, query }) => {
      const exported = { file: 'subscriptions.csv', ...query };
      await recordExport(action, workspaceId, 'customer.exported', exported);
      const now = context.clock.now();
      const batches = readInBatches((last: SubscriptionView | undefined) => {
        const { sort = subscriptionOrder.standard } = query;
        const after = last && subscriptionOrder.placeOf(sort, last);
        return listSubscriptionViews(database, workspaceId, { ...query, after, limit: rowsPerRead });
      });
      return fileResponse(
        { name: 'subscriptions.csv', contentType: 'text/csv; charset=utf-8' },
        csvFile(columns, batches, (record) => cellsOf(summaryOf(record, now))),
      );
    },
  });
});
