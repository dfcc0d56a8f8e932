import { type ApiClient, mayAccessProduct } from '../clients/api-client.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { labelsOf, labelsView, noLabels, type ProductLabels } from './labels.ts';
import { type Meter, wholeMeter } from './meter.ts';
import type { SwitchedMeter } from './meter-switch.ts';

export const productTypes = [
  'WebApp',
  'TeamsApp',
  'SharePointApp',
  'OfficeAddIn',
  'PowerPlatformSolution',
] as const;
export type ProductType = (typeof productTypes)[number];

export const licenceModels = ['TenantWide', 'Seats', 'IdpManaged'] as const;
export type LicenceModel = (typeof licenceModels)[number];

export const billingModels = ['FlatRate', 'PerUser'] as const;
export type BillingModel = (typeof billingModels)[number];

/** Only published products and plans are shown. */
export const publicationStatuses = ['Draft', 'Published', 'Archived'] as const;
export type PublicationStatus = (typeof publicationStatuses)[number];

export interface Category {
  readonly slug: string;
  readonly name: string;
}

export interface Edition {
  readonly slug: string;
  readonly name: string;
  readonly rank: number;
}

/** Omitted members of the meter are those of records. */
export interface MeterDimension extends Partial<Meter> {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** How it was fed before its last switch; only of a stored dimension. */
  readonly previous?: SwitchedMeter['previous'];
}

export interface MarketplaceMapping {
  /** Set for a stored mapping. */
  readonly mappingId?: string;
  readonly sourceName: string;
  readonly offerId: string;
  readonly planId: string;
  readonly dimensions: readonly MeterDimension[];
}

export interface Plan {
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
  /** The slug of its edition. */
  readonly edition: string;
  readonly licenceModel: LicenceModel;
  readonly billingModel: BillingModel;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
  /** The identity provider's name for the plan; null if its licences are not managed there or not mapped yet. */
  readonly serviceIdentifier: string | null;
  readonly marketplace: readonly MarketplaceMapping[];
}

export interface Product {
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
  readonly types: readonly ProductType[];
  readonly categories: readonly Category[];
  readonly editions: readonly Edition[];
  readonly plans: readonly Plan[];
  readonly labels?: ProductLabels;
}

export interface Catalogue {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
}

export interface CatalogueQuery {
  readonly category?: string | undefined;
  readonly type?: ProductType | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

export interface CataloguePage {
  readonly products: readonly Product[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** The published products of a client, sorted by slug; all, or one page. */
export function listProducts(
  catalogue: Catalogue,
  client: ApiClient,
  query: CatalogueQuery,
): CataloguePage | Refusal {
  const { category, type, limit, after } = query;
  if (category !== undefined && !catalogue.categories.some(({ slug }) => slug === category)) {
    return refuse('category.not_found', { category });
  }
  const found = catalogue.products
    .filter((product) => product.status === 'Published' && mayAccessProduct(client, product.productId))
    .filter((product) => category === undefined || product.categories.some(({ slug }) => slug === category))
    .filter((product) => type === undefined || product.types.includes(type))
    .filter((product) => after === undefined || product.slug > after)
    .sort(bySlug);
  const page = limit === undefined ? found : found.slice(0, limit);
  const last = page.at(-1);
  return { products: page, next: last && page.length < found.length ? last.slug : null };
}

/** One published product. An unpublished product is not found; one outside the client's products is refused. */
export function findProduct(
  product: Product | undefined,
  client: ApiClient,
  slug: string,
): Product | Refusal {
  if (product?.status !== 'Published') return refuse('product.not_found', { product: slug });
  if (!mayAccessProduct(client, product.productId)) {
    return refuse('api_client.product_not_allowed', { product: slug });
  }
  return product;
}

/** The catalogue entry of a product: editions by rank, published plans by edition rank, then slug. */
export function catalogueEntry(product: Product) {
  const editions = [...product.editions]
    .sort((a, b) => a.rank - b.rank)
    .map(({ slug, name, rank }) => ({ slug, name, rank }));
  const plans = plansInOrder(product).filter(({ status }) => status === 'Published');
  return {
    slug: product.slug,
    name: product.name,
    types: [...product.types],
    categories: [...product.categories].sort(bySlug),
    editions,
    labels: labelsView(labelsOf(product.labels ?? noLabels, plans)),
    plans: plans.map((plan) => ({
      slug: plan.slug,
      name: plan.name,
      edition: plan.edition,
      capabilities: plan.capabilities,
      limits: plan.limits,
      licenceModel: plan.licenceModel,
      marketplace: plan.marketplace.map((mapping) => ({
        sourceName: mapping.sourceName,
        offerId: mapping.offerId,
        planId: mapping.planId,
        billingModel: plan.billingModel,
        perUser: plan.billingModel === 'PerUser',
        dimensions: mapping.dimensions.map(dimensionEntry),
      })),
    })),
  };
}

/** A dimension with all members that are shown. */
export function dimensionEntry(dimension: MeterDimension) {
  const { id, name, unit } = dimension;
  return { id, name, unit, ...meterOfDimension(dimension) };
}

export function meterOfDimension(dimension: MeterDimension): Meter {
  return wholeMeter(dimension);
}

/** By edition rank, then slug. */
export function plansInOrder<P extends Plan>(product: {
  readonly editions: readonly Edition[];
  readonly plans: readonly P[];
}): readonly P[] {
  const rankOf = new Map(product.editions.map(({ slug, rank }) => [slug, rank]));
  return [...product.plans].sort(
    (a, b) => (rankOf.get(a.edition) ?? 0) - (rankOf.get(b.edition) ?? 0) || bySlug(a, b),
  );
}

export function bySlug(a: { readonly slug: string }, b: { readonly slug: string }): number {
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0;
}
