import type { Subscription } from '../../subscriptions/subscription.ts';
import type { MarketplaceOperation, MarketplaceStatus } from '../fulfilment-service.ts';
import type { ReceivedNotification } from './notification.ts';

/** The state that a succeeded operation implies. Null: not affected. */
export interface ExpectedChange {
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly status: MarketplaceStatus | null;
  /** After a renewal the term must end later than this. */
  readonly termEndsAfter: Date | null;
  /** An end is final, so it is applied without waiting for a read that shows it. */
  readonly hasEnded: boolean;
}

export const nothingExpected: ExpectedChange = {
  planId: null,
  quantity: null,
  status: null,
  termEndsAfter: null,
  hasEnded: false,
};

/**
 * The effect of each action of the marketplace, once its operation has succeeded:
 *
 * | action | effect at the marketplace | moves here (`alignment.ts`) |
 * |---|---|---|
 * | Subscribe | Subscribed | activate |
 * | ChangePlan | the new plan | change the plan |
 * | ChangeQuantity | the new quantity | change the quantity |
 * | Renew | a later end of the term | renew |
 * | Suspend | Suspended | suspend |
 * | Reinstate | Subscribed | reinstate |
 * | Unsubscribe | Unsubscribed, which is final | cancel now |
 *
 * A renewal does not name the new term: it must end later than the known one, unless the subscription was changed after
 * the operation and may already have it.
 */
export function expectedAfter(
  operation: Pick<MarketplaceOperation, 'action' | 'planId' | 'quantity' | 'at'>,
  notification: Pick<ReceivedNotification, 'planId' | 'quantity'>,
  local: Pick<Subscription, 'validUntil' | 'changedAt'> | null,
): ExpectedChange {
  switch (operation.action) {
    case 'ChangePlan':
      return { ...nothingExpected, planId: operation.planId ?? notification.planId };
    case 'ChangeQuantity':
      return { ...nothingExpected, quantity: operation.quantity ?? notification.quantity };
    case 'Suspend':
      return { ...nothingExpected, status: 'Suspended' };
    case 'Subscribe':
    case 'Reinstate':
      return { ...nothingExpected, status: 'Subscribed' };
    case 'Unsubscribe':
      return { ...nothingExpected, status: 'Unsubscribed', hasEnded: true };
    case 'Renew': {
      const isOlder = local !== null && (operation.at === null || local.changedAt < operation.at);
      return { ...nothingExpected, termEndsAfter: isOlder ? local.validUntil : null };
    }
    case null:
      return nothingExpected;
  }
}
