import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../refusal.ts';
import type { Edition, MarketplaceMapping, Plan, PublicationStatus } from './catalogue.ts';
import { nextStatuses } from './definition.ts';
import { type LabelChanges, mergeLabels, noLabels } from './labels.ts';
import type { ProductDefinition } from './product-definition.ts';

interface EditedProduct {
  /** Null: removed. */
  readonly product: ProductDefinition | null;
  /** The edited part, such as `plans.2`: paths of issues are relative to it. */
  readonly at: string;
}

/** A pure function from a product to the edited product or a refusal. */
export type ProductEdit = (product: ProductDefinition) => EditedProduct | Refusal;

export type ProductChanges = Partial<
  Pick<
    ProductDefinition,
    'name' | 'types' | 'categories' | 'applicationUrl' | 'supportContact' | 'accentColour'
  >
> & { readonly labels?: LabelChanges };
export type EditionChanges = Partial<Pick<Edition, 'name' | 'rank'>>;
export type PlanChanges = Partial<Omit<Plan, 'slug' | 'status' | 'marketplace'>>;
export type NewPlan = Omit<Plan, 'status' | 'marketplace' | 'edition'> & { readonly edition?: string };

export const editProduct =
  ({ labels, ...changes }: ProductChanges): ProductEdit =>
  (product) => ({
    product: {
      ...product,
      ...changes,
      ...(labels && { labels: mergeLabels(product.labels ?? noLabels, labels) }),
    },
    at: '',
  });

export const moveProduct =
  (status: PublicationStatus): ProductEdit =>
  (product) => {
    const refusal = refuseStatus('product', product.status, status);
    return refusal ?? { product: { ...product, status }, at: '' };
  };

/** Only a draft can be removed; a published product is archived instead. */
export const removeProduct: ProductEdit = (product) =>
  product.status === 'Draft' ? { product: null, at: '' } : refuseRemoval('product', product.status);

/** An edition without a rank gets the highest. */
export const addEdition =
  ({ rank, ...edition }: Omit<Edition, 'rank'> & { readonly rank?: number }): ProductEdit =>
  (product) => {
    const highest = Math.max(0, ...product.editions.map((other) => other.rank));
    const added = { ...edition, rank: rank ?? highest + 10 };
    return {
      product: { ...product, editions: [...product.editions, added] },
      at: `editions.${product.editions.length}`,
    };
  };

export const editEdition =
  (slug: string, changes: EditionChanges): ProductEdit =>
  (product) => {
    const index = product.editions.findIndex((edition) => edition.slug === slug);
    if (index < 0) return refuseUnknown('edition', 'edition');
    const editions = product.editions.map((edition, place) =>
      place === index ? { ...edition, ...changes } : edition,
    );
    return { product: { ...product, editions }, at: `editions.${index}` };
  };

export const removeEdition =
  (slug: string): ProductEdit =>
  (product) => {
    if (!product.editions.some((edition) => edition.slug === slug)) {
      return refuseUnknown('edition', 'edition');
    }
    const plans = product.plans.filter(({ edition }) => edition === slug).map((plan) => plan.slug);
    if (plans.length > 0) return refuse('catalogue.edition_in_use', { edition: slug, plans });
    return {
      product: { ...product, editions: product.editions.filter((edition) => edition.slug !== slug) },
      at: '',
    };
  };

/** Reassigns the existing ranks in the order of `slugs`, lowest first. */
export const orderEditions =
  (slugs: readonly string[]): ProductEdit =>
  (product) => {
    const existing = product.editions.map(({ slug }) => slug);
    if (new Set(slugs).size !== existing.length || !existing.every((slug) => slugs.includes(slug))) {
      return refuseInvalid([
        { path: 'editions', rule: 'complete', message: 'must list every edition of the product once' },
      ]);
    }
    const ranks = product.editions.map(({ rank }) => rank).sort((a, b) => a - b);
    const editions = product.editions.map((edition) => ({
      ...edition,
      rank: ranks[slugs.indexOf(edition.slug)] ?? edition.rank,
    }));
    return { product: { ...product, editions }, at: '' };
  };

/** The edition of a product whose first plan names none. */
const standardEdition: Edition = { slug: 'standard', name: 'Standard', rank: 10 };

/**
 * A new plan is a draft, unless it is published at once, with its product if that is a draft. Without an edition it gets
 * the lowest, and a product without editions gets one.
 */
