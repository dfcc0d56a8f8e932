import type { Category } from '../core/catalogue.ts';
import { isSlug, timeOrderedId } from '../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../core/refusal.ts';
import { insertCategory } from '../storage/products.ts';
import type { ActionContext } from './context.ts';

export async function addCategory(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  category: Category,
): Promise<{ readonly categoryId: string } | Refusal> {
  if (!isSlug(category.slug)) {
    return refuseInvalid([{ path: 'slug', rule: 'slug', message: 'must be a slug' }]);
  }
  const categoryId = timeOrderedId(now, randomBytes);
  await insertCategory(database, workspaceId, { categoryId, ...category });
  return { categoryId };
}
