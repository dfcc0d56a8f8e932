import type { CatalogueChange } from '../../core/catalogue/changes.ts';
import { type CatalogueDefinition, definitionOf, mappingName } from '../../core/catalogue/definition.ts';
import { contentOf, revisedContents } from '../../core/catalogue/impact.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { type AffectedTenants, versionOf } from '../../core/catalogue/product-version.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import type { StoredCatalogue, StoredProduct } from '../../storage/catalogue/catalogue.ts';
import {
  deleteMappings,
  deletePlans,
  insertMappings,
  insertPlanRevisions,
  insertPlans,
  updatePlan,
} from '../../storage/catalogue/plan-writes.ts';
import { loadPlanContents } from '../../storage/catalogue/plans.ts';
import { hasProductVersion, insertProductVersion } from '../../storage/catalogue/product-versions.ts';
import {
  deleteCategory,
  deleteEditions,
  deleteProduct,
  insertCategory,
  insertEditions,
  insertProductRevision,
  insertProductRow,
  renameCategory,
  saveProductCategories,
  updateEdition,
  updateProductRow,
} from '../../storage/catalogue/product-writes.ts';
import type { ActionContext } from '../context.ts';
import { announceCatalogueChange } from './announce-change.ts';

/**
 * Writes the differences in the caller's transaction, in an order that satisfies the constraints. Returns the revisions of
 * the changed products, by slug.
 */
export async function recordCatalogueChange(
  context: ActionContext,
  workspaceId: string,
  {
    stored,
    after,
    changes,
  }: {
    readonly stored: StoredCatalogue;
    readonly after: CatalogueDefinition;
    readonly changes: readonly CatalogueChange[];
  },
  changedAt: Date,
): Promise<ReadonlyMap<string, number>> {
  const { database, now, randomBytes } = context;
  const newId = () => timeOrderedId(now, randomBytes);
  const changedProducts = new Set(
    changes.flatMap(({ subject: { kind, id } }) => (kind === 'Category' ? [] : id.split('/', 1))),
  );
  const storedOf = (slug: string) => stored.products.find((product) => product.slug === slug);
  const categories = (action: CatalogueChange['action']) =>
    changes.filter((change) => change.action === action).map(({ subject }) => subject.id);
  const categoryOf = (slug: string) => after.categories.find((category) => category.slug === slug);

  for (const slug of categories('category.added')) {
    const category = categoryOf(slug);
    if (category) await insertCategory(database, workspaceId, { ...category, categoryId: newId() });
  }
  for (const slug of categories('category.changed')) {
    const category = categoryOf(slug);
    if (category) await renameCategory(database, workspaceId, category);
  }
  const changed = after.products.filter(({ slug }) => changedProducts.has(slug));
  const removed = stored.products.filter(
    ({ slug }) => !after.products.some((product) => product.slug === slug),
  );

  // Mappings are deleted before others are inserted, so that one can take over another's identifiers.
  const mapped = changed.flatMap((product) => storedOf(product.slug)?.plans ?? []);
  await deleteMappings(
    database,
    workspaceId,
    mapped.map(({ planId }) => planId),
  );
  for (const { productId } of removed) await deleteProduct(database, { workspaceId, productId });
  const mappingIds = new Map(
    mapped.flatMap(({ marketplace }) =>
      marketplace.map((mapping) => [mappingName(mapping), mapping.mappingId] as const),
    ),
  );
  const revisions = new Map<string, number>();
  for (const product of changed) {
    const ids = { newId, mappingIds };
    const was = storedOf(product.slug);
    revisions.set(product.slug, (was?.revision ?? 0) + 1);
    await saveProduct(context, workspaceId, { was, is: product }, ids, changedAt);
  }
  for (const slug of categories('category.removed')) {
    await deleteCategory(database, workspaceId, slug);
  }
  return revisions;
}

