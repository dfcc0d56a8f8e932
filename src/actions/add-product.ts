import { timeOrderedId } from '../core/identifiers.ts';
import { planContent } from '../core/plan-content.ts';
import { checkProductDefinition, type ProductDefinition } from '../core/product-definition.ts';
import { type Refusal, refuseInvalid } from '../core/refusal.ts';
import { announceChanges } from '../storage/changes.ts';
import { findCategoryIds, insertProduct, takenInCatalogue } from '../storage/products.ts';
import type { ActionContext } from './context.ts';

/** Adds a whole product, with its editions, plans and marketplace mappings, or nothing of it. */
export async function addProduct(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  definition: ProductDefinition,
): Promise<{ readonly productId: string } | Refusal> {
  const newId = () => timeOrderedId(now, randomBytes);
  const added = database.transaction().execute(async (transaction) => {
    const categoryIds = await findCategoryIds(transaction, workspaceId, definition.categories);
    const unknownCategories = definition.categories.flatMap((slug, index) =>
      categoryIds.has(slug)
        ? []
        : [{ path: `categories.${index}`, rule: 'reference', message: 'is not a category of the workspace' }],
    );
    const issues = [...checkProductDefinition(definition), ...unknownCategories];
    if (issues.length > 0) return refuseInvalid(issues);

    const productId = newId();
    const editions = definition.editions.map((edition) => ({ ...edition, editionId: newId() }));
    const plans = definition.plans.flatMap((plan) => {
      const edition = editions.find(({ slug }) => slug === plan.edition);
      if (!edition) return [];
      const mappings = plan.marketplace.map((mapping) => ({ ...mapping, mappingId: newId() }));
      const content = planContent(plan, edition);
      return [{ ...plan, planId: newId(), editionId: edition.editionId, mappings, content }];
    });
    const { slug, name, status, types } = definition;
    await insertProduct(
      transaction,
      {
        workspaceId,
        product: { productId, slug, name, status, types },
        applicationUrl: definition.applicationUrl ?? null,
        categoryIds: [...categoryIds.values()],
        editions,
        plans,
      },
      now,
    );
    await announceChanges(transaction, [{ kind: 'catalogue', workspaceId }]);
    return { productId };
  });
  return added.catch((error: unknown) => {
    const taken = takenInCatalogue(error);
    if (!taken) throw error;
    const message =
      taken === 'slug'
        ? 'belongs to another product of the workspace'
        : 'have a marketplace mapping that leads to another plan of the workspace';
    return refuseInvalid([{ path: taken === 'slug' ? 'slug' : 'plans', rule: 'unique', message }]);
  });
}
