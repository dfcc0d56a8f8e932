import { forEachYielding } from '../../../async/yielding.ts';
import { compareCatalogues } from '../../../core/catalogue/changes.ts';
import { asDefined } from '../../../core/catalogue/definition.ts';
import type { CatalogueEdit } from '../../../core/catalogue/edit.ts';
import { limitChanges, revisedContents } from '../../../core/catalogue/impact.ts';
import type { ProductDefinition } from '../../../core/catalogue/product-definition.ts';
import { impactOn, plansInForce, withContent } from '../../../core/entitlements/impact.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { loadCatalogue, type StoredProduct } from '../../../storage/catalogue/catalogue.ts';
import { loadPlanContents } from '../../../storage/catalogue/plans.ts';
import type { Database } from '../../../storage/database.ts';
import {
  listTenantsWithProduct,
  loadEntitlementFacts,
} from '../../../storage/entitlements/tenants-of-product.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { ImpactCount } from './impact-count.ts';

const tenantsAtOnce = 500;
/** The limit of answers that one preview compares; beyond it `isComplete` is false. */
const maxAnswers = 50_000;

/**
 * The impact of an edit on entitlements: the same decision that raises events when the edit is made, over the stored
 * facts, in batches. Nothing is locked or written.
 */
export async function previewImpact(database: Database, workspaceId: string, edit: CatalogueEdit, now: Date) {
  const stored = await loadCatalogue(database, workspaceId);
  const before = asDefined(stored);
  const after = edit(before);
  if (isRefusal(after)) return after;
  const count = new ImpactCount(compareCatalogues(before, after));
  const unchanged = new Set(before.products);
  const wanted = new Map(
    after.products.flatMap((product) => (unchanged.has(product) ? [] : [[product.slug, product]])),
  );
  for (const was of stored.products) {
    const is = wanted.get(was.slug);
    if (is) await countProduct(database, workspaceId, { was, is }, now, count);
  }
  const result = count.result();
  const organisations = await loadOrganisationNames(
    database,
    workspaceId,
    result.examples.map(({ tenantId }) => tenantId),
  );
  const examples = result.examples.map((example) => ({
    ...example,
    organisation: organisations.get(example.tenantId) ?? null,
  }));
  return { ...result, examples };
}

async function countProduct(
  database: Database,
  workspaceId: string,
  { was, is }: { readonly was: StoredProduct; readonly is: ProductDefinition },
  now: Date,
  count: ImpactCount,
): Promise<void> {
  const contents = revisedContents(was, is);
  const limits = limitChanges(was, is);
  count.expectLimits(was.slug, limits);
  const plansWithLimits = new Set(limits.map(({ plan }) => plan));
  const isWhole = was.name !== is.name || was.status !== is.status;
  const isTouched = ({ slug, planId, status }: StoredProduct['plans'][number]) =>
    contents.has(planId) ||
    plansWithLimits.has(slug) ||
    is.plans.find((plan) => plan.slug === slug)?.status !== status;
  const planIds = was.plans.filter((plan) => isWhole || isTouched(plan)).map(({ planId }) => planId);
  if (planIds.length === 0) return;

  const key = { workspaceId, productId: was.productId };
  const allPlanIds = was.plans.map(({ planId }) => planId);
  const product = {
    ...key,
    slug: was.slug,
    name: was.name,
    contents: await loadPlanContents(database, workspaceId, allPlanIds),
  };
  let afterTenantId: string | null = null;
  for (;;) {
    const limit = Math.min(tenantsAtOnce, maxAnswers - count.compared);
    if (limit <= 0) return count.cutShort();
    const tenantIds = await listTenantsWithProduct(database, { ...key, planIds }, { afterTenantId, limit });
    const last = tenantIds.at(-1);
    if (last === undefined) return;
    await forEachYielding(await loadEntitlementFacts(database, product, tenantIds), (facts) => {
      const impact = impactOn(facts, withContent(facts, { name: is.name, contents }), now);
      count.add(was.slug, impact, plansInForce(facts, now));
    });
    afterTenantId = last;
  }
}
