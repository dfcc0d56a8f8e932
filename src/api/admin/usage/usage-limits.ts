import { Type } from 'typebox';
import { removePartnerLimit, setPartnerLimit } from '../../../actions/usage/customer-limits.ts';
import {
  type LimitAction,
  limitActions,
  limitPeriods,
  type UsageLimit,
} from '../../../core/catalogue/meter.ts';
import { isRefusal } from '../../../core/refusal.ts';
import {
  type CustomerLimit,
  limitPercent,
  limitsInForce,
  maxSubjects,
  wholeTenant,
} from '../../../core/usage/limits/customer-limit.ts';
import { limitSetters } from '../../../core/usage/limits/limit.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { maxReasonLength } from '../../../core/workspaces/audit.ts';
import {
  type HeldReservation,
  type LimitUse,
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
import { anySlug, jsonResponse, limitActionsText, nameText, oneOf, UsageLimitOrNull } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, noContent, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { customersPath, readCustomer } from '../subscriptions/customer-view.ts';

const limitsPath = `${customersPath}/:tenantId/usage-limits` as const;
const limitPath = `${limitsPath}/:product/:dimension` as const;
const limitParameters = Type.Object({
  workspaceId: uuid,
  tenantId: uuid,
  product: anySlug("The product's slug."),
  dimension: Type.String({ minLength: 1, maxLength: 100 }),
});
/** On the page of a customer. */
const maxReservations = 100;

const limit = {
  quantity: Type.Number({ minimum: 0, maximum: maxUnits, description: 'Up to 6 decimals; 0: nothing.' }),
  per: oneOf(limitPeriods),
  action: Type.Unsafe<LimitAction>({ ...oneOf(limitActions), description: limitActionsText }),
};

const CustomerUsageLimit = Type.Object(
  {
    ...limit,
    reason: nullable.text,
    endsAt: Type.Unsafe<Date | null>({
      ...nullable.instant,
      description: "Null: until it is removed. Then the plan's limit holds again.",
    }),
    setAt: instant,
    actor: Type.String({ description: 'Who set it.' }),
  },
  { $id: 'CustomerUsageLimit' },
);

const nullableRef = Type.Union([Type.Ref('CustomerUsageLimit'), Type.Null()]);
const subject = Type.Unsafe<string | null>({
  ...nullable.text,
  description: 'A user, a team or an agent; null: the whole tenant.',
});

const UsageLimits = Type.Object(
  {
    subscriptionId: uuid,
    product: Type.String({ description: 'The slug of the product.' }),
    productName: Type.String(),
    plan: Type.String({ description: 'The slug of the plan.' }),
    planName: Type.String(),
    dimension: Type.String(),
    name: Type.String(),
    unit: Type.String(),
    planLimit: UsageLimitOrNull,
    partnerLimit: Type.Unsafe<CustomerLimit | null>({
      ...nullableRef,
      description:
        "The partner's limit for the customer, instead of the plan's, also after its end; null: none.",
    }),
    ceilings: Type.Array(Type.Object({ subject, ...limit, setAt: instant, actor: Type.String() }), {
      description: `The customer's own, at most ${maxSubjects + 1}.`,
    }),
    inForce: Type.Array(
      Type.Object({
        setBy: oneOf(limitSetters),
        subject,
        ...limit,
        use: Type.Unsafe<object | null>({
          type: ['object', 'null'],
          properties: {
            start: instant,
            end: nullable.instant,
            used: Type.Number(),
            reserved: Type.Number({ description: 'Granted, and neither committed nor released.' }),
            percent: Type.Integer({
              description: 'Used and reserved, in per cent of the limit, rounded down.',
            }),
          },
          required: ['start', 'end', 'used', 'reserved', 'percent'],
          description: 'Of the present period; null: nothing was used or reserved since the limit is set.',
        }),
      }),
      {
        description:
          'The limits in force. All that hold for a use are checked; the one with the least left decides.',
      },
    ),
    reservations: Type.Array(
      Type.Object({
        reservationId: uuid,
        subject,
        quantity: Type.Number(),
        grantedAt: instant,
        expiresAt: instant,
      }),
      {
        description: `Reservations in flight, the first to expire first; at most ${maxReservations} of a page.`,
      },
    ),
  },
  { $id: 'UsageLimits' },
);

const overrideExample = {
  quantity: 750,
  per: 'Month',
  action: 'Deny',
  reason: 'More until the migration is done.',
  endsAt: '2027-01-01T00:00:00.000Z',
  setAt: '2026-11-15T09:00:00.000Z',
  actor: 'Mara Voss',
};

const example = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  product: 'aqueduct',
  productName: 'Aqueduct',
  plan: 'standard-monthly',
  planName: 'Standard, monthly',
  dimension: 'rows-moved',
  name: 'Rows moved',
  unit: 'million rows',
  planLimit: { quantity: 500, per: 'Month', action: 'Deny' },
  partnerLimit: overrideExample,
  ceilings: [
    {
      subject: 'agent-7',
      quantity: 50,
      per: 'Day',
      action: 'Deny',
      setAt: '2026-11-16T09:00:00.000Z',
      actor: 'Lee Gu (lee@contoso.example)',
    },
  ],
  inForce: [
    {
      setBy: 'Partner',
      subject: null,
      quantity: 750,
      per: 'Month',
      action: 'Deny',
      use: {
        start: '2026-11-01T09:00:00.000Z',
        end: '2026-12-01T09:00:00.000Z',
        used: 600,
        reserved: 5,
        percent: 80,
      },
    },
    { setBy: 'Customer', subject: 'agent-7', quantity: 50, per: 'Day', action: 'Deny', use: null },
  ],
  reservations: [
    {
      reservationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
      subject: 'agent-7',
      quantity: 5,
      grantedAt: '2026-11-16T09:00:00.000Z',
      expiresAt: '2026-11-16T09:01:00.000Z',
    },
  ],
};

