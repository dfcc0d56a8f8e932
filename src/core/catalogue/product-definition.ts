import { isSlug } from '../identifiers.ts';
import { isSafeOutsideAddress } from '../network/outside-address.ts';
import type { ValidationIssue } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isName, nameMessage } from '../values/text.ts';
import {
  type Edition,
  type MarketplaceMapping,
  meterOfDimension,
  type Plan,
  type ProductType,
  type PublicationStatus,
} from './catalogue.ts';
import { checkLabels, type ProductLabels } from './labels.ts';
import { checkMeter } from './meter.ts';
import { isAccentColour, isSupportContact } from './product-brand.ts';

/** A whole product with editions and plans, with references by slug. */
export interface ProductDefinition {
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
  readonly types: readonly ProductType[];
  /** Where customers open the product after a purchase; null if it has no single address. */
  readonly applicationUrl?: string | null;
  /** Where customers get help: an e-mail address or an https URL. */
  readonly supportContact?: string | null;
  /** The colour of links and buttons on the pages of customers, such as `#1a5fb4`. */
  readonly accentColour?: string | null;
  /** Texts for display of the plans' capabilities and limits. */
  readonly labels?: ProductLabels;
  /** Slugs of the workspace's categories. */
  readonly categories: readonly string[];
  readonly editions: readonly Edition[];
  readonly plans: readonly Plan[];
}

/**
 * Checks slugs, names, unique ranks of editions, the edition of each plan, and that only flat-rate plans have meters.
 */
export function* checkProductDefinition(product: ProductDefinition): Steps<readonly ValidationIssue[]> {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  if (!isSlug(product.slug)) complain('slug', 'slug', slugMessage);
  if (!isName(product.name)) complain('name', 'name', nameMessage());
  if (product.types.length === 0) complain('types', 'minItems', 'must have at least one product type');
  if (typeof product.applicationUrl === 'string' && !isApplicationUrl(product.applicationUrl)) {
    complain('applicationUrl', 'url', 'must be an https URL of at most 2000 characters, without a user name');
  }
  if (typeof product.supportContact === 'string' && !isSupportContact(product.supportContact)) {
    const message = 'must be an e-mail address or an https URL of at most 254 characters';
    complain('supportContact', 'contact', message);
  }
  if (typeof product.accentColour === 'string' && !isAccentColour(product.accentColour)) {
    complain('accentColour', 'colour', 'must be a colour of six hexadecimal digits, such as #1a5fb4');
  }
  if (product.labels) issues.push(...checkLabels(product.labels));
  for (const [index, edition] of product.editions.entries()) {
    if (!isSlug(edition.slug)) complain(`editions.${index}.slug`, 'slug', slugMessage);
    if (!isName(edition.name)) complain(`editions.${index}.name`, 'name', nameMessage());
    if (!isRank(edition.rank)) complain(`editions.${index}.rank`, 'integer', 'must be a 32-bit integer');
  }
  for (const index of repeats(product.editions, ({ slug }) => slug)) {
    complain(`editions.${index}.slug`, 'unique', 'is used by another edition of the product');
  }
  for (const index of repeats(product.editions, ({ rank }) => rank)) {
    complain(`editions.${index}.rank`, 'unique', 'is the rank of another edition of the product');
  }
  for (const [index, plan] of product.plans.entries()) {
    const here = (path: string, rule: string, message: string) =>
      complain(`plans.${index}.${path}`, rule, message);
    if (!isSlug(plan.slug)) here('slug', 'slug', slugMessage);
    if (!isName(plan.name)) here('name', 'name', nameMessage());
    if (plan.serviceIdentifier !== null && !isName(plan.serviceIdentifier)) {
      here('serviceIdentifier', 'name', nameMessage());
    }
    for (const [map, names] of [
      ['capabilities', Object.keys(plan.capabilities)],
      ['limits', Object.keys(plan.limits)],
    ] as const) {
      for (const name of names.filter((written) => !isName(written, 100))) {
        here(`${map}.${name}`, 'name', 'must have a name of 1 to 100 characters');
      }
    }
    for (const [name, limit] of Object.entries(plan.limits)) {
      if (!Number.isFinite(limit)) here(`limits.${name}`, 'number', 'must be a number');
    }
    for (const [place, mapping] of plan.marketplace.entries()) checkMapping(mapping, place, here);
    if (!product.editions.some(({ slug }) => slug === plan.edition)) {
      complain(`plans.${index}.edition`, 'reference', 'is not an edition of the product');
    }
    for (const [place, { dimensions }] of plan.marketplace.entries()) {
      if (plan.billingModel === 'FlatRate' || dimensions.length === 0) continue;
      here(`marketplace.${place}.dimensions`, 'flatRate', 'are allowed only for flat-rate plans');
    }
    yield;
  }
  for (const index of repeats(product.plans, ({ slug }) => slug)) {
    complain(`plans.${index}.slug`, 'unique', 'is used by another plan of the product');
  }
  return issues;
}

function isApplicationUrl(address: string): boolean {
  return address.length <= 2_000 && isSafeOutsideAddress(address);
}

function checkMapping(
  { sourceName, offerId, planId, dimensions }: MarketplaceMapping,
  index: number,
  complain: (path: string, rule: string, message: string) => void,
): void {
  const path = `marketplace.${index}`;
  for (const [member, written] of Object.entries({ sourceName, offerId, planId })) {
    if (!isName(written, 100)) complain(`${path}.${member}`, 'name', nameMessage(100));
  }
  for (const [place, dimension] of dimensions.entries()) {
    const { id, name, unit } = dimension;
    const where = `${path}.dimensions.${place}`;
    if (!isName(id, 100)) complain(`${where}.id`, 'name', nameMessage(100));
    if (!isName(name)) complain(`${where}.name`, 'name', nameMessage());
    if (!isName(unit, 100)) complain(`${where}.unit`, 'name', nameMessage(100));
    for (const issue of checkMeter(meterOfDimension(dimension))) {
      complain(`${where}.${issue.path}`, issue.rule, issue.message);
    }
  }
  for (const place of repeats(dimensions, ({ id }) => id)) {
    complain(`${path}.dimensions.${place}.id`, 'unique', 'is used by another dimension of the mapping');
  }
}

function isRank(rank: number): boolean {
  return Number.isInteger(rank) && Math.abs(rank) < 2 ** 31;
}

export const slugMessage = 'must have at most 64 lower-case letters, digits and single hyphens';

/** The positions of items that repeat the key of an earlier item. */
export function repeats<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): number[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
