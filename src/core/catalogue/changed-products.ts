import type { CatalogueChange } from './changes.ts';
import type { CatalogueDefinition } from './definition.ts';
import { labelsOf, noLabels, type ProductLabels } from './labels.ts';

/** The display texts of a product that changes, and of its plans that change. */
export interface ChangedProduct {
  readonly slug: string;
  readonly name: string;
  readonly labels: ProductLabels;
  readonly plans: readonly { readonly slug: string; readonly name: string }[];
}

/** The products of the changes, as they are after them; removed ones as they were. */
export function changedProducts(
  changes: readonly CatalogueChange[],
  before: CatalogueDefinition,
  after: CatalogueDefinition,
): readonly ChangedProduct[] {
  const subjects = new Set(
    changes.flatMap(({ subject: { kind, id } }) => (kind === 'Category' ? [] : [id.split('/', 1)[0], id])),
  );
  const changed = ({ slug }: { readonly slug: string }) => subjects.has(slug);
  const earlier = new Map(before.products.filter(changed).map((product) => [product.slug, product]));
  const later = after.products.filter(changed);
  const kept = new Set(later.map(({ slug }) => slug));
  const removed = [...earlier.values()].filter(({ slug }) => !kept.has(slug));
  return [...later, ...removed].map(({ slug, name, labels = noLabels, plans }) => {
    const former = earlier.get(slug)?.plans ?? [];
    const all = [...plans, ...former.filter((plan) => !plans.some((own) => own.slug === plan.slug))];
    return {
      slug,
      name,
      // A limit that its last plan loses is named, too.
      labels: labelsOf(labels, [...plans, ...former]),
      plans: all
        .filter((plan) => subjects.has(`${slug}/${plan.slug}`))
        .map((plan) => ({ slug: plan.slug, name: plan.name })),
    };
  });
}
