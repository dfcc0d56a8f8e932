import type { Category } from '../../core/catalogue/catalogue.ts';
import { proposeCatalogue } from '../../core/catalogue/edit.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import { type ChangedCatalogue, changeCatalogue } from './change-catalogue.ts';

export async function addCategory(
  context: ActionContext,
  workspaceId: string,
  category: Category,
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { revision: 'any' }, (before) =>
    proposeCatalogue(
      before,
      { ...before, categories: [...before.categories, category] },
      `categories.${before.categories.length}`,
    ),
  );
}
