import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../../actions/context.ts';
import { openConnection } from '../../../actions/marketplace/account.ts';
import {
  activatePendingPurchase,
  assignPurchase,
  cancelPendingPurchase,
  checkPurchase,
} from '../../../actions/marketplace/check-purchase.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import {
  findPendingPurchase,
  listPendingPurchases,
  loadPendingPurchaseTotal,
  purchaseOrder,
} from '../../../storage/marketplace/pending-purchases.ts';
import { jsonResponse } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { Purchase, purchaseExample, purchaseView } from './purchase-view.ts';

const path = '/workspaces/:workspaceId/purchases';
const onePath = `${path}/:marketplaceSubscriptionId`;
const onePurchase = Type.Object({
  workspaceId: uuid,
  marketplaceSubscriptionId: Type.String({ minLength: 1, maxLength: 100 }),
});

const filters = {
  tenantId: Type.Optional(uuid),
  search: searchFor(
    "A part of the organisation's name or of the buyer's e-mail address, the number of the buyer's account, or the " +
      "marketplace's id.",
    320,
  ),
};

const resultExample = {
  comparedAt: '2026-11-15T10:00:00.000Z',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  status: 'Active',
  purchase: null,
};
const result = jsonResponse(
  'The purchase after it.',
  Type.Object({
    comparedAt: instant,
    subscriptionId: described(nullable.uuid, 'The subscription here; null if there is none.'),
    status: Type.Unsafe<string | null>({
      enum: [...subscriptionStatuses, null],
      description: 'Of the subscription.',
    }),
    purchase: Type.Unsafe<object | null>({
      anyOf: [Type.Ref('Purchase'), { type: 'null' }],
      description: 'Null: it is no longer pending.',
    }),
  }),
  resultExample,
);

interface PurchaseRequest {
  readonly workspaceId: string;
  readonly params: Static<typeof onePurchase>;
  readonly action: ActionContext;
  /** Of an assignment: has the tenant. */
  readonly body: unknown;
}

/** The purchases that are not active yet. */
export const purchaseRoutes = adminRoutes('Marketplace', (routes, context) => {
  const { database, encryptionKey, fulfilment } = context;
  const access = {
    fulfilment,
    open: (source: Parameters<typeof openConnection>[1]) => openConnection(database, source, encryptionKey),
  };
  /** What checking, activating and cancelling have in common. */
  const changeOf = (change: typeof checkPurchase | typeof assignPurchase) => ({
    access: 'change:subscriptions' as const,
    params: onePurchase,
    responses: { 200: result },
    refusals: [
      'marketplace.change_refused',
      'marketplace.plan_not_mapped',
      'marketplace.beneficiary_missing',
    ] as const,
    handle: async ({ workspaceId, params, action, body }: PurchaseRequest) => {
      const { marketplaceSubscriptionId } = params;
      const { tenantId = '' } = (body ?? {}) as { readonly tenantId?: string };
      const key = { workspaceId, marketplaceSubscriptionId, tenantId };
      const changed = await change(() => action, access, key);
      if (isRefusal(changed)) return changed;
      const { subscription } = changed;
      const pending = await findPendingPurchase(context.writes, workspaceId, marketplaceSubscriptionId);
      return {
        comparedAt: context.clock.now(),
        subscriptionId: subscription?.subscriptionId ?? null,
        status: subscription?.status ?? null,
        purchase: pending ? purchaseView(context, pending) : null,
      };
    },
  });
  routes.schemas(Purchase);

  routes.get(path, {
    access: 'read',
    operationId: 'listPurchases',
    summary: 'List purchases that are not active yet',
    description:
      'What the marketplace lists as not activated, and subscriptions that are Pending here. A purchase whose buyer has not ' +
      'opened the landing page is found by the hourly comparison with the marketplace.',
    querystring: Type.Object({ ...sortedQuery(purchaseOrder), ...filters }),
    responses: { 200: countedPageResponse('Purchases.', Type.Ref('Purchase'), purchaseExample) },
    handle: ({ workspaceId, query }) => {
      const filter = { tenantId: query.tenantId, search: query.search?.trim() };
      return readSortedPage(query, {
        order: purchaseOrder,
        read: (page) => listPendingPurchases(database, workspaceId, { ...filter, ...page }),
        count: () => loadPendingPurchaseTotal(database, workspaceId, filter),
        viewOf: (purchase) => purchaseView(context, purchase),
      });
    },
  });

  routes.get(onePath, {
    access: 'read',
    operationId: 'readPurchase',
    summary: 'Read a purchase that is not active yet',
    params: onePurchase,
    responses: { 200: jsonResponse('The purchase.', Type.Ref('Purchase'), purchaseExample) },
    handle: async ({ workspaceId, params }) => {
      const found = await findPendingPurchase(database, workspaceId, params.marketplaceSubscriptionId);
      return found ? purchaseView(context, found) : refuseUnknown('marketplaceSubscriptionId', 'purchase');
    },
  });

  routes.post(`${onePath}/check`, {
    ...changeOf(checkPurchase),
    operationId: 'checkPurchase',
    summary: 'Compare a purchase with the marketplace now',
    description: 'A purchase that the marketplace has activated or ended gets that status here.',
  });

  routes.post(`${onePath}/activate`, {
    ...changeOf(activatePendingPurchase),
    operationId: 'activatePurchase',
    summary: 'Activate a purchase',
    description:
      'The marketplace begins to bill the buyer, and the subscription becomes Active. Safe to repeat.',
  });

  routes.post(`${onePath}/assign`, {
    ...changeOf(assignPurchase),
    operationId: 'assignPurchase',
    summary: 'Assign a purchase to a customer',
    description:
      'For a purchase that names its buyer by an account number alone: the tenant becomes its customer, as if the buyer had ' +
      'confirmed it on the landing page. Refused if another tenant is.',
    body: Type.Object({ tenantId: uuid }),
  });

  routes.post(`${onePath}/cancel`, {
    ...changeOf(cancelPendingPurchase),
    operationId: 'cancelPurchase',
    summary: 'Request the cancellation of a purchase',
    description:
      'The marketplace ends the purchase, which was never billed; the buyer can buy again. It stays in the list until the ' +
      'marketplace has ended it, mostly within a minute.',
  });
});
