import type { Notice } from '../workspaces/notice.ts';
import type { MarketplaceSubscription } from './fulfilment-service.ts';

/** A failure to complete a purchase that the partner has to fix. */
export interface PurchaseFailure {
  readonly connectionId: string;
  /** Null if the purchase could not be read. */
  readonly purchase: MarketplaceSubscription | null;
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
