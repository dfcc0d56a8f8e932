import type { MarketplacePlan, MarketplaceSubscription } from '../fulfilment-service.ts';

/** A dimension to import; what is unknown is null. */
export interface ImportedDimension {
  readonly id: string;
  readonly name: string | null;
  readonly unit: string | null;
}

/** A plan of an offer to import. */
export interface ImportedPlan {
  readonly planId: string;
  readonly name: string | null;
  readonly isPerSeat: boolean;
  readonly dimensions: readonly ImportedDimension[];
}

/** An offer of the marketplace to import; the marketplace's API has no names of offers. */
export interface ImportedOffer {
  readonly offerId: string;
  readonly name: string | null;
  readonly plans: readonly ImportedPlan[];
}

export interface ListedPlans {
  readonly offerId: string;
  readonly plans: readonly MarketplacePlan[];
}

/**
 * Every offer and plan that is known from an export, listed by the marketplace, or sold. The marketplace's facts win. A
 * private plan is listed only through a subscription that may have it, so a sold plan need not be listed. A plan that is no
 * longer for sale counts only if it is sold or exported.
 */
export function mergeOffers(
  exported: readonly ImportedOffer[],
  listed: readonly ListedPlans[],
  sold: readonly Pick<MarketplaceSubscription, 'offerId' | 'planId' | 'quantity'>[],
): readonly ImportedOffer[] {
  const offers = new Map<string, { name: string | null; plans: Map<string, ImportedPlan> }>();
  const offerOf = (offerId: string) => {
    const offer = offers.get(offerId) ?? { name: null, plans: new Map() };
    offers.set(offerId, offer);
    return offer;
  };
  for (const { offerId, name, plans } of exported) {
    const offer = offerOf(offerId);
    offer.name ??= name;
    for (const plan of plans) offer.plans.set(plan.planId, plan);
  }
  const soldNames = new Set(sold.map(nameOf));
  for (const { offerId, plans } of listed) {
    const offer = offerOf(offerId);
    for (const plan of plans) {
      const isWanted = !plan.isStopSell || offer.plans.has(plan.planId);
      if (!isWanted && !soldNames.has(nameOf({ offerId, planId: plan.planId }))) continue;
      offer.plans.set(plan.planId, withListed(plan, offer.plans.get(plan.planId)));
    }
  }
  for (const { offerId, planId, quantity } of sold) {
    const { plans } = offerOf(offerId);
    if (plans.has(planId)) continue;
    plans.set(planId, { planId, name: null, isPerSeat: quantity !== null, dimensions: [] });
  }
  return [...offers].map(([offerId, { name, plans }]) => ({ offerId, name, plans: [...plans.values()] }));
}

function nameOf({ offerId, planId }: { readonly offerId: string; readonly planId: string }): string {
  return JSON.stringify([offerId, planId]);
}

function withListed(listed: MarketplacePlan, exported: ImportedPlan | undefined): ImportedPlan {
  const known = new Set(listed.dimensions.map(({ id }) => id));
  return {
    planId: listed.planId,
    name: listed.displayName || (exported?.name ?? null),
    isPerSeat: listed.isPricePerSeat,
    dimensions: [
      ...listed.dimensions.map(({ id, displayName, unitOfMeasure }) => ({
        id,
        name: displayName || null,
        unit: unitOfMeasure || null,
      })),
      ...(exported?.dimensions ?? []).filter(({ id }) => !known.has(id)),
    ],
  };
}
