import type { CatalogueDefinition } from '../core/catalogue-definition.ts';
import { fromFile } from '../core/catalogue-from-file.ts';
import type { Refusal } from '../core/refusal.ts';
import { type ChangedCatalogue, changeCatalogue } from './change-catalogue.ts';
import type { ActionContext } from './context.ts';

/** Makes the catalogue say what a file says, if nobody has changed it since the plan of it was looked at. */
export async function applyCatalogue(
  context: ActionContext,
  workspaceId: string,
  revision: number | 'any',
  file: CatalogueDefinition,
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { revision }, fromFile(file));
}
