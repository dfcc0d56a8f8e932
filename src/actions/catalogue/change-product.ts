import { withProduct } from '../../core/catalogue/edit.ts';
import type { ProductEdit } from '../../core/catalogue/product-edit.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import { type ChangedCatalogue, changeCatalogue } from './change-catalogue.ts';

/** Changes a product, its editions, plans and mappings, if its revision still matches. */
export async function changeProduct(
  context: ActionContext,
  workspaceId: string,
  { product, revision }: { readonly product: string; readonly revision: number | 'any' },
  edit: ProductEdit,
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { product, revision }, withProduct(product, edit));
}