export const addPlan =
  ({ edition: named, ...plan }: NewPlan, isPublished = false): ProductEdit =>
  (product) => {
    const isFirst = named === undefined && product.editions.length === 0;
    const editions = isFirst ? [standardEdition] : product.editions;
    const edition = named ?? lowestOf(editions)?.slug ?? '';
    const added = { ...plan, edition, status: isPublished ? 'Published' : 'Draft', marketplace: [] } as const;
    const status = isPublished && product.status === 'Draft' ? 'Published' : product.status;
    return {
      product: { ...product, status, editions, plans: [...product.plans, added] },
      at: `plans.${product.plans.length}`,
    };
  };

const lowestOf = (editions: readonly Edition[]) => editions.toSorted((a, b) => a.rank - b.rank)[0];

export const editPlan = (slug: string, changes: PlanChanges): ProductEdit =>
  withPlan(slug, (plan) => ({ ...plan, ...changes }));

export const movePlan = (slug: string, status: PublicationStatus): ProductEdit =>
  withPlan(slug, (plan) => refuseStatus('plan', plan.status, status) ?? { ...plan, status });

export const removePlan =
  (slug: string): ProductEdit =>
  (product) => {
    const plan = product.plans.find((own) => own.slug === slug);
    if (!plan) return refuse('plan.not_found', { plan: slug });
    if (plan.status !== 'Draft') return refuseRemoval('plan', plan.status);
    return { product: { ...product, plans: product.plans.filter((own) => own !== plan) }, at: '' };
  };

export const addMapping =
  (slug: string, mapping: MarketplaceMapping): ProductEdit =>
  (product) => {
    const edited = withPlan(slug, (plan) => ({ ...plan, marketplace: [...plan.marketplace, mapping] }))(
      product,
    );
    if (isRefusal(edited)) return edited;
    const count = product.plans.find((plan) => plan.slug === slug)?.marketplace.length ?? 0;
    return { ...edited, at: `${edited.at}.marketplace.${count}` };
  };

/** Can also move the mapping to another plan of the product. */
export const editMapping =
  (
    mappingId: string,
    { plan: to, ...changes }: Partial<MarketplaceMapping> & { readonly plan?: string },
  ): ProductEdit =>
  (product) => {
    const isIt = (mapping: MarketplaceMapping) => mapping.mappingId === mappingId;
    const holder = product.plans.find((plan) => plan.marketplace.some(isIt));
    const mapping = holder?.marketplace.find(isIt);
    if (!holder || !mapping) return refuseUnknown('mappingId', 'plan mapping');
    const without = {
      ...product,
      plans: product.plans.map((plan) =>
        plan === holder ? { ...plan, marketplace: plan.marketplace.filter((other) => !isIt(other)) } : plan,
      ),
    };
    return addMapping(to ?? holder.slug, { ...mapping, ...changes })(without);
  };

export const removeMapping =
  (mappingId: string): ProductEdit =>
  (product) => {
    const plans = product.plans.map((plan) => ({
      ...plan,
      marketplace: plan.marketplace.filter((mapping) => mapping.mappingId !== mappingId),
    }));
    return { product: { ...product, plans }, at: '' };
  };

/** Applies edits in order; issues are relative to the part of the last edit. */
export const editInOrder =
  (...edits: readonly ProductEdit[]): ProductEdit =>
  (product) => {
    let edited: EditedProduct = { product, at: '' };
    for (const edit of edits) {
      const next = edited.product === null ? edited : edit(edited.product);
      if (isRefusal(next)) return next;
      edited = next;
    }
    return edited;
  };

function withPlan(slug: string, change: (plan: Plan) => Plan | Refusal): ProductEdit {
  return (product) => {
    const index = product.plans.findIndex((plan) => plan.slug === slug);
    const plan = product.plans[index];
    if (!plan) return refuse('plan.not_found', { plan: slug });
    const changed = change(plan);
    if (isRefusal(changed)) return changed;
    const plans = product.plans.map((other) => (other === plan ? changed : other));
    return { product: { ...product, plans }, at: `plans.${index}` };
  };
}

function refuseStatus(
  kind: 'product' | 'plan',
  from: PublicationStatus,
  to: PublicationStatus,
): Refusal | undefined {
  const allowed = nextStatuses[from];
  return allowed.includes(to)
    ? undefined
    : refuse('catalogue.status_not_allowed', { kind, status: from, allowed });
}

function refuseRemoval(kind: 'product' | 'plan', status: PublicationStatus): Refusal {
  return refuse('catalogue.status_not_allowed', { kind, status, allowed: nextStatuses[status] });
}
