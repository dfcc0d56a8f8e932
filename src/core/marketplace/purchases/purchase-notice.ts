import type { Notice } from '../../workspaces/notice.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';

/** A failure to complete a purchase that the partner has to fix. */
export interface PurchaseFailure {
  readonly connectionId: string;
  /** Null if the purchase could not be read. */
  readonly purchase: Pick<MarketplaceSubscription, 'id' | 'offerId' | 'planId' | 'beneficiary'> | null;
  readonly cause:
    | 'PlanNotMapped'
    | 'BeneficiaryMissing'
    | 'ActivationFailed'
    | 'ConnectionRefused'
    | 'Unclear';
  readonly reason: string;
}

/**
 * One notice for each purchase and cause. If the purchase is unknown, one a day for the connection: any visitor can send
 * a token that the marketplace refuses.
 */
export function noticeOfPurchase(
  { connectionId, purchase, cause, reason }: PurchaseFailure,
  now: Date,
): Notice {
  const day = now.toISOString().slice(0, 10);
  return {
    kind: 'PurchaseNotActivated',
    key: purchase ? `${purchase.id} ${cause}` : `${connectionId} ${cause} ${day}`,
    facts: {
      cause,
      reason,
      connectionId,
      marketplaceSubscriptionId: purchase?.id ?? '',
      offerId: purchase?.offerId ?? '',
      planId: purchase?.planId ?? '',
      customer: purchase?.beneficiary?.email ?? purchase?.beneficiary?.tenantId ?? 'A customer',
    },
  };
}

interface WaitingPurchase {
  readonly marketplaceSubscriptionId: string;
  readonly sourceName: string;
  readonly boughtAt: Date;
  readonly organisation: { readonly name: string } | null;
  readonly buyerEmail: string | null;
  readonly tenantId: string | null;
  readonly product: { readonly name: string } | null;
  readonly plan: { readonly name: string } | null;
  readonly offerId: string | null;
  readonly planId: string | null;
}

/** One notice for each purchase, whatever its reason becomes later. */
export function noticeOfWaitingPurchase(
  purchase: WaitingPurchase,
  { reason, text }: { readonly reason: string; readonly text: string },
): Notice {
  const { marketplaceSubscriptionId, sourceName, boughtAt, organisation, buyerEmail, tenantId } = purchase;
  const { product, plan, offerId, planId } = purchase;
  const bought =
    product && plan ? `${product.name}, ${plan.name}` : `${planId ?? ''} of the offer ${offerId ?? ''}`;
  return {
    kind: 'PurchaseWaiting',
    key: marketplaceSubscriptionId,
    facts: {
      cause: reason,
      reason: text,
      marketplaceSubscriptionId,
      sourceName,
      bought,
      boughtAt: boughtAt.toISOString(),
      customer: organisation?.name ?? buyerEmail ?? tenantId ?? 'A customer',
    },
  };
}
