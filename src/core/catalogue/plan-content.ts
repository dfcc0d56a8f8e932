import type { Edition, LicenceModel, MarketplaceMapping, Plan } from './catalogue.ts';

/** The content of a plan, as it is in the catalogue at the time of the question. */
export interface PlanContent {
  readonly slug: string;
  readonly name: string;
  readonly edition: Edition;
  readonly licenceModel: LicenceModel;
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** Where it is sold: the mapping that leads from the marketplace's offer to this plan. */
  readonly marketplace: { readonly sourceName: string; readonly offerId: string } | null;
  /** The identity provider's name for it; null when nobody has mapped it. */
  readonly serviceIdentifier: string | null;
}

/** What a plan gives those who hold it: the part of it that entitlement answers are made of, kept for every revision. */
export function planContent(
  plan: Pick<Plan, 'slug' | 'name' | 'licenceModel' | 'capabilities' | 'serviceIdentifier' | 'marketplace'>,
  { slug, name, rank }: Edition,
): PlanContent {
  const [mapping] = [...plan.marketplace].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return {
    slug: plan.slug,
    name: plan.name,
    edition: { slug, name, rank },
    licenceModel: plan.licenceModel,
    capabilities: plan.capabilities,
    serviceIdentifier: plan.serviceIdentifier,
    marketplace: mapping ? { sourceName: mapping.sourceName, offerId: mapping.offerId } : null,
  };
}

/** Of several mappings the first by name is told, in whatever order they were written down. */
function nameOf({ sourceName, offerId, planId }: MarketplaceMapping): string {
  return [sourceName, offerId, planId].join('\u0000');
}

/** Whether two say the same, in whatever order their capabilities are named. */
export function isSameContent(one: PlanContent, other: PlanContent): boolean {
  const text = ({
    capabilities,
    slug,
    name,
    edition,
    licenceModel,
    serviceIdentifier,
    marketplace,
  }: PlanContent) =>
    JSON.stringify([
      [slug, name, licenceModel, serviceIdentifier],
      [edition.slug, edition.name, edition.rank],
      marketplace && [marketplace.sourceName, marketplace.offerId],
      Object.entries(capabilities).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return text(one) === text(other);
}
