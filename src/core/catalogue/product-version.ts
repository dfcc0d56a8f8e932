import { type MarketplaceMapping, meterOfDimension, type Plan } from './catalogue.ts';
import { canonicalLabels, noLabels } from './labels.ts';
import type { ProductDefinition } from './product-definition.ts';

/** The number of versions that are kept of each product. */
export const maxProductVersions = 100;

/** The tenants whose entitlement a change altered. */
export interface AffectedTenants {
  readonly count: number;
  /** The first of them. */
  readonly tenantIds: readonly string[];
}

/** As many as an impact preview lists. */
export const maxAffectedTenants = 20;

/** The product as a version has it: without ids but those of mappings, and without the switches of its meters. */
export function versionOf(product: ProductDefinition): ProductDefinition {
  const { slug, name, status, types, categories, labels = noLabels } = product;
  const { applicationUrl = null, supportContact = null, accentColour = null } = product;
  return {
    slug,
    name,
    status,
    types,
    categories,
    applicationUrl,
    supportContact,
    accentColour,
    labels: canonicalLabels(labels),
    editions: product.editions.map((edition) => ({
      slug: edition.slug,
      name: edition.name,
      rank: edition.rank,
    })),
    plans: product.plans.map(planVersion),
  };
}

function planVersion(plan: Plan): Plan {
  const { slug, name, status, edition, licenceModel, billingModel, serviceIdentifier } = plan;
  const { capabilities, limits, marketplace } = plan;
  return {
    slug,
    name,
    status,
    edition,
    licenceModel,
    billingModel,
    serviceIdentifier,
    capabilities,
    limits,
    marketplace: marketplace.map(mappingVersion),
  };
}

function mappingVersion({ mappingId, sourceName, offerId, planId, dimensions }: MarketplaceMapping) {
  return {
    ...(mappingId !== undefined && { mappingId }),
    sourceName,
    offerId,
    planId,
    dimensions: dimensions.map((dimension) => ({
      id: dimension.id,
      name: dimension.name,
      unit: dimension.unit,
      ...meterOfDimension(dimension),
    })),
  };
}