export const usageLimitRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.schemas(CustomerUsageLimit, UsageLimits);

  routes.get(limitsPath, {
    access: 'read',
    operationId: 'listUsageLimits',
    summary: 'List the usage limits of a customer',
    description:
      'Every dimension of its activated subscriptions that can have a usage limit, with the limit of the plan, that of the ' +
      "partner for this customer, the customer's own ceilings, and the use of the present period.",
    tags: ['Usage'],
    querystring: Type.Object(
      sortedQuery(meterOrder, '`name`: of the dimension; `plan`: product and plan by name.'),
    ),
    responses: { 200: countedPageResponse('Dimensions.', Type.Ref('UsageLimits'), example) },
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
            listHeldReservations(database, workspaceId, ids, maxReservations, now),
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
        viewOf,
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
    tags: ['Usage'],
    params: limitParameters,
    body: Type.Object({
      ...limit,
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
    tags: ['Usage'],
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

interface LimitedMeter extends MeterOfSubscription {
  readonly limits: readonly CustomerLimit[];
  readonly uses: readonly LimitUse[];
  readonly reservations: readonly HeldReservation[];
  readonly now: Date;
}

function viewOf({ meter, limits, uses, reservations, now, ...listed }: LimitedMeter) {
  const { limit: _, isBilled: __, productId: ___, ...named } = listed;
  const planLimit: UsageLimit | null = meter.current.limit;
  const override = limits.find(({ setBy }) => setBy === 'Partner');
  return {
    ...named,
    planLimit,
    partnerLimit: override ? limitView(override) : null,
    ceilings: limits
      .filter(({ setBy }) => setBy === 'Customer')
      .map((ceiling) => {
        const { reason: _reason, endsAt: _endsAt, ...set } = limitView(ceiling);
        return { subject: subjectView(ceiling.subject), ...set };
      }),
    inForce: limitsInForce(planLimit, limits, now).map(({ subject: own, ...inForce }) => {
      const use = uses.find((one) => one.subject === own && one.per === inForce.per);
      return { ...inForce, subject: subjectView(own), use: use ? useView(use, inForce.quantity) : null };
    }),
    reservations: reservations.map(({ reservationId, subject: own, quantity, grantedAt, expiresAt }) => ({
      reservationId,
      subject: subjectView(own),
      quantity,
      grantedAt,
      expiresAt,
    })),
  };
}

function limitView({ quantity, per, action, reason, endsAt, setAt, actor }: CustomerLimit) {
  return { quantity, per, action, reason, endsAt, setAt, actor };
}

function useView({ start, end, used, reserved }: LimitUse, quantity: number) {
  return { start, end, used, reserved, percent: limitPercent(quantity, used + reserved) };
}

function subjectView(own: string): string | null {
  return own === wholeTenant ? null : own;
}
