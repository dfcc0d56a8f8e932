import type { CatalogueDefinition } from './definition.ts';
import { type CatalogueEdit, proposeCatalogue } from './edit.ts';
import type { ProductDefinition } from './product-definition.ts';

/**
 * Replaces the catalogue by a file. Omitted drafts are removed; omitted published items are archived, because tenants
 * may have them. The edition and the categories of an archived item stay.
 */
export const fromFile = (file: CatalogueDefinition): CatalogueEdit =>
  function* (before) {
    const bySlug = new Map(before.products.map((product) => [product.slug, product]));
    const named: ProductDefinition[] = [];
    for (const product of file.products) {
      const was = bySlug.get(product.slug);
      named.push(was ? withArchivedPlans(product, was) : product);
      yield;
    }
    const products = [...named, ...archived(leftOut(before.products, file.products))];
    const used = new Set(products.flatMap(({ categories }) => categories));
    const categories = [
      ...file.categories,
      ...leftOut(before.categories, file.categories).filter(({ slug }) => used.has(slug)),
    ];
    return yield* proposeCatalogue(before, { categories, products });
  };

/** The product with the published plans that it leaves out, archived, and their editions. */
export function withArchivedPlans(product: ProductDefinition, was: ProductDefinition): ProductDefinition {
  const plans = [...product.plans, ...archived(leftOut(was.plans, product.plans))];
  const used = new Set(plans.map(({ edition }) => edition));
  const editions = leftOut(was.editions, product.editions).filter(({ slug }) => used.has(slug));
  return { ...product, plans, editions: [...product.editions, ...editions] };
}

function archived<Item extends Pick<ProductDefinition, 'status'>>(items: readonly Item[]): readonly Item[] {
  return items.filter(({ status }) => status !== 'Draft').map((item) => ({ ...item, status: 'Archived' }));
}

function leftOut<Item extends { readonly slug: string }>(
  before: readonly Item[],
  file: readonly Item[],
): readonly Item[] {
  const named = new Set(file.map(({ slug }) => slug));
  return before.filter(({ slug }) => !named.has(slug));
}
