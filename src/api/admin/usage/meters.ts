import { Type } from 'typebox';
import { loadMeterUse } from '../../../actions/usage/meter-use.ts';
import { aggregations, includedPeriods, meterIntakes } from '../../../core/catalogue/meter.ts';
import { refuseInvalid } from '../../../core/refusal.ts';
import { listMeters, loadMeterTotal, meterOrder } from '../../../storage/usage/meters.ts';
import { oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

export const usageMetersPath = '/workspaces/:workspaceId/usage-meters';

/** A dimension of a subscription, by name. */
export const soldDimension = {
  subscriptionId: uuid,
  product: Type.String({ description: 'The slug of the product.' }),
  productName: Type.String(),
  plan: Type.String({ description: 'The slug of the plan.' }),
  planName: Type.String(),
  dimension: Type.String(),
  name: Type.String(),
  unit: Type.String(),
};

export const soldExample = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  product: 'aqueduct',
  productName: 'Aqueduct',
  plan: 'standard-monthly',
  planName: 'Standard, monthly',
  dimension: 'rows-moved',
  name: 'Rows moved',
  unit: 'million rows',
};

const UsageMeter = Type.Object(
  {
    ...soldDimension,
    intake: oneOf(meterIntakes),
    aggregation: nullable.oneOf(aggregations),
    included: nullable.object({ quantity: Type.Number(), per: oneOf(includedPeriods) }),
    period: Type.Object(
      {
        start: instant,
        end: described(nullable.instant, 'Null if unknown.'),
      },
      { description: 'The present period, or the last one of a subscription that has ended.' },
    ),
    used: Type.Number({ description: 'All usage of the period, open hours included.' }),
    remaining: described(
      nullable.number,
      'What is left of the included quantity; null if nothing is included.',
    ),
    overage: Type.Number({ description: 'The usage above the included quantity.' }),
    pending: Type.Number({ description: 'The part of the overage that has no report yet.' }),
    isBilled: Type.Boolean({
      description: 'False: sold without a marketplace, so events are counted and nothing is reported.',
    }),
    reported: Type.Number({ description: 'The quantity of all reports of the period.' }),
    accepted: Type.Number({ description: 'The part of it that the marketplace has accepted.' }),
  },
  { $id: 'UsageMeter' },
);

const example = {
  ...soldExample,
  intake: 'Events',
  aggregation: 'Sum',
  included: { quantity: 100, per: 'Month' },
  period: { start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' },
  used: 130,
  remaining: 0,
  overage: 30,
  pending: 10,
  isBilled: true,
  reported: 20,
  accepted: 20,
};

export const usageMeterRoute = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(UsageMeter);

  routes.get(usageMetersPath, {
    access: 'read',
    operationId: 'listUsageMeters',
    summary: 'List the dimensions of a subscription or tenant with their usage',
    description:
      'Every dimension of the plans of activated subscriptions, with the present period; of a subscription without a ' +
      'marketplace, those that are fed by events. `subscriptionId` or `tenantId` is required.',
    querystring: Type.Object({
      ...sortedQuery(meterOrder, '`name`: of the dimension; `plan`: product and plan by name.'),
      subscriptionId: Type.Optional(uuid),
      tenantId: Type.Optional(uuid),
    }),
    responses: { 200: countedPageResponse('Dimensions.', Type.Ref('UsageMeter'), example) },
    handle: async ({ workspaceId, query }) => {
      const { subscriptionId, tenantId } = query;
      if (subscriptionId === undefined && tenantId === undefined) {
        const message = 'subscriptionId or tenantId is required';
        return refuseInvalid([{ path: 'subscriptionId', rule: 'required', message }]);
      }
      const filter = {
        subscriptionIds: subscriptionId === undefined ? undefined : [subscriptionId],
        tenantId,
      };
      return readSortedPage(query, {
        order: meterOrder,
        read: async (page) => {
          const meters = await listMeters(database, workspaceId, { ...filter, ...page });
          return loadMeterUse(database, workspaceId, meters, context.clock.now());
        },
        count: () => loadMeterTotal(database, workspaceId, filter),
        viewOf: ({ limit: _, productId: __, ...meter }) => meter,
      });
    },
  });
});
