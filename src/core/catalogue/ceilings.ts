import type { ValidationIssue } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import type { CatalogueDefinition } from './definition.ts';
import { noLabels } from './labels.ts';
import type { ProductDefinition } from './product-definition.ts';

/** Size limits, which keep catalogue requests from blocking the event loop. `docs/reference/catalogue.md` lists them. */
export const catalogueCeilings = {
  workspace: {
    categories: 200,
    products: 1_000,
    plans: 5_000,
    'capabilities, limits and dimensions': 50_000,
  },
  product: { types: 5, categories: 20, editions: 50, plans: 200, labels: 500 },
  plan: { capabilities: 200, limits: 200, mappings: 20, dimensions: 100 },
} as const;

/** Keeps every exported JSON file small enough to be applied again. */
export const maxCatalogueBytes = 5 * 1024 * 1024;

type Counts<Level extends keyof typeof catalogueCeilings> = Readonly<
  Record<keyof (typeof catalogueCeilings)[Level], number>
>;

/**
 * The counts over their limit. A catalogue over a limit can still be edited, as long as no count over its limit grows.
 */
export function* checkCeilings(
  before: CatalogueDefinition,
  after: CatalogueDefinition,
): Steps<readonly ValidationIssue[]> {
  const issues: ValidationIssue[] = [];
  const check = <Level extends keyof typeof catalogueCeilings>(
    level: Level,
    is: Counts<Level>,
    was: Counts<Level> | undefined,
    path: (kind: string) => string,
  ) => {
    for (const [kind, limit] of Object.entries(catalogueCeilings[level])) {
      const [count, previous] = [countOf(is, kind), was ? countOf(was, kind) : 0];
      if (count <= limit || count <= previous) continue;
      const message = `must be at most ${limit} per ${level}, not ${count}`;
      issues.push({ path: path(kind), rule: 'ceiling', message });
    }
  };
  const counts = workspaceCounts(after);
  yield;
  check('workspace', counts, workspaceCounts(before), (kind) => (kind in after ? kind : 'products'));
  const bytes = yield* jsonBytes(after);
  if (bytes > maxCatalogueBytes && bytes > (yield* jsonBytes(before))) {
    const message = `must be at most ${maxCatalogueBytes} bytes of JSON per workspace, not ${bytes}`;
    issues.push({ path: 'products', rule: 'ceiling', message });
  }
  const bySlug = new Map(before.products.map((product) => [product.slug, product]));
  for (const [index, product] of after.products.entries()) {
    const was = bySlug.get(product.slug);
    if (was === product) continue;
    yield;
    const at = `products.${index}`;
    check('product', productCounts(product), was && productCounts(was), (kind) => `${at}.${kind}`);
    const plansBefore = new Map(was?.plans.map((plan) => [plan.slug, plan]));
    for (const [place, plan] of product.plans.entries()) {
      const planBefore = plansBefore.get(plan.slug);
      const inPlan = (kind: string) =>
        `${at}.plans.${place}.${kind === 'capabilities' || kind === 'limits' ? kind : 'marketplace'}`;
      check('plan', planCounts(plan), planBefore && planCounts(planBefore), inPlan);
    }
  }
  return issues;
}

/** The size of the catalogue as JSON. */
function* jsonBytes({ categories, products }: CatalogueDefinition): Steps<number> {
  const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  let bytes = bytesOf({ categories, products: [] }) + Math.max(0, products.length - 1);
  for (const { plans, ...product } of products) {
    bytes += bytesOf({ ...product, plans: [] }) + Math.max(0, plans.length - 1);
    for (const plan of plans) {
      bytes += bytesOf(plan);
      yield;
    }
    yield;
  }
  return bytes;
}

function countOf(counts: Readonly<Record<string, number>>, kind: string): number {
  return counts[kind] ?? 0;
}

function workspaceCounts({ categories, products }: CatalogueDefinition): Counts<'workspace'> {
  const plans = products.flatMap((product) => product.plans);
  const values = plans.map(planCounts);
  return {
    categories: categories.length,
    products: products.length,
    plans: plans.length,
    'capabilities, limits and dimensions': values.reduce(
      (sum, { capabilities, limits, dimensions }) => sum + capabilities + limits + dimensions,
      0,
    ),
  };
}

function productCounts(product: ProductDefinition): Counts<'product'> {
  const { types, categories, editions, plans, labels = noLabels } = product;
  return {
    types: types.length,
    categories: categories.length,
    editions: editions.length,
    plans: plans.length,
    labels: Object.keys(labels.capabilities).length + Object.keys(labels.limits).length,
  };
}

function planCounts({
  capabilities,
  limits,
  marketplace,
}: ProductDefinition['plans'][number]): Counts<'plan'> {
  return {
    capabilities: Object.keys(capabilities).length,
    limits: Object.keys(limits).length,
    mappings: marketplace.length,
    dimensions: marketplace.reduce((sum, { dimensions }) => sum + dimensions.length, 0),
  };
}
