import { finishYielding, forEachYielding } from '../../async/yielding.ts';
import { changedProducts } from '../../core/catalogue/changed-products.ts';
import { type CatalogueChange, compareCatalogues } from '../../core/catalogue/changes.ts';
import { asDefined, type CatalogueDefinition } from '../../core/catalogue/definition.ts';
import type { CatalogueEdit } from '../../core/catalogue/edit.ts';
import {
  type LimitChange,
  limitChanges,
  type MeterChange,
  meterChanges,
  revisedContents,
} from '../../core/catalogue/impact.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import { impactOn, plansInForce, type TenantImpact, withContent } from '../../core/entitlements/impact.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Steps } from '../../core/steps.ts';
import { loadCatalogue, type StoredProduct } from '../../storage/catalogue/catalogue.ts';
import { loadPlanContents } from '../../storage/catalogue/plans.ts';
import type { Database } from '../../storage/database.ts';
import { listTenantsWithProduct, loadEntitlementFacts } from '../../storage/entitlements/entitlement-sets.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import { loadMarketplaceCounts } from '../../storage/subscriptions/subscription-views.ts';

const tenantsAtOnce = 500;
/** The limit of answers that one preview compares; beyond it `isComplete` is false. */
const maxCompared = 50_000;

/**
 * The impact of an edit on entitlements: the same decision that raises events when the edit is made, over the stored
 * facts, in batches. Nothing is locked or written.
 */
export async function previewImpact(database: Database, workspaceId: string, edit: CatalogueEdit, now: Date) {
  const stored = await loadCatalogue(database, workspaceId);
  const before = asDefined(stored);
  const after = await finishYielding(edit(before));
  if (isRefusal(after)) return after;
  const count = new ImpactCount(await finishYielding(compareCatalogues(before, after)));
  for (const product of await finishYielding(affectedProducts(stored.products, { before, after }))) {
    await countProduct(database, workspaceId, product, now, count);
  }
  count.addMeters(await countMeters(database, workspaceId, stored.products, after));
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
  const products = changedProducts(result.changes, before, after);
  return { ...result, products, examples };
}

/** The meters that would change, each with the number of subscriptions to its plan that have not ended. */
async function countMeters(
  database: Database,
  workspaceId: string,
  stored: readonly StoredProduct[],
  after: CatalogueDefinition,
): Promise<readonly CountedMeterChange[]> {
  const wanted = new Map(after.products.map((product) => [product.slug, product]));
  const changed = stored.flatMap((was) => {
    const is = wanted.get(was.slug);
    const changes = is ? meterChanges(was, is) : [];
    return changes.map((change) => ({
      product: was.slug,
      ...change,
      planId: was.plans.find(({ slug }) => slug === change.plan)?.planId ?? '',
    }));
  });
  const planIds = [...new Set(changed.map(({ planId }) => planId))];
  const counts = await loadMarketplaceCounts(database, workspaceId, planIds);
  return changed.map(({ planId, ...change }) => ({ ...change, subscriptions: counts.get(planId) ?? 0 }));
}

/** A product whose holders may see a change. */
interface AffectedProduct {
  readonly was: StoredProduct;
  /** The new name. */
  readonly name: string;
  /** The new contents of plans, by plan id. */
  readonly contents: ReadonlyMap<string, PlanContent>;
  readonly limits: readonly LimitChange[];
  /** The plans whose holders are compared. */
  readonly planIds: readonly string[];
}

function* affectedProducts(
  stored: readonly StoredProduct[],
  { before, after }: { readonly before: CatalogueDefinition; readonly after: CatalogueDefinition },
): Steps<readonly AffectedProduct[]> {
  const unchanged = new Set(before.products);
  const wanted = new Map(
    after.products.flatMap((product) => (unchanged.has(product) ? [] : [[product.slug, product]])),
  );
  const affected: AffectedProduct[] = [];
  for (const was of stored) {
    const is = wanted.get(was.slug);
    if (!is) continue;
    yield;
    const contents = revisedContents(was, is);
    const limits = limitChanges(was, is);
    const isWhole = was.name !== is.name || was.status !== is.status;
    const isTouched = ({ slug, planId, status }: StoredProduct['plans'][number]) =>
      contents.has(planId) || is.plans.find((plan) => plan.slug === slug)?.status !== status;
    const planIds = was.plans.filter((plan) => isWhole || isTouched(plan)).map(({ planId }) => planId);
    if (planIds.length > 0) affected.push({ was, name: is.name, contents, limits, planIds });
  }
  return affected;
}

