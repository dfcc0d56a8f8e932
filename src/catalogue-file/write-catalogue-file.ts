import { finishYielding } from '../async/yielding.ts';
import { bySlug, plansInOrder, productTypes } from '../core/catalogue/catalogue.ts';
import { dimensionFields } from '../core/catalogue/changes.ts';
import { type CatalogueDefinition, mappingName } from '../core/catalogue/definition.ts';
import { canonicalLabels, noLabels } from '../core/catalogue/labels.ts';
import type { ProductDefinition } from '../core/catalogue/product-definition.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Steps } from '../core/steps.ts';
import { writeInThread } from './yaml-threads.ts';

export const catalogueFormats = ['yaml', 'json'] as const;
export type CatalogueFormat = (typeof catalogueFormats)[number];

/**
 * Writes the catalogue in a canonical form: equal catalogues give equal texts.
 *
 * @param owner the workspace's id, for its limit of concurrent files
 */
export async function writeCatalogueFile(
  catalogue: CatalogueDefinition,
  format: CatalogueFormat,
  owner: string,
): Promise<string | Refusal> {
  const file = await finishYielding(fileOf(catalogue));
  return format === 'json' ? `${JSON.stringify(file)}\n` : writeInThread(file, owner);
}

/** The content of the file, sorted and without empty members. */
export function* fileOf({ categories, products }: CatalogueDefinition): Steps<object> {
  const written: object[] = [];
  for (const product of [...products].sort(bySlug)) {
    written.push(productOf(product));
    yield;
  }
  return {
    version: 1,
    categories: [...categories].sort(bySlug).map(({ slug, name }) => ({ slug, name })),
    products: written,
  };
}

function productOf(product: ProductDefinition): object {
  return {
    slug: product.slug,
    name: product.name,
    status: product.status,
    types: productTypes.filter((type) => product.types.includes(type)),
    ...(product.applicationUrl && { applicationUrl: product.applicationUrl }),
    ...(product.supportContact && { supportContact: product.supportContact }),
    ...(product.accentColour && { accentColour: product.accentColour }),
    ...filled('labels', labelsIn(product)),
    ...filled('categories', [...product.categories].sort()),
    ...filled(
      'editions',
      [...product.editions]
        .sort((a, b) => a.rank - b.rank)
        .map(({ slug, name, rank }) => ({ slug, name, rank })),
    ),
    ...filled(
      'plans',
      plansInOrder(product).map((plan) => ({
        slug: plan.slug,
        name: plan.name,
        status: plan.status,
        edition: plan.edition,
        licenceModel: plan.licenceModel,
        billingModel: plan.billingModel,
        ...(plan.serviceIdentifier !== null && { serviceIdentifier: plan.serviceIdentifier }),
        ...filled('capabilities', byName(plan.capabilities)),
        ...filled('limits', byName(plan.limits)),
        ...filled(
          'marketplace',
          [...plan.marketplace]
            .sort((a, b) => (mappingName(a) < mappingName(b) ? -1 : 1))
            .map(({ sourceName, offerId, planId, dimensions }) => ({
              sourceName,
              offerId,
              planId,
              ...filled(
                'dimensions',
                [...dimensions].sort((a, b) => (a.id < b.id ? -1 : 1)).map(dimensionFields),
              ),
            })),
        ),
      })),
    ),
  };
}

function labelsIn({ labels = noLabels }: ProductDefinition): object {
  const { capabilities, limits } = canonicalLabels(labels);
  return { ...filled('capabilities', capabilities), ...filled('limits', limits) };
}

function filled(member: string, value: object): object {
  return Object.keys(value).length > 0 ? { [member]: value } : {};
}

function byName<Value>(entries: Readonly<Record<string, Value>>): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
