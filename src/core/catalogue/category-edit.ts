import { refuse } from '../refusal.ts';
import { type CatalogueEdit, proposeCatalogue } from './edit.ts';

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