async function countProduct(
  database: Database,
  workspaceId: string,
  { was, name, contents, limits, planIds }: AffectedProduct,
  now: Date,
  count: ImpactCount,
): Promise<void> {
  count.expectLimits(was.slug, limits);
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
    const limit = Math.min(tenantsAtOnce, maxCompared - count.compared);
    if (limit <= 0) return count.cutShort();
    const tenantIds = await listTenantsWithProduct(database, { ...key, planIds }, { afterTenantId, limit });
    const last = tenantIds.at(-1);
    if (last === undefined) return;
    await forEachYielding(await loadEntitlementFacts(database, product, tenantIds), (facts) => {
      const impact = impactOn(facts, withContent(facts, { name, contents }), now);
      count.add(was.slug, impact, plansInForce(facts, now));
    });
    afterTenantId = last;
  }
}

const maxExamples = 20;

/** A changed meter, with the subscriptions that it applies to. */
interface CountedMeterChange extends MeterChange {
  readonly product: string;
  readonly subscriptions: number;
}

/** Counts how entitlements would change, one tenant and product at a time. */
class ImpactCount {
  readonly #changes: readonly CatalogueChange[];
  readonly #capabilities = new Map<string, { gained: number; lost: number }>();
  readonly #members = new Map<string, number>();
  readonly #limits: (LimitChange & { readonly product: string })[] = [];
  readonly #meters: CountedMeterChange[] = [];
  /** How many tenants have each plan in force, by `product/plan`. */
  readonly #tenantsByPlan = new Map<string, number>();
  readonly #examples: (TenantImpact & { readonly product: string })[] = [];
  #changed = 0;
  #isComplete = true;
  compared = 0;

  constructor(changes: readonly CatalogueChange[]) {
    this.#changes = changes;
  }

  expectLimits(product: string, limits: readonly LimitChange[]): void {
    this.#limits.push(...limits.map((limit) => ({ product, ...limit })));
  }

  addMeters(meters: readonly CountedMeterChange[]): void {
    this.#meters.push(...meters);
  }

  add(product: string, impact: TenantImpact | null, inForce: readonly string[]): void {
    this.compared += 1;
    for (const plan of inForce) {
      const name = `${product}/${plan}`;
      this.#tenantsByPlan.set(name, (this.#tenantsByPlan.get(name) ?? 0) + 1);
    }
    if (!impact) return;
    this.#changed += 1;
    if (this.#examples.length < maxExamples) this.#examples.push({ product, ...impact });
    for (const member of impact.members) {
      this.#members.set(member, (this.#members.get(member) ?? 0) + 1);
    }
    for (const capability of impact.gained) this.#of(capability).gained += 1;
    for (const capability of impact.lost) this.#of(capability).lost += 1;
  }

  cutShort(): void {
    this.#isComplete = false;
  }

  result() {
    return {
      changes: [...this.#changes],
      answers: { compared: this.compared, changed: this.#changed },
      isComplete: this.#isComplete,
      capabilities: [...this.#capabilities]
        .map(([capability, counts]) => ({ capability, ...counts }))
        .sort((a, b) => (a.capability < b.capability ? -1 : 1)),
      limits: this.#limits.map((limit) => ({
        ...limit,
        tenants: this.#tenantsByPlan.get(`${limit.product}/${limit.plan}`) ?? 0,
      })),
      meters: [...this.#meters],
      members: [...this.#members].map(([member, answers]) => ({ member, answers })),
      examples: [...this.#examples],
    };
  }

  #of(capability: string): { gained: number; lost: number } {
    const counts = this.#capabilities.get(capability) ?? { gained: 0, lost: 0 };
    this.#capabilities.set(capability, counts);
    return counts;
  }
}
