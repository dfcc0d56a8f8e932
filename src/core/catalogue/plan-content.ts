import type { Edition, LicenceModel, MarketplaceMapping, Plan } from './catalogue.ts';

/** An offer of a marketplace, by its connection. */
export interface MarketplaceOffer {
  readonly sourceName: string;
  readonly offerId: string;
}

/** The part of a plan that entitlements are made of; stored for every revision. */
export interface PlanContent {
  readonly slug: string;
  readonly name: string;
  readonly edition: Edition;
  readonly licenceModel: LicenceModel;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
  /** The first marketplace mapping by name. */
  readonly marketplace: MarketplaceOffer | null;
  /** Other offers under which the plan is sold, by name; absent without any. */
  readonly otherMarketplaces?: readonly MarketplaceOffer[];
  /** The identity provider's name for the plan; null if it is not mapped. */
  readonly serviceIdentifier: string | null;
}

export function planContent(
  plan: Pick<
    Plan,
    'slug' | 'name' | 'licenceModel' | 'capabilities' | 'limits' | 'serviceIdentifier' | 'marketplace'
  >,
  { slug, name, rank }: Edition,
): PlanContent {
  const [marketplace = null, ...others] = offersOf(plan.marketplace);
  return {
    slug: plan.slug,
    name: plan.name,
    edition: { slug, name, rank },
    licenceModel: plan.licenceModel,
    capabilities: plan.capabilities,
    limits: plan.limits,
    serviceIdentifier: plan.serviceIdentifier,
    marketplace,
    ...(others.length > 0 && { otherMarketplaces: others }),
  };
}

/** Each offer once, by name. */
function offersOf(mappings: readonly MarketplaceMapping[]): readonly MarketplaceOffer[] {
  const offers = new Map<string, MarketplaceOffer>();
  for (const { sourceName, offerId } of mappings.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    offers.set(JSON.stringify([sourceName, offerId]), { sourceName, offerId });
  }
  return [...offers.values()];
}

/** The sort key of a mapping, so that the order of the file does not matter. */
function nameOf({ sourceName, offerId, planId }: MarketplaceMapping): string {
  return [sourceName, offerId, planId].join('\u0000');
}

/** Compares contents, ignoring the order of capabilities and limits. */
export function isSameContent(one: PlanContent, other: PlanContent): boolean {
  const text = ({
    capabilities,
    limits,
    slug,
    name,
    edition,
    licenceModel,
    serviceIdentifier,
    marketplace,
    otherMarketplaces = [],
  }: PlanContent) =>
    JSON.stringify([
      [slug, name, licenceModel, serviceIdentifier],
      [edition.slug, edition.name, edition.rank],
      [marketplace, ...otherMarketplaces].map((offer) => offer && [offer.sourceName, offer.offerId]),
      byName(capabilities),
      byName(limits),
    ]);
  return text(one) === text(other);
}

function byName<Value>(values: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}
