import { isSlug } from '../identifiers.ts';
import type { ValidationIssue } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isName, nameMessage } from '../values/text.ts';
import type { Category, MarketplaceMapping, Product, PublicationStatus } from './catalogue.ts';
import {
  checkProductDefinition,
  type ProductDefinition,
  repeats,
  slugMessage,
} from './product-definition.ts';

/** The whole catalogue of a workspace, with references by slug. */
export interface CatalogueDefinition {
  readonly categories: readonly Category[];
  readonly products: readonly ProductDefinition[];
}

type WholeProduct = Product &
  Pick<ProductDefinition, 'applicationUrl' | 'supportContact' | 'accentColour' | 'labels'>;

/** The definition of a stored catalogue. */
export function asDefined({
  categories,
  products,
}: {
  readonly categories: readonly Category[];
  readonly products: readonly WholeProduct[];
}): CatalogueDefinition {
  return { categories, products: products.map(definitionOf) };
}

export function definitionOf(product: WholeProduct): ProductDefinition {
  return { ...product, categories: product.categories.map(({ slug }) => slug) };
}

/** The key by which a purchase finds its plan; unique in a catalogue. */
export function mappingName({ sourceName, offerId, planId }: MarketplaceMapping): string {
  return JSON.stringify([sourceName, offerId, planId]);
}

/** The allowed status changes. A published item never becomes a draft again. */
export const nextStatuses: Readonly<Record<PublicationStatus, readonly PublicationStatus[]>> = {
  Draft: ['Published', 'Archived'],
  Published: ['Archived'],
  Archived: ['Published'],
};

/**
 * Checks every product, unique slugs, the categories of products, and unique marketplace mappings. Products that are
 * unchanged since `before` are skipped.
 */
export function* checkCatalogue(
  catalogue: CatalogueDefinition,
  before?: CatalogueDefinition,
): Steps<readonly ValidationIssue[]> {
  const issues: ValidationIssue[] = [];
  const unchanged = new Set(before?.products);
  const categories = new Set(catalogue.categories.map(({ slug }) => slug));
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  for (const [index, category] of catalogue.categories.entries()) {
    if (!isSlug(category.slug)) complain(`categories.${index}.slug`, 'slug', slugMessage);
    if (!isName(category.name)) complain(`categories.${index}.name`, 'name', nameMessage());
  }
  for (const index of repeats(catalogue.categories, ({ slug }) => slug)) {
    complain(`categories.${index}.slug`, 'unique', 'belongs to another category of the workspace');
  }
  for (const [index, product] of catalogue.products.entries()) {
    for (const issue of unchanged.has(product) ? [] : yield* checkProductDefinition(product)) {
      issues.push({ ...issue, path: `products.${index}.${issue.path}` });
    }
    for (const [place, slug] of product.categories.entries()) {
      if (categories.has(slug)) continue;
      complain(`products.${index}.categories.${place}`, 'reference', 'is not a category of the workspace');
    }
  }
  for (const index of repeats(catalogue.products, ({ slug }) => slug)) {
    complain(`products.${index}.slug`, 'unique', 'belongs to another product of the workspace');
  }
  const planOfMapping = new Map<string, string>();
  for (const [productIndex, product] of catalogue.products.entries()) {
    for (const [planIndex, { slug, marketplace }] of product.plans.entries()) {
      const plan = `${product.slug}/${slug}`;
      for (const [index, mapping] of marketplace.entries()) {
        const name = mappingName(mapping);
        const first = planOfMapping.get(name);
        if (first === undefined) planOfMapping.set(name, plan);
        else {
          const path = `products.${productIndex}.plans.${planIndex}.marketplace.${index}`;
          complain(path, 'unique', `must be mapped to one plan, not to both ${first} and ${plan}`);
        }
      }
    }
    yield;
  }
  return issues;
}

/** Checks status changes; a new item may have any status. */
export function checkStatuses(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const check = (path: string, from: PublicationStatus | undefined, to: PublicationStatus) => {
    if (from === undefined || from === to || nextStatuses[from].includes(to)) return;
    const message = `cannot change from ${from} to ${to}, only to ${nextStatuses[from].join(' or ')}`;
    issues.push({ path: `${path}.status`, rule: 'order', message });
  };
  const bySlug = new Map(before.products.map((product) => [product.slug, product]));
  for (const [index, product] of after.products.entries()) {
    const was = bySlug.get(product.slug);
    check(`products.${index}`, was?.status, product.status);
    for (const [place, plan] of product.plans.entries()) {
      const planWas = was?.plans.find(({ slug }) => slug === plan.slug);
      check(`products.${index}.plans.${place}`, planWas?.status, plan.status);
    }
  }
  return issues;
}
