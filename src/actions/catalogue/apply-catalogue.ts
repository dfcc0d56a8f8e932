import { type CatalogueConsent, refuseWithoutConsent } from '../../core/catalogue/consent.ts';
import type { CatalogueDefinition } from '../../core/catalogue/definition.ts';
import { fromFile } from '../../core/catalogue/from-file.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import { type ChangedCatalogue, changeCatalogue } from './change-catalogue.ts';

/**
 * Makes the catalogue equal to a file, if its revision is that of the reviewed plan and the removals are confirmed.
 */
export async function applyCatalogue(
  context: ActionContext,
  workspaceId: string,
  { revision, ...consent }: { readonly revision: number | 'any' } & CatalogueConsent,
  file: CatalogueDefinition,
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { revision }, fromFile(file), (changes) =>
    refuseWithoutConsent(changes, consent),
  );
}
