import { Document } from 'yaml';
import { bySlug, plansInOrder, productTypes } from '../core/catalogue/catalogue.ts';
import { type CatalogueDefinition, mappingName } from '../core/catalogue/definition.ts';

/** The catalogue as one file, in an order of its own: the same catalogue makes the same text. What is empty is left out. */
export function writeCatalogueFile({ categories, products }: CatalogueDefinition): string {
  const file = {
    version: 1,
    categories: [...categories].sort(bySlug).map(({ slug, name }) => ({ slug, name })),
    products: [...products].sort(bySlug).map((product) => ({
      slug: product.slug,
      name: product.name,
      status: product.status,
      types: productTypes.filter((type) => product.types.includes(type)),
      ...(product.applicationUrl && { applicationUrl: product.applicationUrl }),
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
                  [...dimensions]
                    .sort((a, b) => (a.id < b.id ? -1 : 1))
                    .map(({ id, name, unit }) => ({ id, name, unit })),
                ),
              })),
          ),
        })),
      ),
    })),
  };
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = ' The whole catalogue of a Tessera workspace. docs/catalogue.md explains it.';
  return document.toString({ lineWidth: 0 });
}

function filled(member: string, value: object): object {
  return Object.keys(value).length > 0 ? { [member]: value } : {};
}

/** In the order of their names. */
function byName<Value>(entries: Readonly<Record<string, Value>>): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
