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
import { type ProductVersion, type RestoredPart, restoreVersion } from '../../core/catalogue/restore.ts';
import { switchMeters } from '../../core/catalogue/switch-meters.ts';
import { catalogueChange } from '../../core/change.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { isName, nameIssues } from '../../core/values/text.ts';
import { maxReasonLength } from '../../core/workspaces/audit.ts';
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

/** What the audit log says about an edit besides its changes. */
export interface EditNote {
  readonly reason?: string | undefined;
  readonly restoredRevision?: number | undefined;
}

/**
 * The only way to change a catalogue: lock, load, edit as a whole, and write the differences, with history, entitlement
 * versions, events and audit entries, in one transaction. An edit without a difference changes nothing.
 *
 * @param options `review` can refuse the changes before anything is written
 */
export async function changeCatalogue(
  context: ActionContext,
  workspaceId: string,
  basis: CatalogueBasis,
  edit: CatalogueEdit,
  {
    review = () => undefined,
    note = {},
  }: {
    readonly review?: (changes: readonly CatalogueChange[]) => Refusal | undefined;
    readonly note?: EditNote;
  } = {},
): Promise<ChangedCatalogue | Refusal> {
  const { reason = null, restoredRevision = null } = note;
  if (reason !== null && !isName(reason, maxReasonLength)) {
    return refuseInvalid(nameIssues('reason', reason, maxReasonLength));
  }
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
    const written = { stored, after, changes };
    const revisions = await recordCatalogueChange(inTransaction, workspaceId, written, next.changedAt);
    for (const change of changes) {
      const { kind, id } = change.subject;
      const product = kind === 'Category' ? undefined : id.split('/', 1)[0];
      const productRevision = revisions.get(product ?? '') ?? null;
      await recordAudit(inTransaction, workspaceId, change, { reason, productRevision, restoredRevision });
    }
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
  note: EditNote = {},
): Promise<ChangedCatalogue | Refusal> {
  return changeCatalogue(context, workspaceId, { product, revision }, withProduct(product, edit), { note });
}

/** Makes a product or a part of it as it was, if its revision still matches. */
export async function restoreProduct(
  context: ActionContext,
  workspaceId: string,
  { product, revision }: { readonly product: string; readonly revision: number | 'any' },
  version: ProductVersion,
  { reason, ...part }: RestoredPart & { readonly reason?: string | undefined },
): Promise<ChangedCatalogue | Refusal> {
  const edit = restoreVersion(product, version, part, context.now);
  const note = { reason, restoredRevision: version.revision };
  return changeCatalogue(context, workspaceId, { product, revision }, edit, { note });
}

/**
 * Makes the catalogue equal to a file, if its revision is that of the reviewed plan and the removals are confirmed.
 */
export async function applyCatalogue(
  context: ActionContext,
  workspaceId: string,
  { revision, ...consent }: { readonly revision: number | 'any' } & CatalogueConsent,
  file: CatalogueDefinition,
  note: EditNote = {},
): Promise<ChangedCatalogue | Refusal> {
  const review = (changes: readonly CatalogueChange[]) => refuseWithoutConsent(changes, consent);
  return changeCatalogue(context, workspaceId, { revision }, fromFile(file), { review, note });
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
