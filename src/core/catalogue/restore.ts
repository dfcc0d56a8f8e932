import { isRefusal, type Refusal, refuse, refuseUnknown, type ValidationIssue } from '../refusal.ts';
import type { MarketplaceMapping, Plan, PublicationStatus } from './catalogue.ts';
import { mappingName } from './definition.ts';
import { type CatalogueEdit, withProduct } from './edit.ts';
import { withArchivedPlans } from './from-file.ts';
import type { ProductDefinition } from './product-definition.ts';
import { addMapping, editMapping, type ProductEdit } from './product-edit.ts';
import { switchMeters } from './switch-meters.ts';

/** A product as it was at one of its revisions. */
export interface ProductVersion {
  readonly revision: number;
  readonly definition: ProductDefinition;
}

/** The part to restore: a plan without its mappings, or a mapping; neither: the whole product. */
export interface RestoredPart {
  readonly plan?: string | undefined;
  readonly mappingId?: string | undefined;
}

/**
 * Restores a version, or a part of it, by the rules of every edit. Plans that were added later are archived, drafts among
 * them removed, as if a file left them out. A plan or product that was a draft then and is published since keeps its
 * status, for nothing becomes a draft again.
 */
export const restoreVersion = (
  product: string,
  version: ProductVersion,
  part: RestoredPart,
  now: Date,
): CatalogueEdit =>
  function* (before) {
    let restored = null as ProductDefinition | null;
    const edit: ProductEdit = (current) => {
      const edited = restorePart(version, part)(current);
      if (!isRefusal(edited)) restored = edited.product;
      return edited;
    };
    const edited = yield* withProduct(product, edit)(before);
    const after = isRefusal(edited) ? edited : yield* switchMeters(before, edited, now);
    if (!isRefusal(after) || !restored) return after;
    const attempted = restored;
    const products = before.products.map((one) => (one.slug === product ? attempted : one));
    return refuseRestore(version, after, products, attempted);
  };

function restorePart(version: ProductVersion, { plan, mappingId }: RestoredPart): ProductEdit {
  if (mappingId !== undefined) return restoreMapping(version, mappingId);
  return plan === undefined ? restoreProduct(version) : restorePlan(version, plan);
}

const restoreProduct =
  ({ definition }: ProductVersion): ProductEdit =>
  (product) => {
    const planOf = (slug: string) => product.plans.find((plan) => plan.slug === slug);
    const plans = definition.plans.map((plan) => ({
      ...plan,
      status: restoredStatus(planOf(plan.slug)?.status, plan.status),
    }));
    const restored = {
      ...product,
      ...definition,
      status: restoredStatus(product.status, definition.status),
      plans: withCurrentIds(plans, product),
    };
    return { product: withArchivedPlans(restored, product), at: '' };
  };

const restorePlan =
  ({ revision, definition }: ProductVersion, slug: string): ProductEdit =>
  (product) => {
    const plan = definition.plans.find((one) => one.slug === slug);
    if (!plan) return refuse('plan.not_found', { plan: slug }, `Version ${revision} has no plan ${slug}.`);
    const current = product.plans.find((one) => one.slug === slug);
    if (!current) {
      return {
        product: { ...product, plans: [...product.plans, ...withCurrentIds([plan], product)] },
        at: '',
      };
    }
    const { marketplace } = current;
    const restored = { ...plan, status: restoredStatus(current.status, plan.status), marketplace };
    const plans = product.plans.map((other) => (other === current ? restored : other));
    return { product: { ...product, plans }, at: '' };
  };

/** The mapping that has the same id or else the same names becomes as it was, or is added again. */
const restoreMapping =
  ({ definition }: ProductVersion, mappingId: string): ProductEdit =>
  (product) => {
    const plan = definition.plans.find((one) => one.marketplace.some(hasId(mappingId)));
    const mapping = plan?.marketplace.find(hasId(mappingId));
    if (!plan || !mapping) return refuseUnknown('mappingId', 'plan mapping');
    const { mappingId: _, ...settings } = mapping;
    const mappings = product.plans.flatMap(({ marketplace }) => marketplace);
    const current = mappings.find(hasId(mappingId)) ?? mappings.find(hasName(mapping));
    const edit = current?.mappingId
      ? editMapping(current.mappingId, { ...settings, plan: plan.slug })
      : addMapping(plan.slug, settings);
    const edited = edit(product);
    return isRefusal(edited) ? edited : { ...edited, at: '' };
  };

