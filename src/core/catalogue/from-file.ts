import type { CatalogueDefinition } from './definition.ts';
import { type CatalogueEdit, proposeCatalogue } from './edit.ts';
import type { ProductDefinition } from './product-definition.ts';

/**
 * The catalogue that a file describes. The file is the whole of it: of what it leaves out, drafts are removed, and what
 * was published is archived, because tenants may hold it. What archived things still need (their edition, their
 * categories) stays with them.
 */
export const fromFile =
  (file: CatalogueDefinition): CatalogueEdit =>
  (before) => {
    const named = file.products.map((product) => {
      const was = before.products.find(({ slug }) => slug === product.slug);
      return was ? withArchivedPlans(product, was) : product;
    });
    const products = [...named, ...archived(leftOut(before.products, file.products))];
    const used = new Set(products.flatMap(({ categories }) => categories));
    const categories = [
      ...file.categories,
      ...leftOut(before.categories, file.categories).filter(({ slug }) => used.has(slug)),
    ];
    return proposeCatalogue(before, { categories, products });
  };

function withArchivedPlans(product: ProductDefinition, was: ProductDefinition): ProductDefinition {
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
