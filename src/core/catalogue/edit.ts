import { isRefusal, type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { checkCeilings } from './ceilings.ts';
import { type CatalogueDefinition, checkCatalogue, checkStatuses } from './definition.ts';
import type { ProductEdit } from './product-edit.ts';

/** A pure function from a catalogue to the edited catalogue or a refusal, in steps: a catalogue can be large. */
export type CatalogueEdit = (catalogue: CatalogueDefinition) => Steps<CatalogueDefinition | Refusal>;

/** Validates an edited catalogue. Paths of issues are relative to the edited part `at`. */
export function* proposeCatalogue(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
  at = '',
): Steps<CatalogueDefinition | Refusal> {
  // Sizes first: the other checks are slow on an unbounded catalogue.
  const sizes = yield* checkCeilings(before, after);
  const issues =
    sizes.length > 0 ? sizes : [...(yield* checkCatalogue(after, before)), ...checkStatuses(before, after)];
  if (issues.length === 0) return after;
  const prefix = `${at}.`;
  return refuseInvalid(
    issues.map((issue) => {
      if (issue.path === at) return { ...issue, path: '' };
      return issue.path.startsWith(prefix) ? { ...issue, path: issue.path.slice(prefix.length) } : issue;
    }),
  );
}

/** The catalogue with one product edited. */
export const withProduct = (slug: string, edit: ProductEdit): CatalogueEdit =>
  function* (before) {
    const index = before.products.findIndex((product) => product.slug === slug);
    const product = before.products[index];
    if (!product) return refuse('product.not_found', { product: slug });
    const edited = edit(product);
    if (isRefusal(edited)) return edited;
    const products = before.products.flatMap((other) => {
      if (other !== product) return [other];
      return edited.product === null ? [] : [edited.product];
    });
    const at = edited.at === '' ? `products.${index}` : `products.${index}.${edited.at}`;
    return yield* proposeCatalogue(before, { ...before, products }, at);
  };

export const renameCategory = (slug: string, name: string): CatalogueEdit =>
  function* (before) {
    const index = before.categories.findIndex((category) => category.slug === slug);
    if (index < 0) return refuse('category.not_found', { category: slug });
    const categories = before.categories.map((category, place) =>
      place === index ? { slug, name } : category,
    );
    return yield* proposeCatalogue(before, { ...before, categories }, `categories.${index}`);
  };

export const removeCategory = (slug: string): CatalogueEdit =>
  function* (before) {
    if (!before.categories.some((category) => category.slug === slug)) {
      return refuse('category.not_found', { category: slug });
    }
    const products = before.products.filter(({ categories }) => categories.includes(slug));
    if (products.length > 0) {
      const slugs = products.map((product) => product.slug);
      return refuse('catalogue.category_in_use', { category: slug, products: slugs });
    }
    return { ...before, categories: before.categories.filter((category) => category.slug !== slug) };
  };
