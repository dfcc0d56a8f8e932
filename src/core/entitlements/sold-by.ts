import { defaultKind, kindOfId, type MarketplaceKind } from '../catalogue/marketplace-kind.ts';
import type { MarketplaceOffer } from '../catalogue/plan-content.ts';
import type { ConnectionKind, SubscribedPlan } from './in-force.ts';

/** The offer that was bought, with the marketplace of its connection. */
export interface SoldBy extends MarketplaceOffer {
  readonly kind: MarketplaceKind;
}

/**
 * The offer under which a subscription was bought. Where its licence does not name it, it is the plan's first one at the
 * marketplace whose id the subscription has. Null for a subscription that was sold directly, even if the plan is also on a marketplace.
 *
 * @param marketplaces The connections of other kinds than the default one.
 */
export function marketplaceOf(
  { subscription, plan, sold }: SubscribedPlan,
  marketplaces: readonly ConnectionKind[] = [],
): SoldBy | null {
  if (subscription.source !== 'Marketplace') return null;
  const own = kindOfId(subscription.marketplaceSubscriptionId);
  if (sold) return { sourceName: sold.sourceName, offerId: sold.offerId, kind: own };
  if (plan.marketplace === null) return null;
  const offers = [plan.marketplace, ...(plan.otherMarketplaces ?? [])].map(({ sourceName, offerId }) => ({
    sourceName,
    offerId,
    kind: marketplaces.find((each) => each.sourceName === sourceName)?.kind ?? defaultKind,
  }));
  return offers.find(({ kind }) => kind === own) ?? offers[0] ?? null;
}
