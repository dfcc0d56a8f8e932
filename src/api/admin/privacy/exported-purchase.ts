import { Type } from 'typebox';
import type { PendingPurchase } from '../../../storage/marketplace/pending-purchases.ts';
import { Purchase, purchaseExample } from '../marketplace/purchase-view.ts';

/** What is stored of a purchase; not its explanation, nor the link for the buyer. */
const exported = [
  'marketplaceSubscriptionId',
  'subscriptionId',
  'boughtAt',
  'buyerEmail',
  'quantity',
  'offerId',
  'planId',
  'openedAt',
  'failedAt',
  'comparedAt',
] as const;

const exportedOf = (purchase: Readonly<Record<(typeof exported)[number], unknown>>) =>
  Object.fromEntries(exported.map((member) => [member, purchase[member]]));

export const ExportedPurchase = Type.Pick(Purchase, [...exported]);

export const exportedPurchaseExample = exportedOf(purchaseExample);

export const exportedPurchase = (purchase: PendingPurchase) =>
  exportedOf({ ...purchase, failedAt: purchase.failure?.at ?? null });
