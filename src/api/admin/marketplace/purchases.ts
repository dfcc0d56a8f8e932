import { Type } from 'typebox';
import { openConnection } from '../../../actions/marketplace/account.ts';
import {
  activatePendingPurchase,
  type CheckedPurchase,
  checkPurchase,
} from '../../../actions/marketplace/check-purchase.ts';
import { purchaseSorts } from '../../../core/marketplace/pending-purchase.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { readTimestamp } from '../../../core/timestamp.ts';
import {
  findPendingPurchase,
  listPendingPurchases,
  loadPendingPurchaseTotal,
  type PurchaseKey,
} from '../../../storage/marketplace/pending-purchases.ts';
import { answer } from '../../schemas.ts';
import { countedPageAnswer, pageQuery, readAfter, readPage, sortedAfter, sortedBy } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { Purchase, purchaseExample, purchaseView } from './purchase-view.ts';

const path = '/workspaces/:workspaceId/purchases';
const onePath = `${path}/:marketplaceSubscriptionId`;
const onePurchase = Type.Object({
  workspaceId: uuid,
  marketplaceSubscriptionId: Type.String({ minLength: 1, maxLength: 100 }),
});

const cursorOf = ({ boughtAt, marketplaceSubscriptionId }: PurchaseKey) =>
  `${boughtAt.toISOString()}_${marketplaceSubscriptionId}`;

/** An id of the marketplace may contain anything; the time before it does not contain `_`. */
function readCursor(text: string): PurchaseKey | undefined {
  const [time = '', ...rest] = text.split('_');
  const boughtAt = readTimestamp(time);
  const marketplaceSubscriptionId = rest.join('_');
  return boughtAt && marketplaceSubscriptionId !== '' ? { boughtAt, marketplaceSubscriptionId } : undefined;
}

const resultExample = {
  comparedAt: '2026-11-15T10:00:00.000Z',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  status: 'Active',
  purchase: null,
};
const result = answer(
  'The purchase after it.',
  Type.Object({
    comparedAt: instant,
    subscriptionId: Type.Unsafe<string | null>({
      ...nullable.uuid,
      description: 'The subscription here; null if there is none.',
    }),
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

/** The purchases that are not active yet. */
export const purchaseRoutes = adminRoutes((routes, context) => {
  const { database, encryptionKey, fulfilment } = context;
  const access = {
    fulfilment,
    open: (source: Parameters<typeof openConnection>[1]) => openConnection(database, source, encryptionKey),
  };
  const find = (workspaceId: string, id: string) => findPendingPurchase(context.writes, workspaceId, id);
  const resultOf = async (workspaceId: string, id: string, done: CheckedPurchase | Refusal) => {
    if (isRefusal(done)) return done;
    const { subscription } = done;
    const pending = await find(workspaceId, id);
    return {
      comparedAt: context.clock.now(),
      subscriptionId: subscription?.subscriptionId ?? null,
      status: subscription?.status ?? null,
      purchase: pending ? purchaseView(context, pending) : null,
    };
  };
  routes.schemas(Purchase);

  routes.get(path, {
    access: 'read',
    operationId: 'listPurchases',
    summary: 'List purchases that are not active yet',
    description:
      'What the marketplace lists as not activated, and subscriptions that are Pending here. A purchase whose buyer has not ' +
      'opened the landing page is found by the hourly comparison with the marketplace.',
    tags: ['Marketplace'],
    querystring: Type.Object({ ...pageQuery, after: sortedAfter, sort: sortedBy(purchaseSorts, 'boughtAt') }),
    answers: { 200: countedPageAnswer('Purchases.', Type.Ref('Purchase'), purchaseExample) },
    handle: async ({ workspaceId, query }) => {
      const { sort } = query;
      const after = readAfter(query.after, readCursor);
      if (isRefusal(after)) return after;
      const [page, total] = await Promise.all([
        readPage(
          query,
          (limit) => listPendingPurchases(database, workspaceId, { sort, after, limit }),
          cursorOf,
          (purchase) => purchaseView(context, purchase),
        ),
        loadPendingPurchaseTotal(database, workspaceId),
      ]);
      return { ...page, total };
    },
  });

  routes.get(onePath, {
    access: 'read',
    operationId: 'readPurchase',
    summary: 'Read a purchase that is not active yet',
    tags: ['Marketplace'],
    params: onePurchase,
    answers: { 200: answer('The purchase.', Type.Ref('Purchase'), purchaseExample) },
    handle: async ({ workspaceId, params }) => {
      const found = await findPendingPurchase(database, workspaceId, params.marketplaceSubscriptionId);
      return found ? purchaseView(context, found) : refuseUnknown('marketplaceSubscriptionId', 'purchase');
    },
  });

  routes.post(`${onePath}/check`, {
    access: 'change:subscriptions',
    operationId: 'checkPurchase',
    summary: 'Compare a purchase with the marketplace now',
    description: 'A purchase that is active or over at the marketplace becomes so here.',
    tags: ['Marketplace'],
    params: onePurchase,
    answers: { 200: result },
    refusals: [
      'marketplace.change_refused',
      'marketplace.plan_not_mapped',
      'marketplace.beneficiary_missing',
    ],
    handle: async (request) => {
      const { workspaceId, params } = request;
      const key = { workspaceId, marketplaceSubscriptionId: params.marketplaceSubscriptionId };
      const checked = await checkPurchase(() => request.action, access, key);
      return resultOf(workspaceId, params.marketplaceSubscriptionId, checked);
    },
  });

  routes.post(`${onePath}/activate`, {
    access: 'change:subscriptions',
    operationId: 'activatePurchase',
    summary: 'Activate a purchase',
    description:
      'The marketplace begins to bill the buyer, and the subscription becomes Active. Safe to repeat.',
    tags: ['Marketplace'],
    params: onePurchase,
    answers: { 200: result },
    refusals: [
      'marketplace.change_refused',
      'marketplace.plan_not_mapped',
      'marketplace.beneficiary_missing',
    ],
    handle: async (request) => {
      const { workspaceId, params } = request;
      const key = { workspaceId, marketplaceSubscriptionId: params.marketplaceSubscriptionId };
      const activated = await activatePendingPurchase(() => request.action, access, key);
      return resultOf(workspaceId, params.marketplaceSubscriptionId, activated);
    },
  });
});
