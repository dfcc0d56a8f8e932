import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import { type CheckedPurchase, findSource, ownSubscription, type PurchaseKey } from './check-purchase.ts';
import {
  cancellation,
  type MarketplaceAccess,
  requestMarketplaceChange,
  startChange,
} from './request-change.ts';

/**
 * Requests the end of a pending purchase at the marketplace, where nothing has been billed yet. It leaves the list when the
 * marketplace has ended it.
 */
export async function cancelPendingPurchase(
  context: () => ActionContext,
  access: MarketplaceAccess,
  key: PurchaseKey,
): Promise<CheckedPurchase | Refusal> {
  const { workspaceId, marketplaceSubscriptionId } = key;
  const source = await findSource(context(), key);
  if (isRefusal(source)) return source;
  const own = await ownSubscription(context(), key);
  if (!source) return { subscription: own };
  const requested = own
    ? await requestMarketplaceChange(context, access, workspaceId, own.subscriptionId, { type: 'cancel' })
    : await startChange(context, access.fulfilment, {
        source,
        connection: await access.open(source),
        marketplaceSubscriptionId,
        change: cancellation,
        audited: (operationId) => ({
          action: 'purchase.cancellation_requested',
          subject: { kind: 'MarketplaceConnection', id: source.connectionId },
          before: null,
          after: { sourceName: source.sourceName, marketplaceSubscriptionId, operationId },
        }),
      });
  return isRefusal(requested) ? requested : { subscription: own };
}
