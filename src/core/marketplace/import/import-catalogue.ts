import type { Edition, MarketplaceMapping, MeterDimension, Plan } from '../../catalogue/catalogue.ts';
import { type CatalogueDefinition, mappingName } from '../../catalogue/definition.ts';
import type { ProductDefinition } from '../../catalogue/product-definition.ts';
import { slugMaxLength } from '../../identifiers.ts';
import { asOneLine, isName } from '../../values/text.ts';
import type { ImportedDimension, ImportedOffer, ImportedPlan } from './import-offers.ts';

/** Something that an import leaves to a person. */
export interface ImportNote {
  readonly offerId: string;
  /** Null: the whole offer. */
  readonly planId: string | null;
  readonly note: string;
}

export interface ImportedCatalogue {
  readonly catalogue: CatalogueDefinition;
  readonly notes: readonly ImportNote[];
}

const standardEdition: Edition = { slug: 'standard', name: 'Standard', rank: 10 };

/**
 * The catalogue with a draft plan for each plan of the offers that is not mapped to the source yet. A new offer becomes a
 * draft product with one edition; another plan of a mapped offer becomes a draft of its product, in its lowest edition.
 * What is in the catalogue stays as it is. Importing twice changes nothing.
 */
export function importOffers(
  before: CatalogueDefinition,
  sourceName: string,
  offers: readonly ImportedOffer[],
): ImportedCatalogue {
  const notes: ImportNote[] = [];
  const mapped = new Set(
    before.products.flatMap(({ plans }) =>
      plans.flatMap(({ marketplace }) => marketplace.map((mapping) => mappingName(mapping))),
    ),
  );
  let products = before.products;
  for (const { offerId, name, plans } of offers) {
    const isNew = ({ planId }: ImportedPlan) =>
      !mapped.has(mappingName({ sourceName, offerId, planId, dimensions: [] }));
    const added = plans.filter(isNew).filter(({ planId }) => {
      const canBeMapped = isName(offerId, 100) && isName(planId, 100);
      if (!canBeMapped) notes.push({ offerId, planId, note: 'its id has over 100 characters, or none' });
      return canBeMapped;
    });
    if (added.length === 0) continue;
    const holders = products.filter((product) => isSoldAs(product, sourceName, offerId));
    if (holders.length > 1) {
      const slugs = holders.map(({ slug }) => slug).join(', ');
      for (const { planId } of added) {
        notes.push({ offerId, planId, note: `its offer is mapped to several products: ${slugs}` });
      }
      continue;
    }
    const [holder] = holders;
    if (holder) {
      const changed = withPlans(holder, sourceName, offerId, added);
      products = products.map((product) => (product === holder ? changed : product));
      continue;
    }
    const wanted = slugOf(offerId, 'product');
    const slug = freeSlug(wanted, slugsOf(products));
    if (slug !== wanted) {
      const note = `the product ${wanted} is not mapped to it, so ${slug} is added; map ${wanted} instead if it is the same`;
      notes.push({ offerId, planId: null, note });
    }
    const draft: ProductDefinition = {
      slug,
      name: nameOf(name, offerId),
      status: 'Draft',
      types: ['WebApp'],
      applicationUrl: null,
      categories: [],
      editions: [standardEdition],
      plans: [],
    };
    products = [...products, withPlans(draft, sourceName, offerId, added)];
  }
  return { catalogue: { ...before, products }, notes };
}

function isSoldAs({ plans }: ProductDefinition, sourceName: string, offerId: string): boolean {
  return plans.some(({ marketplace }) =>
    marketplace.some((mapping) => mapping.sourceName === sourceName && mapping.offerId === offerId),
  );
}

function withPlans(
  product: ProductDefinition,
  sourceName: string,
  offerId: string,
  added: readonly ImportedPlan[],
): ProductDefinition {
  const editions = product.editions.length > 0 ? product.editions : [standardEdition];
  const edition = [...editions].sort((a, b) => a.rank - b.rank)[0] ?? standardEdition;
  const plans: Plan[] = [...product.plans];
  const taken = slugsOf(plans);
  for (const { planId, name, isPerSeat, dimensions } of added) {
    const mapping: MarketplaceMapping = {
      sourceName,
      offerId,
      planId,
      // The marketplace meters flat-rate plans only.
      dimensions: isPerSeat ? [] : dimensionsOf(dimensions),
    };
    const slug = freeSlug(slugOf(planId, 'plan'), taken);
    taken.add(slug);
    plans.push({
      slug,
      name: nameOf(name, planId),
      status: 'Draft',
      edition: edition.slug,
      licenceModel: isPerSeat ? 'Seats' : 'TenantWide',
      billingModel: isPerSeat ? 'PerUser' : 'FlatRate',
      capabilities: {},
      limits: {},
      serviceIdentifier: null,
      marketplace: [mapping],
    });
  }
  return { ...product, editions, plans };
}

function dimensionsOf(dimensions: readonly ImportedDimension[]): readonly MeterDimension[] {
  const byId = new Map(dimensions.filter(({ id }) => isName(id, 100)).map((one) => [one.id, one]));
  return [...byId.values()].map(({ id, name, unit }) => ({
    id,
    name: nameOf(name, id),
    unit: nameOf(unit, 'unit', 100),
  }));
}

/** The name as the catalogue allows it: one line of printable text. */
function nameOf(name: string | null, fallback: string, maxLength = 200): string {
  const text = asOneLine(name ?? '');
  // A cut could leave half of a surrogate pair.
  const short = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return isName(short, maxLength) ? short : fallback;
}

function slugOf(id: string, fallback: string): string {
  const words =
    id
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, slugMaxLength).replace(/-$/, '') || fallback;
}

const slugsOf = (items: readonly { readonly slug: string }[]) => new Set(items.map(({ slug }) => slug));

function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted;
  for (let count = 2; taken.has(slug); count += 1) {
    const suffix = `-${count}`;
    slug = `${wanted.slice(0, slugMaxLength - suffix.length).replace(/-$/, '')}${suffix}`;
  }
  return slug;
}
