import { Type } from 'typebox';
import { removePartnerLimit, setPartnerLimit } from '../../../actions/usage/customer-limits.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { maxReasonLength } from '../../../core/workspaces/audit.ts';
import {
  listCustomerLimits,
  listHeldReservations,
  listLimitUses,
} from '../../../storage/usage/customer-limits.ts';
import {
  listMeters,
  loadMeterTotal,
  type MeterOfSubscription,
  meterOrder,
} from '../../../storage/usage/meters.ts';
import { anySlug, jsonResponse, nameText } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { noContent, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { customersPath, readCustomer } from '../subscriptions/customer-view.ts';
import {
  CustomerUsageLimit,
  limitMembers,
  limitView,
  maxReservations,
  overrideExample,
  UsageLimits,
  usageLimitsExample,
  usageLimitsView,
} from './usage-limit-view.ts';

const limitsPath = `${customersPath}/:tenantId/usage-limits` as const;
const limitPath = `${limitsPath}/:product/:dimension` as const;
const limitParameters = Type.Object({
  workspaceId: uuid,
  tenantId: uuid,
  product: anySlug("The product's slug."),
  dimension: Type.String({ minLength: 1, maxLength: 100 }),
});
export const usageLimitRoutes = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(CustomerUsageLimit, UsageLimits);

  routes.get(limitsPath, {
    access: 'read',
    operationId: 'listUsageLimits',
    summary: 'List the usage limits of a customer',
    description:
      'Every dimension of its activated subscriptions that can have a usage limit, with the limit of the plan, that of the ' +
      "partner for this customer, the customer's own ceilings, and the use of the present period.",
    querystring: Type.Object(
      sortedQuery(meterOrder, '`name`: of the dimension; `plan`: product and plan by name.'),
    ),
    responses: { 200: countedPageResponse('Dimensions.', Type.Ref('UsageLimits'), usageLimitsExample) },
    handle: async ({ workspaceId, params, query }) => {
      const tenantId = params.tenantId.toLowerCase();
      const customer = await readCustomer(context, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      const filter = { tenantId, isLimitable: true };
      const now = context.clock.now();
      return readSortedPage(query, {
        order: meterOrder,
        read: async (page) => {
          const meters = await listMeters(database, workspaceId, { ...filter, ...page });
          const ids = [...new Set(meters.map(({ subscriptionId }) => subscriptionId))];
          const [limits, uses, reservations] = await Promise.all([
            listCustomerLimits(database, workspaceId, { tenantId }),
            listLimitUses(database, workspaceId, ids, now),
            listHeldReservations(database, workspaceId, meters, maxReservations, now),
          ]);
          return meters.map((meter) => ({
            ...meter,
            limits: limits.filter(
              ({ productId, dimension }) => productId === meter.productId && dimension === meter.dimension,
            ),
            uses: uses.filter(isOf(meter)),
            reservations: reservations.filter(isOf(meter)),
            now,
          }));
        },
        count: () => loadMeterTotal(database, workspaceId, filter),
        viewOf: usageLimitsView,
      });
    },
  });

  routes.put(limitPath, {
    access: 'change:customers',
    operationId: 'setUsageLimit',
    summary: "Set the usage limit of a customer, instead of the plan's",
    description:
      "It takes effect at once, for all subscriptions of the customer to the product, and replaces the plan's limit, also by " +
      'a higher one. Ceilings that the customer has set stay in force.',
    params: limitParameters,
    body: Type.Object({
      ...limitMembers,
      reason: nameText(maxReasonLength, 'Why; shown on the page of the customer and in the audit log.'),
      endsAt: Type.Optional(nullable.writtenInstant),
    }),
    responses: { 200: jsonResponse('The limit.', Type.Ref('CustomerUsageLimit'), overrideExample) },
    refusals: ['product.not_found', 'metering.unknown_dimension'],
    handle: async ({ action, workspaceId, params, body }) => {
      const named = { ...params, tenantId: params.tenantId.toLowerCase() };
      const { endsAt: written, ...wanted } = body;
      const endsAt = written == null ? null : instantOf(written);
      return unlessRefused(
        await setPartnerLimit(action, workspaceId, named, { ...wanted, endsAt }),
        limitView,
      );
    },
  });

  routes.delete(limitPath, {
    access: 'change:customers',
    operationId: 'removeUsageLimit',
    summary: 'Remove the usage limit of a customer',
    description: "The plan's limit holds again at once. Ceilings that the customer has set stay in force.",
    params: limitParameters,
    responses: noContent('Removed; also if there was none.'),
    refusals: ['product.not_found', 'metering.unknown_dimension'],
    handle: ({ action, workspaceId, params }) =>
      removePartnerLimit(action, workspaceId, { ...params, tenantId: params.tenantId.toLowerCase() }),
  });
});

type Dimension = Pick<MeterOfSubscription, 'subscriptionId' | 'dimension'>;

const isOf = (meter: Dimension) => (other: Dimension) =>
  other.subscriptionId === meter.subscriptionId && other.dimension === meter.dimension;
