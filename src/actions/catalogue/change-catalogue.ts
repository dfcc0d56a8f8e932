import { finishYielding } from '../../async/yielding.ts';
import { type CatalogueChange, compareCatalogues, publishedChanges } from '../../core/catalogue/changes.ts';
import { asDefined } from '../../core/catalogue/definition.ts';
import type { CatalogueEdit } from '../../core/catalogue/edit.ts';
import { switchMeters } from '../../core/catalogue/switch-meters.ts';
import { catalogueChange } from '../../core/change.ts';
import { isCurrent } from '../../core/entity-tag.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import { lockCatalogue, saveCatalogueRevision } from '../../storage/catalogue/revisions.ts';
import { announceChanges } from '../../storage/changes.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { recordCatalogueChange } from './record-change.ts';

/** Optimistic lock: the revision of one product, or of the whole catalogue. */
export type CatalogueBasis =
  | { readonly product: string; readonly revision: number | 'any' }
  | { readonly revision: number | 'any' };

export interface ChangedCatalogue {
  /** New revision of the catalogue. */
  readonly revision: number;
  readonly changes: readonly CatalogueChange[];
}

/**
 * The only way to change a catalogue: lock, load, edit as a whole, and write the differences, with history, entitlement
 * versions, events and audit entries, in one transaction. An edit without a difference changes nothing.
 *
 * @param review can refuse the changes before anything is written
 */
export async function changeCatalogue(
  context: ActionContext,
  workspaceId: string,
  basis: CatalogueBasis,
  edit: CatalogueEdit,
  review: (changes: readonly CatalogueChange[]) => Refusal | undefined = () => undefined,
): Promise<ChangedCatalogue | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const { revision, changedAt } = await lockCatalogue(database, workspaceId, context.now);
    const stored = await loadCatalogue(database, workspaceId);
    const current =
      'product' in basis ? stored.products.find(({ slug }) => slug === basis.product) : { revision };
    if (current && !isCurrent(current, basis.revision)) return refuse('request.precondition_failed');
    const before = asDefined(stored);
    const edited = await finishYielding(edit(before));
    if (isRefusal(edited)) return edited;
    const after = await finishYielding(switchMeters(before, edited, context.now));
    if (isRefusal(after)) return after;
    const changes = await finishYielding(compareCatalogues(before, after));
    const refusal = review(changes);
    if (refusal) return refusal;
    if (changes.length === 0) return { revision, changes };

    const now = context.now;
    const next = { revision: revision + 1, changedAt: changedAt > now ? changedAt : now };
    const inTransaction = { ...context, database };
    await saveCatalogueRevision(database, workspaceId, next);
    await recordCatalogueChange(inTransaction, workspaceId, { stored, after, changes }, next.changedAt);
    for (const change of changes) await recordAudit(inTransaction, workspaceId, change);
    const ids = await findProductIds(database, workspaceId, publishedChanges(changes, after));
    const products = [...ids].map(([slug, productId]) => ({ slug, productId }));
    await announceChanges(database, [catalogueChange(workspaceId, products)]);
    return { revision: next.revision, changes };
  });
}
