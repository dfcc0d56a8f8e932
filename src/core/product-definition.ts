import type { Edition, Plan, ProductType, PublicationStatus } from './catalogue.ts';
import { isSlug } from './identifiers.ts';
import { isSafeOutsideAddress } from './outside-address.ts';
import type { ValidationIssue } from './refusal.ts';

/** A product as its author writes it down: whole, with editions and plans, naming things by slug. */
export interface ProductDefinition {
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
  readonly types: readonly ProductType[];
  /** Where its customers go once they have bought it; null when there is no one place. */
  readonly applicationUrl?: string | null;
  /** Slugs of the workspace's categories. */
  readonly categories: readonly string[];
  readonly editions: readonly Edition[];
  readonly plans: readonly Plan[];
}

/**
 * A definition holds together when its slugs are well formed and unique, no two editions share a rank, every plan
 * names an edition of the product, and only flat-rate plans have meters.
 */
export function checkProductDefinition(product: ProductDefinition): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  if (!isSlug(product.slug)) complain('slug', 'slug', slugMessage);
  if (product.types.length === 0) complain('types', 'minItems', 'must name at least one product type');
  if (product.applicationUrl && !isApplicationUrl(product.applicationUrl)) {
    complain('applicationUrl', 'url', 'must be an https address of 2000 characters at most');
  }
  for (const [index, edition] of product.editions.entries()) {
    if (!isSlug(edition.slug)) complain(`editions.${index}.slug`, 'slug', slugMessage);
    if (!Number.isInteger(edition.rank)) complain(`editions.${index}.rank`, 'integer', 'must be an integer');
  }
  for (const index of repeats(product.editions, ({ slug }) => slug)) {
    complain(`editions.${index}.slug`, 'unique', 'is used by another edition of the product');
  }
  for (const index of repeats(product.editions, ({ rank }) => rank)) {
    complain(`editions.${index}.rank`, 'unique', 'is the rank of another edition of the product');
  }
  for (const [index, plan] of product.plans.entries()) {
    if (!isSlug(plan.slug)) complain(`plans.${index}.slug`, 'slug', slugMessage);
    if (!product.editions.some(({ slug }) => slug === plan.edition)) {
      complain(`plans.${index}.edition`, 'reference', 'is not an edition of the product');
    }
    if (plan.billingModel === 'PerUser' && plan.marketplace.some(({ dimensions }) => dimensions.length > 0)) {
      complain(`plans.${index}.marketplace`, 'flatRate', 'can have dimensions on flat-rate plans only');
    }
  }
  for (const index of repeats(product.plans, ({ slug }) => slug)) {
    complain(`plans.${index}.slug`, 'unique', 'is used by another plan of the product');
  }
  return issues;
}

function isApplicationUrl(address: string): boolean {
  return address.length <= 2_000 && isSafeOutsideAddress(address);
}

const slugMessage = 'must be lower-case letters, digits and single hyphens, 64 characters at most';

/** The positions of the items whose key an earlier item already has. */
function repeats<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): number[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