async function saveProduct(
  context: ActionContext,
  workspaceId: string,
  { was, is }: { readonly was: StoredProduct | undefined; readonly is: ProductDefinition },
  ids: { readonly newId: () => string; readonly mappingIds: ReadonlyMap<string, string> },
  changedAt: Date,
): Promise<void> {
  const { database, now } = context;
  const { newId, mappingIds } = ids;
  const key = { workspaceId, productId: was?.productId ?? newId() };
  const revision = (was?.revision ?? 0) + 1;
  if (was) await updateProductRow(database, key, is, revision);
  else await insertProductRow(database, key, is, now);
  const isRenamed = was?.name !== is.name;
  if (isRenamed) await insertProductRevision(database, key, { revision, name: is.name }, changedAt);
  await saveProductCategories(database, key, is.categories);

  const editionIds = new Map(was?.editions.map(({ slug, editionId }) => [slug, editionId]));
  const newEditions = is.editions.filter(({ slug }) => !editionIds.has(slug));
  for (const { slug } of newEditions) editionIds.set(slug, newId());
  const editionIdOf = (slug: string) => editionIds.get(slug) ?? '';
  await insertEditions(
    database,
    key,
    newEditions.map((edition) => ({ ...edition, editionId: editionIdOf(edition.slug) })),
  );
  for (const edition of is.editions) {
    const before = was?.editions.find(({ slug }) => slug === edition.slug);
    if (before && (before.name !== edition.name || before.rank !== edition.rank)) {
      await updateEdition(database, key, edition);
    }
  }

  const contents = was ? revisedContents(was, is) : new Map();
  const previous = await loadPlanContents(database, workspaceId, [...contents.keys()]);
  const plans = is.plans.map((plan) => {
    const before = was?.plans.find(({ slug }) => slug === plan.slug);
    return {
      ...plan,
      before,
      planId: before?.planId ?? newId(),
      editionId: editionIdOf(plan.edition),
      marketplace: plan.marketplace.map((mapping) => ({
        ...mapping,
        mappingId: mapping.mappingId ?? mappingIds.get(mappingName(mapping)) ?? newId(),
      })),
      revision: before ? before.revision + (contents.has(before.planId) ? 1 : 0) : 1,
    };
  });
  const added = plans.filter(({ before }) => !before);
  await insertPlans(database, key, added, now);
  for (const plan of plans) {
    if (plan.before) await updatePlan(database, workspaceId, plan, plan.revision);
  }
  const revised = plans.filter(({ before, planId }) => !before || contents.has(planId));
  await insertPlanRevisions(
    database,
    workspaceId,
    revised.flatMap(({ planId, revision: count, slug }) => {
      const content = contentOf(is, slug);
      return content ? [{ planId, revision: count, content }] : [];
    }),
    changedAt,
  );
  await insertMappings(
    database,
    workspaceId,
    plans.map((plan) => ({ plan, mappings: plan.marketplace })),
  );
  const version = { revision, definition: versionOf({ ...is, plans }) };
  if (!was) {
    const affected = { count: 0, tenantIds: [] };
    return insertProductVersion(database, key, { ...version, affected }, now);
  }
  const removed = <Item extends { readonly slug: string }>(
    before: readonly Item[],
    remaining: readonly { slug: string }[],
  ) => before.filter(({ slug }) => !remaining.some((item) => item.slug === slug));
  await deletePlans(
    database,
    workspaceId,
    removed(was.plans, is.plans).map(({ planId }) => planId),
  );
  await deleteEditions(
    database,
    key,
    removed(was.editions, is.editions).map(({ slug }) => slug),
  );
  const planIds = isRenamed ? was.plans.map(({ planId }) => planId) : [...contents.keys()];
  const announce = async (): Promise<AffectedTenants> => {
    if (planIds.length === 0) return { count: 0, tenantIds: [] };
    const allPlanIds = plans.map(({ planId }) => planId);
    const after = {
      ...key,
      slug: is.slug,
      name: is.name,
      contents: await loadPlanContents(database, workspaceId, allPlanIds),
    };
    const before = { name: was.name, contents: previous };
    return announceCatalogueChange(context, after, planIds, before, changedAt);
  };
  const affected = await announce();
  // A node of the previous release, or the time before versions were kept, leaves none.
  if (!(await hasProductVersion(database, key, was.revision))) {
    const definition = versionOf(definitionOf(was));
    await insertProductVersion(database, key, { revision: was.revision, definition, affected: null }, now);
  }
  await insertProductVersion(database, key, { ...version, affected }, now);
}
