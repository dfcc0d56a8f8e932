import type { Edition, Plan } from './catalogue.ts';
import { isSameContent, type PlanContent, planContent } from './plan-content.ts';

interface ProductWithPlans {
  readonly editions: readonly Edition[];
  readonly plans: readonly Plan[];
}

/** The new contents of the plans whose content changes, by plan id. */
export function revisedContents(
  before: {
    readonly editions: readonly Edition[];
    readonly plans: readonly (Plan & { readonly planId: string })[];
  },
  after: ProductWithPlans,
): ReadonlyMap<string, PlanContent> {
  const revised = new Map<string, PlanContent>();
  for (const plan of before.plans) {
    const content = contentOf(after, plan.slug);
    const previous = contentOf(before, plan.slug);
    if (content && previous && !isSameContent(previous, content)) revised.set(plan.planId, content);
  }
  return revised;
}

export function contentOf({ editions, plans }: ProductWithPlans, slug: string): PlanContent | undefined {
  const plan = plans.find((own) => own.slug === slug);
  const edition = editions.find((own) => own.slug === plan?.edition);
  return plan && edition && planContent(plan, edition);
}

/** A changed limit of a plan; null if the plan does not have it. */
export interface LimitChange {
  readonly plan: string;
  readonly limit: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Limits are not part of an entitlement: applications read them from the catalogue. */
export function limitChanges(
  before: { readonly plans: readonly Plan[] },
  after: { readonly plans: readonly Plan[] },
): readonly LimitChange[] {
  return before.plans.flatMap((plan) => {
    const limits = after.plans.find(({ slug }) => slug === plan.slug)?.limits;
    if (!limits) return [];
    return [...new Set([...Object.keys(plan.limits), ...Object.keys(limits)])]
      .sort()
      .filter((limit) => plan.limits[limit] !== limits[limit])
      .map((limit) => ({
        plan: plan.slug,
        limit,
        before: plan.limits[limit] ?? null,
        after: limits[limit] ?? null,
      }));
  });
}
