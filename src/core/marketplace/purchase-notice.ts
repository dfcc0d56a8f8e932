import type { Notice } from '../workspaces/notice.ts';
import type { MarketplaceSubscription } from './fulfilment.ts';

/** What keeps a customer from completing a purchase, where it is the partner's matter. */
export interface PurchaseFailure {
  readonly connectionId: string;
  /** Null when it could not even be looked at. */
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
 * One notice for each purchase and cause, however often the customer tries. Where the purchase is not known it is one a
 * day for the connection: any visitor can bring a token that the marketplace does not let us look at.
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
