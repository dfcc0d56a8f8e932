import type { Category } from '../../core/catalogue/catalogue.ts';
import type { Database } from '../database.ts';

export async function insertCategory(
  database: Database,
  workspaceId: string,
  { categoryId, slug, name }: Category & { readonly categoryId: string },
): Promise<void> {
  await database
    .insertInto('categories')
    .values({ workspace_id: workspaceId, category_id: categoryId, slug, name })
    .execute();
}

export async function renameCategory(
  database: Database,
  workspaceId: string,
  { slug, name }: Category,
): Promise<void> {
  await database
    .updateTable('categories')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}

export async function deleteCategory(database: Database, workspaceId: string, slug: string): Promise<void> {
  await database
    .deleteFrom('categories')
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}
