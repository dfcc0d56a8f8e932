import { type Edition, meterOfDimension, type Plan } from './catalogue.ts';
import { mappingName } from './definition.ts';
import { isSameMeter, type Meter } from './meter.ts';
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

/** By plan: an entitlement has the highest value over its plans, so it may stay the same. */
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

/** A dimension that would be fed in another way, or have another included quantity, usage limit or alerts. */
export interface MeterChange {
  readonly plan: string;
  readonly sourceName: string;
  readonly dimension: string;
  readonly before: Meter;
  readonly after: Meter;
}

/** Dimensions that are added or removed are not among them: they are changes of the mapping. */
export function meterChanges(
  before: { readonly plans: readonly Plan[] },
  after: { readonly plans: readonly Plan[] },
): readonly MeterChange[] {
  return before.plans.flatMap((plan) => {
    const wanted = new Map(
      after.plans
        .find(({ slug }) => slug === plan.slug)
        ?.marketplace.map((mapping) => [mappingName(mapping), mapping.dimensions]),
    );
    return plan.marketplace.flatMap((mapping) =>
      mapping.dimensions.flatMap((dimension) => {
        const is = wanted.get(mappingName(mapping))?.find(({ id }) => id === dimension.id);
        if (!is) return [];
        const [was, will] = [meterOfDimension(dimension), meterOfDimension(is)];
        if (isSameMeter(was, will)) return [];
        const { sourceName } = mapping;
        return [{ plan: plan.slug, sourceName, dimension: dimension.id, before: was, after: will }];
      }),
    );
  });
}