function restoredStatus(is: PublicationStatus | undefined, was: PublicationStatus): PublicationStatus {
  return was === 'Draft' ? (is ?? was) : was;
}

/**
 * A mapping keeps the id of the product's mapping that it was, or of one with the same names. An id that the product does
 * not have may be that of another product's mapping, so a new one is given.
 */
function withCurrentIds(plans: readonly Plan[], product: ProductDefinition): readonly Plan[] {
  const current = product.plans.flatMap(({ marketplace }) => marketplace);
  const restored = plans.flatMap(({ marketplace }) => marketplace);
  const ids = new Map<MarketplaceMapping, string>();
  const taken = new Set<string>();
  for (const isIt of [sameId, hasName]) {
    for (const mapping of restored.filter((one) => !ids.has(one))) {
      const id = current.find((one) => isIt(mapping)(one) && !taken.has(one.mappingId ?? ''))?.mappingId;
      if (id === undefined) continue;
      ids.set(mapping, id);
      taken.add(id);
    }
  }
  return plans.map((plan) => ({
    ...plan,
    marketplace: plan.marketplace.map((mapping) => {
      const { mappingId: _, ...settings } = mapping;
      const mappingId = ids.get(mapping);
      return mappingId === undefined ? settings : { ...settings, mappingId };
    }),
  }));
}

const hasId = (mappingId: string) => (mapping: MarketplaceMapping) => mapping.mappingId === mappingId;
const sameId =
  ({ mappingId }: MarketplaceMapping) =>
  (mapping: MarketplaceMapping) =>
    mappingId !== undefined && mapping.mappingId === mappingId;
const hasName = (one: MarketplaceMapping) => (mapping: MarketplaceMapping) =>
  mappingName(mapping) === mappingName(one);

const maxReasons = 5;

/** Broken rules in sentences: the caller has not typed the values that their paths name. */
function refuseRestore(
  { revision }: ProductVersion,
  refusal: Refusal,
  products: readonly ProductDefinition[],
  restored: ProductDefinition,
): Refusal {
  if (refusal.code !== 'request.validation_failed') return refusal;
  const issues = refusal.args.issues as readonly ValidationIssue[];
  const reasons = issues.slice(0, maxReasons).map(({ path, message }) => {
    const [, index, rest] = /^products\.(\d+)\.(.*)$/.exec(path) ?? [];
    const product = index === undefined ? restored : (products[Number(index)] ?? restored);
    return `${placeIn(product, rest ?? path)} ${message}`.trim();
  });
  const more = issues.length > maxReasons ? `, and ${issues.length - maxReasons} more` : '';
  const detail = `Version ${revision} cannot be restored: ${reasons.join('; ')}${more}.`;
  return refuse('catalogue.restore_not_possible', { revision, reasons }, detail);
}

/** `plan Basic, mapping aqueduct / basic`, of the path `plans.0.marketplace.1`. */
function placeIn(product: ProductDefinition, path: string): string {
  const [list = '', index = '', ...rest] = path.split('.');
  const place = Number(index);
  if (list === 'categories') return `category ${product.categories[place] ?? index}`;
  if (list === 'editions') return [`edition ${product.editions[place]?.name ?? index}`, ...rest].join(', ');
  const plan = list === 'plans' ? product.plans[place] : undefined;
  return plan ? [`plan ${plan.name}`, ...placeInPlan(plan, rest)].join(', ') : [list, index].join(' ').trim();
}

function placeInPlan(plan: Plan, [member = '', index = '', ...rest]: readonly string[]): readonly string[] {
  if (member === 'edition') return [`edition ${plan.edition}`];
  const mapping = member === 'marketplace' ? plan.marketplace[Number(index)] : undefined;
  if (!mapping) return member === '' ? [] : [member];
  const dimension = rest[0] === 'dimensions' ? mapping.dimensions[Number(rest[1])] : undefined;
  return [
    `mapping ${mapping.offerId} / ${mapping.planId}`,
    ...(dimension ? [`dimension ${dimension.id}`] : []),
  ];
}
