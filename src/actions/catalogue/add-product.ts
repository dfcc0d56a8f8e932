import { proposeCatalogue } from '../../core/catalogue/edit.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import { changeCatalogue } from './change-catalogue.ts';

/** Adds a product with its editions, plans and marketplace mappings, all or nothing. */
export async function addProduct(
  context: ActionContext,
  workspaceId: string,
  definition: ProductDefinition,
): Promise<{ readonly revision: number } | Refusal> {
  const added = await changeCatalogue(context, workspaceId, { revision: 'any' }, (before) =>
    proposeCatalogue(
      before,
      { ...before, products: [...before.products, definition] },
      `products.${before.products.length}`,
    ),
  );
  return isRefusal(added) ? added : { revision: 1 };
}
