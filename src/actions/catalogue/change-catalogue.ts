import { finishYielding } from '../../async/yielding.ts';
import type { Category } from '../../core/catalogue/catalogue.ts';
import { type CatalogueChange, compareCatalogues, publishedChanges } from '../../core/catalogue/changes.ts';
import { type CatalogueConsent, refuseWithoutConsent } from '../../core/catalogue/consent.ts';
import { asDefined, type CatalogueDefinition } from '../../core/catalogue/definition.ts';
import { type CatalogueEdit, proposeCatalogue, withProduct } from '../../core/catalogue/edit.ts';
import { fromFile } from '../../core/catalogue/from-file.ts';
import { type LogoMediaType, logoIssues } from '../../core/catalogue/product-brand.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import type { ProductEdit } from '../../core/catalogue/product-edit.ts';
import { switchMeters } from '../../core/catalogue/switch-meters.ts';
import { catalogueChange } from '../../core/change.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { deleteLogo, findLogoFacts, saveLogo } from '../../storage/catalogue/logos.ts';
import { findProductIds, lockProductIds } from '../../storage/catalogue/products.ts';
import { lockCatalogue, saveCatalogueRevision } from '../../storage/catalogue/revisions.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
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

/** Changes a product, its editions, plans and mappings, if its revision still matches. */
export async function changeProduct(
  context: ActionContext,
  workspaceId: string,
  { product, revision }: { readonly product: string; readonly revision: number | 'any' },
  edit: ProductEdit,
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { product, revision }, withProduct(product, edit));
}

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

/** Sets the logo of a product, or removes it with null. It is no part of the catalogue's revisions. */
export async function changeLogo(
  context: ActionContext,
  workspaceId: string,
  product: string,
  logo: { readonly mediaType: LogoMediaType; readonly content: Uint8Array } | null,
): Promise<Refusal | undefined> {
  const issues = logo ? logoIssues(logo.mediaType, logo.content) : [];
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const productId = (await lockProductIds(database, workspaceId, [product])).get(product);
    if (productId === undefined) return refuse('product.not_found', { product });
    const key = { workspaceId, productId };
    const before = await findLogoFacts(database, key);
    if (!before && !logo) return undefined;
    if (logo) await saveLogo(database, key, logo, context.now);
    else await deleteLogo(database, key);
    const after = logo && { mediaType: logo.mediaType, bytes: logo.content.length };
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'product.changed',
      subject: { kind: 'Product', id: product },
      before: { logo: before && { mediaType: before.mediaType, bytes: before.bytes } },
      after: { logo: after },
    });
    return undefined;
  });
}
