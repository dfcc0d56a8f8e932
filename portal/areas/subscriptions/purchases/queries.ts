import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type Purchase = Schemas['Purchase'];
export type PurchaseFilter = NonNullable<operations['listPurchases']['parameters']['query']>;
export type PurchaseResult = operations['checkPurchase']['responses']['200']['content']['application/json'];

const purchasesPath = '/api/admin/v1/workspaces/{workspaceId}/purchases' as const;
export const purchasePath = `${purchasesPath}/{marketplaceSubscriptionId}` as const;

export const purchasesKey = (workspaceId: string) => workspaceKey(workspaceId, 'purchases');

export function purchasesQuery(workspaceId: string, filter: PurchaseFilter) {
  return queryOptions({
    queryKey: [...purchasesKey(workspaceId), filter],
    queryFn: () => dataOf(api.GET(purchasesPath, { params: { path: { workspaceId }, query: filter } })),
    placeholderData: keepPreviousData,
  });
}

export function purchaseQuery(workspaceId: string, marketplaceSubscriptionId: string) {
  return queryOptions({
    queryKey: [...purchasesKey(workspaceId), 'one', marketplaceSubscriptionId],
    queryFn: () =>
      dataOf(api.GET(purchasePath, { params: { path: { workspaceId, marketplaceSubscriptionId } } })),
    refetchInterval: 10_000,
  });
}

/** The customer's name, or the best that is known of them. */
export const buyerOf = ({ organisation, buyerEmail, tenantId, account }: Purchase) =>
  organisation?.name ?? buyerEmail ?? tenantId ?? (account === null ? 'Unknown buyer' : `Account ${account}`);

/** What a copied link is for; without a named customer, whoever confirms first is it. */
export const linkCopied = ({ canAssign }: Purchase) =>
  canAssign
    ? 'Link copied. The organisation that confirms with it becomes the customer.'
    : 'Link copied. Only a user of the buyer’s organisation can confirm with it.';

/** The product and plan, or the ids at the marketplace while the plan is not mapped. */
export const boughtOf = ({ product, plan, offerId, planId }: Purchase) =>
  product && plan
    ? { product: product.name, plan: plan.name }
    : { product: offerId ?? 'Unknown offer', plan: planId ?? 'Unknown plan' };

/** Opens the person's mail program with a mail to the buyer. */
export function mailToBuyer(purchase: Purchase, seller: string): string {
  const { product } = boughtOf(purchase);
  const subject = `Your purchase of ${product} is not active yet`;
  const body = [
    'Hello,',
    `your purchase of ${product} is not active yet. Please open this page, sign in with your work account, and confirm:`,
    purchase.landingLink,
    'The link is valid for 14 days.',
    seller,
  ].join('\n\n');
  const to = encodeURIComponent(purchase.buyerEmail ?? '');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
