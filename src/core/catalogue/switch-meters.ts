import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { type MarketplaceMapping, type MeterDimension, meterOfDimension } from './catalogue.ts';
import { type CatalogueDefinition, mappingName } from './definition.ts';
import { switchMeter } from './meter-switch.ts';
import type { ProductDefinition } from './product-definition.ts';

/** An edited catalogue with the switches of its meters dated, or the refusal of switches that are too early. */
export function* switchMeters(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
  now: Date,
): Steps<CatalogueDefinition | Refusal> {
  const issues: ValidationIssue[] = [];
  const unchanged = new Set(before.products);
  const mappings = before.products.flatMap(({ plans }) => plans.flatMap(({ marketplace }) => marketplace));
  const byId = new Map(
    mappings.flatMap((mapping) => (mapping.mappingId ? [[mapping.mappingId, mapping]] : [])),
  );
  const byName = new Map(mappings.map((mapping) => [mappingName(mapping), mapping]));
  const storedMapping = (mapping: MarketplaceMapping) =>
    (mapping.mappingId ? byId.get(mapping.mappingId) : undefined) ?? byName.get(mappingName(mapping));

  const switched = (mapping: MarketplaceMapping, path: string): MarketplaceMapping => {
    const stored = new Map(storedMapping(mapping)?.dimensions.map((dimension) => [dimension.id, dimension]));
    const dimensions = mapping.dimensions.map((dimension, index): MeterDimension => {
      const was = stored.get(dimension.id);
      if (!was) return { ...dimension, previous: null };
      const current = { current: meterOfDimension(was), previous: was.previous ?? null };
      const meter = switchMeter(current, meterOfDimension(dimension), now);
      if ('previous' in meter) return { ...dimension, previous: meter.previous };
      issues.push({ ...meter, path: `${path}.dimensions.${index}.${meter.path}` });
      return dimension;
    });
    return { ...mapping, dimensions };
  };
  const products: ProductDefinition[] = [];
  for (const [productIndex, product] of after.products.entries()) {
    if (unchanged.has(product)) {
      products.push(product);
      continue;
    }
    const plans = product.plans.map((plan, planIndex) => ({
      ...plan,
      marketplace: plan.marketplace.map((mapping, index) =>
        switched(mapping, `products.${productIndex}.plans.${planIndex}.marketplace.${index}`),
      ),
    }));
    products.push({ ...product, plans });
    yield;
  }
  return issues.length > 0 ? refuseInvalid(issues) : { ...after, products };
}
